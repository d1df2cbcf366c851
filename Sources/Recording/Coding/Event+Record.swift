// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension Event: RecordValue {
  package var recorded: JSONValue {
    switch self {
    case .setUp: "set-up"
    case .observe: "observe"
    case .device(let event): RecordCase.write("device", event)
    case .app(let event): RecordCase.write("app", event)
    case .window(let id, let event): RecordCase.write("window", id, event)
    case .add(let window, let makesKey): RecordCase.write("add", window, makesKey)
    case .addExempt(let window, let makesKey): RecordCase.write("add-exempt", window, makesKey)
    case .output(let event): RecordCase.write("output", event)
    case .answer(let id, let answer, let took): RecordCase.write("answer", id, answer, took)
    case .abstained(let id, let took): RecordCase.write("abstained", id, took)
    case .policyFailed(let id): RecordCase.write("policy-failed", id)
    case .deadline(let id): RecordCase.write("deadline", id)
    case .applied(let id, let result): RecordCase.write("applied", id, result)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "set-up": self = .setUp
    case "observe": self = .observe
    case "device": self = .device(try found.value())
    case "app": self = .app(try found.value())
    case "window": self = .window(try found.item(0), try found.item(1))
    case "add": self = .add(try found.item(0), makesKey: try found.item(1))
    case "add-exempt": self = .addExempt(try found.item(0), makesKey: try found.item(1))
    case "output": self = .output(try found.value())
    case "answer":
      self = .answer(try found.item(0), try found.item(1), took: try found.extra(2))
    case "abstained": self = .abstained(try found.item(0), took: try found.extra(1))
    case "policy-failed": self = .policyFailed(try found.value())
    case "deadline": self = .deadline(try found.value())
    case "applied": self = .applied(try found.item(0), try found.item(1))
    default: throw found.unknown
    }
  }
}

extension DeadlineID: RecordValue {
  package var recorded: JSONValue {
    switch self {
    case .question(let id): RecordCase.write("question", id)
    case .change(let id): RecordCase.write("change", id)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "question": self = .question(try found.value())
    case "change": self = .change(try found.value())
    default: throw found.unknown
    }
  }
}

extension OutputEvent: RecordValue {
  package var recorded: JSONValue {
    switch self {
    case .add(let output): RecordCase.write("add", output)
    case .remove(let id): RecordCase.write("remove", id)
    case .transform(let id, let transform): RecordCase.write("transform", id, transform)
    case .manage(let id, let isManaged): RecordCase.write("manage", id, isManaged)
    case .release: "release"
    case .awake: "awake"
    case .restore: "restore"
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "add": self = .add(try found.value())
    case "remove": self = .remove(try found.value())
    case "transform": self = .transform(try found.item(0), try found.item(1))
    case "manage": self = .manage(try found.item(0), try found.item(1))
    case "release": self = .release
    case "awake": self = .awake
    case "restore": self = .restore
    default: throw found.unknown
    }
  }
}

extension OutputCourse: RecordValue {
  package var recorded: JSONValue {
    switch self {
    case .fixed(let transform): RecordCase.write("fixed", transform)
    case .follow(let name): RecordCase.write("follow", name)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "fixed": self = .fixed(try found.value())
    case "follow": self = .follow(try found.value())
    default: throw found.unknown
    }
  }
}

extension Answer: RecordValue {
  package var recorded: JSONValue {
    switch self {
    case .flag(let flag): RecordCase.write("flag", flag)
    case .mask(let mask): RecordCase.write("mask", mask)
    case .orientation(let orientation): RecordCase.write("orientation", orientation)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "flag": self = .flag(try found.value())
    case "mask": self = .mask(try found.value())
    case "orientation": self = .orientation(try found.value())
    default: throw found.unknown
    }
  }
}
