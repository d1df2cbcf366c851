// SPDX-License-Identifier: Apache-2.0

/// One thing that can happen in a check.
struct CheckEvent: Hashable {
  enum Kind: UInt8 {
    case show, hide, makeKey, add, remove, turn, lock, unlock
  }

  var kind: Kind
  /// The window's position, or the device's orientation as `PackedState.device` has it.
  var index: Int = 0

  var isDevice: Bool { kind == .turn || kind == .lock || kind == .unlock }
}
