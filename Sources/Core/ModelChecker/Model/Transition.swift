// SPDX-License-Identifier: Apache-2.0

/// One way on from a state: an event and, where the key's heir is open, who has it then.
struct Transition {
  /// The state with the event in it and nothing decided yet.
  let start: PackedState
  /// Kind, index and code in one word, since it is copied as soon as it is written.
  private let what: UInt64

  init(_ event: CheckEvent, _ start: PackedState, _ code: UInt8) {
    self.start = start
    let index = UInt64(UInt8(truncatingIfNeeded: event.index))
    what = index | UInt64(code) << 8 | UInt64(event.kind.rawValue) << 16
  }

  /// What happens.
  var event: CheckEvent { CheckEvent(kind: kind, index: index) }

  /// As `CheckEvent.index`.
  var index: Int { Int(truncatingIfNeeded: what & 0xFF) }

  /// What the event calls for, as `TriggerCode` has it.
  var code: UInt8 { UInt8(truncatingIfNeeded: what >> 8) }

  var kind: CheckEvent.Kind {
    CheckEvent.Kind(rawValue: UInt8(truncatingIfNeeded: what >> 16)) ?? .turn
  }

  /// The position of the window that has to be placed; 0 where there is none.
  var window: Int { kind.isDevice ? 0 : index }
}
