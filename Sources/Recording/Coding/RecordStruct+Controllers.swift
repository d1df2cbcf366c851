// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension Controller: RecordStruct {
  static var blank: Controller { Controller(id: "") }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("id", &id)
    try coder.field("policy", &policy)
    try coder.field("container", &container)
    try coder.field("presented", &presented)
    try coder.field("forwards-to", &forwardsTo)
    try coder.field("transition", &transitionOverride)
    try coder.field("prefers-lock", &prefersOrientationLocked)
  }
}

extension Container: RecordStruct {
  static var blank: Container { Container(kind: .navigation) }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("kind", &kind)
    try coder.field("children", &children)
    try coder.field("selected", &selected)
    try coder.field("forwards", &forwards)
    try coder.field("delegate-mask", &delegateMask)
  }
}

extension Presentation: RecordStruct {
  static var blank: Presentation { Presentation(style: .fullScreen, controller: .blank) }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("style", &style)
    try coder.field("controller", &controller)
  }
}

extension DeclaredPolicy: RecordStruct {
  static var blank: DeclaredPolicy { DeclaredPolicy() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("autorotate", &autorotate)
    try coder.field("supported", &supported)
    try coder.field("preferred", &preferred)
    try coder.field("legacy", &legacy)
  }
}

extension Answerer: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .declared(let policy): RecordCase.write("declared", policy)
    case .live(let id): RecordCase.write("live", id)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "declared": self = .declared(try found.value())
    case "live": self = .live(try found.value())
    default: throw found.unknown
    }
  }
}

extension LivePolicy: RecordStruct {
  static var blank: LivePolicy { LivePolicy(id: PolicyID(0)) }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("id", &id)
    try coder.field("name", &name)
    try coder.field("ring", &ring)
    try coder.field("fallback", &fallback)
  }
}
