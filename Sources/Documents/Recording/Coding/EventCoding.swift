// SPDX-License-Identifier: Apache-2.0
public import Arbitration
package import Formats
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

extension DeviceEvent: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .turned(let value): RecordCase.write("turned", value)
    case .forced(let value): RecordCase.write("forced", value)
    case .rotationLock(let isLocked): RecordCase.write("rotation-lock", isLocked)
    case .generating(let begins): RecordCase.write("generating", begins)
    case .setting(let setting): RecordCase.write("setting", setting)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "turned": self = .turned(try found.value())
    case "forced": self = .forced(try found.value())
    case "rotation-lock": self = .rotationLock(try found.value())
    case "generating": self = .generating(try found.value())
    case "setting": self = .setting(try found.value())
    default: throw found.unknown
    }
  }
}

extension AppEvent: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .background: "background"
    case .foreground: "foreground"
    case .setDelegate(let masks): RecordCase.write("set-delegate", masks)
    case .attemptRotation: "attempt-rotation"
    case .setStatusBar(let orientation): RecordCase.write("set-status-bar", orientation)
    case .resize(let isFull): RecordCase.write("resize", isFull)
    case .focusText(let window): RecordCase.write("focus-text", window)
    case .setPolicy(let controller, let policy):
      RecordCase.write("set-policy", controller, policy)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "background": self = .background
    case "foreground": self = .foreground
    case "set-delegate": self = .setDelegate(try found.value())
    case "attempt-rotation": self = .attemptRotation
    case "set-status-bar": self = .setStatusBar(try found.value())
    case "resize": self = .resize(isFull: try found.value())
    case "focus-text": self = .focusText(try found.value())
    case "set-policy": self = .setPolicy(controller: try found.item(0), try found.item(1))
    default: throw found.unknown
    }
  }
}

extension WindowEvent: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .remove: "remove"
    case .show: "show"
    case .hide: "hide"
    case .makeKey: "make-key"
    case .resignKey: "resign-key"
    case .setRoot(let root): RecordCase.write("set-root", root)
    case .present(let presentation): RecordCase.write("present", presentation)
    case .dismiss: "dismiss"
    case .push(let controller): RecordCase.write("push", controller)
    case .pop: "pop"
    case .select(let child): RecordCase.write("select", child)
    case .setNeedsUpdate: "set-needs-update"
    case .requestGeometry(let mask): RecordCase.write("request-geometry", mask)
    case .disableAutorotation: "disable-autorotation"
    case .enableAutorotation: "enable-autorotation"
    case .shell(let traits): RecordCase.write("shell", traits)
    case .setting(let setting): setting.recorded
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "remove": self = .remove
    case "show": self = .show
    case "hide": self = .hide
    case "make-key": self = .makeKey
    case "resign-key": self = .resignKey
    case "set-root": self = .setRoot(try found.value())
    case "present": self = .present(try found.value())
    case "dismiss": self = .dismiss
    case "push": self = .push(try found.value())
    case "pop": self = .pop
    case "select": self = .select(child: try found.value())
    case "set-needs-update": self = .setNeedsUpdate
    case "request-geometry": self = .requestGeometry(try found.value())
    case "disable-autorotation": self = .disableAutorotation
    case "enable-autorotation": self = .enableAutorotation
    case "shell": self = .shell(try found.value())
    default: self = .setting(try WindowSetting(recorded: value))
    }
  }
}
