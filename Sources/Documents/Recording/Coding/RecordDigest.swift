// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

/// A 64-bit FNV-1a hash of values, the same in every process, build and machine.
///
/// The hash detects accidents, not forgery.
struct RecordDigest: RecordCoder {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func field(_ name: String, _ value: inout some RecordValue) { value.add(to: &self) }

  mutating func laterField<Value: RecordValue & Equatable>(
    _ name: String, _ value: inout Value, usually usual: Value
  ) {
    if value != usual { value.add(to: &self) }
  }

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

  mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func add(_ text: String) {
    add(UInt64(text.utf8.count))
    for byte in text.utf8 { add(byte) }
  }

  mutating func add(_ value: JSONValue) {
    switch value {
    case .null: add(UInt8(0))
    case .bool(let flag):
      add(UInt8(1))
      add(flag ? UInt8(1) : 0)
    case .int(let number):
      add(UInt8(2))
      add(UInt64(bitPattern: number))
    case .double(let number):
      add(UInt8(3))
      add(number.bitPattern)
    case .string(let text):
      add(UInt8(4))
      add(text)
    case .array(let items):
      add(UInt8(5))
      add(UInt64(items.count))
      for item in items { add(item) }
    case .object(let members):
      add(UInt8(6))
      add(UInt64(members.count))
      for member in members {
        add(member.name)
        add(member.value)
      }
    }
  }
}

extension RecordDigest {
  mutating func add(_ effect: Effect) {
    switch effect {
    case .report(let verdict):
      add(UInt8(1))
      add(verdict)
    default:
      add(UInt8(0))
      add(effect.summary)
    }
  }

  /// Adds a verdict without the scene before it, which follows from the recording's earlier lines.
  private mutating func add(_ verdict: Verdict) {
    verdict.step.add(to: &self)
    verdict.at.add(to: &self)
    verdict.event.add(to: &self)
    verdict.after.add(to: &self)
    add(verdict.pageBefore)
    add(verdict.page)
    verdict.requested.add(to: &self)
    each(verdict.asked) { $0.add($1) }
    each(verdict.gates) { $0.add($1) }
    each(verdict.moves) { $0.add($1.recorded) }
    each(verdict.notices) { $0.add($1) }
    add(verdict.error.summary)
    verdict.outcome.add(to: &self)
    each(verdict.conflicts) { $0.add($1.summary) }
    verdict.hidesStatusBar.add(to: &self)
    verdict.exempt.add(to: &self)
  }

  private mutating func each<Item>(_ items: [Item], _ add: (inout RecordDigest, Item) -> Void) {
    self.add(UInt64(items.count))
    for item in items { add(&self, item) }
  }

  private mutating func add(_ page: Page?) {
    add(page == nil ? UInt8(0) : 1)
    guard let page else { return }
    page.window.add(to: &self)
    page.controller.add(to: &self)
    page.orientation.add(to: &self)
  }

  private mutating func add(_ asked: Asked) {
    asked.window.add(to: &self)
    asked.controller.add(to: &self)
    asked.question.add(to: &self)
    asked.answer.add(to: &self)
    asked.origin.add(to: &self)
    asked.via.add(to: &self)
    asked.rule.add(to: &self)
    // The duration of an answer does not affect decisions, so runs that differ only in it are
    // equal.
    guard let by = asked.by else { return }
    add(by.name)
    by.ring.add(to: &self)
  }

  private mutating func add(_ gate: GateRecord) {
    gate.window.add(to: &self)
    gate.gate.add(to: &self)
    gate.isPassed.add(to: &self)
    gate.rule.add(to: &self)
  }

  private mutating func add(_ notice: Notice) {
    switch notice {
    case .notification(let notification):
      add(UInt8(0))
      add(notification.name)
      add(notification.value)
    case .callback(let callback):
      add(UInt8(1))
      callback.window.add(to: &self)
      callback.controller.add(to: &self)
      callback.name.add(to: &self)
      callback.to.add(to: &self)
      callback.from.add(to: &self)
      callback.duration.add(to: &self)
      callback.seen.bounds.add(to: &self)
      callback.seen.interface.add(to: &self)
      callback.seen.statusBar.add(to: &self)
    }
  }
}

extension Effect {
  /// The recorded summary of an effect, which is enough to see how another run differs.
  var summary: JSONValue {
    switch self {
    case .ask(let id, let question):
      [
        "ask": id.recorded, "policy": question.policy.recorded, "window": question.window.recorded,
        "question": question.kind.recorded, "proposed": question.proposed.recorded,
      ]
    case .armDeadline(let id, let instant): RecordCase.write("arm", id, instant)
    case .disarmDeadline(let id): RecordCase.write("disarm", id)
    case .rotateOutput(let output, let transform, let change):
      ["rotate": output.recorded, "to": transform.recorded, "change": change.recorded]
    case .outputReport(let report):
      [
        "output": report.output.recorded, "transform": report.transform.recorded,
        "result": report.result.recorded, "attempts": report.attempts.recorded,
      ]
    case .report(let verdict): verdict.summary
    }
  }
}

extension Verdict {
  fileprivate var summary: JSONValue {
    var members: [JSONValue.Member] = [
      .init("decision", step.recorded), .init("outcome", outcome.recorded),
    ]
    if let requested { members.append(.init("requested", requested.recorded)) }
    if !moves.isEmpty { members.append(.init("moves", .array(moves.map { $0.recorded }))) }
    let stop = FirstBlockedGate(self)
    if let gate = stop.gate {
      var parts: [JSONValue.Member] = [
        .init("gate", gate.gate.recorded), .init("rule", gate.rule.recorded),
      ]
      if let window = gate.window { parts.append(.init("window", window.recorded)) }
      members.append(.init("stop", .object(parts)))
    } else if stop.kind != .moved {
      members.append(.init("stop", .string(stop.kind.rawValue)))
    }
    if !conflicts.isEmpty {
      members.append(.init("conflicts", .array(conflicts.map { $0.summary })))
    }
    if error != nil { members.append(.init("error", error.summary)) }
    return .object(members)
  }
}

extension Conflict {
  var summary: JSONValue {
    [
      "kind": kind.recorded, "culprits": .array(culprits.map { $0.recorded }),
      "since": since.recorded,
    ]
  }
}

extension Party {
  fileprivate var recorded: JSONValue {
    switch self {
    case .app: "app"
    case .delegate: "delegate"
    case .device: "device"
    case .window(let id): id.recorded
    }
  }
}

extension RotationError? {
  var summary: JSONValue {
    guard let error = self else { return .null }
    return [
      "name": error.name.recorded, "rule": error.rule.recorded, "window": error.window.recorded,
      "controller": error.controller.recorded,
    ]
  }
}

extension Move {
  var recorded: JSONValue {
    switch self {
    case .window(let id, let orientation): RecordCase.write("window", id, orientation)
    case .statusBar(let orientation, let writer): RecordCase.write("bar", orientation, writer)
    case .output(let id, let transform): RecordCase.write("output", id, transform)
    case .putOff(let id): RecordCase.write("put-off", id)
    }
  }
}
