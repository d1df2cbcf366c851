// SPDX-License-Identifier: Apache-2.0

/// One way on from a state: an event and, where the key's heir is open, who has it then.
struct Transition {
  /// The state with the event in it and nothing decided yet.
  var start: PackedState
  var kind: CheckEvent.Kind
  /// As `CheckEvent.index`.
  var index: UInt8
  /// What the event calls for, as `TriggerCode` has it.
  var code: UInt8

  var event: CheckEvent { CheckEvent(kind: kind, index: Int(index)) }
}
