// SPDX-License-Identifier: Apache-2.0
import Arbitration
package import Formats
import Orientation

extension Output: RecordStruct {
  static var blank: Output { Output(id: OutputID(0), name: "") }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    // What was found first can only be given to a new value.
    var found = initial
    try coder.field("initial", &found)
    if found != initial {
      let usual = (transform, desired)
      self = Output(id: id, name: name, transform: found)
      (transform, desired) = usual
    }
    try coder.field("id", &id)
    try coder.field("name", &name)
    try coder.field("panel", &panel)
    try coder.field("managed", &policy.isManaged)
    try coder.field("transform", &transform)
    try coder.field("desired", &desired)
    try coder.field("held-by-other", &isHeldByOther)
    try coder.field("course", &policy.target)
    try coder.field("overrules-others", &policy.overrulesOthers)
  }
}

extension OutputEvent: RecordValue {
  package var recorded: JSONValue {
    switch self {
    case .add(let output): RecordCase.write("add", output)
    case .remove(let id): RecordCase.write("remove", id)
    case .transform(let id, let transform): RecordCase.write("transform", id, transform)
    case .configure(let id, .isManaged(let isManaged)): RecordCase.write("manage", id, isManaged)
    case .configure(let id, .overrulesOthers(let overrules)):
      RecordCase.write("overrule", id, overrules)
    case .configure(let id, .target(let target)): RecordCase.write("course", id, target)
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
    case "manage": self = .configure(try found.item(0), .isManaged(try found.item(1)))
    case "overrule": self = .configure(try found.item(0), .overrulesOthers(try found.item(1)))
    case "course": self = .configure(try found.item(0), .target(try found.item(1)))
    case "release": self = .release
    case "awake": self = .awake
    case "restore": self = .restore
    default: throw found.unknown
    }
  }
}

extension OutputPolicy.Target: RecordValue {
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
