// SPDX-License-Identifier: Apache-2.0

/// A transition: an event, with one choice where the key's heir or the order of use is open.
struct Transition {
  /// The state after the event and before the decision.
  let start: PackedState
  /// Kind, index and code in one word, since it is copied right after it is written.
  private let what: UInt64

  init(_ event: CheckEvent, _ start: PackedState, _ code: UInt8) {
    self.start = start
    let index = UInt64(UInt8(truncatingIfNeeded: event.index))
    what = index | UInt64(code) << 8 | UInt64(event.kind.rawValue) << 16
  }

  /// The event.
  var event: CheckEvent { CheckEvent(kind: kind, index: index) }

  /// The index of the event (`CheckEvent.index`).
  var index: Int { Int(truncatingIfNeeded: what & 0xFF) }

  /// The trigger code of the event (`TriggerCode`).
  var code: UInt8 { UInt8(truncatingIfNeeded: what >> 8) }

  var kind: CheckEvent.Kind {
    CheckEvent.Kind(rawValue: UInt8(truncatingIfNeeded: what >> 16)) ?? .turn
  }

  /// The index of the window to be placed; 0 if there is none.
  var window: Int { kind.isDevice ? 0 : index }
}
