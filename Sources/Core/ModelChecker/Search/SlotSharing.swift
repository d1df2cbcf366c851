// SPDX-License-Identifier: Apache-2.0

/// A six-bit number for the states of one slot, so that one cache line holds many states.
///
/// The number is made of fields that differ between consecutive states: bar, device, settings, key.
struct SlotSharing {
  /// The bits of a state that form the number.
  let fields: UInt64
  private let shift: UInt64
  private let mask: UInt64
  private let most: UInt64
  private let deviceMask: UInt64
  private let stride: UInt64

  private static let deviceShift: UInt64 = 54

  /// Creates the numbering for a number of windows; with `isKeyFree` their key never changes.
  init(windows: Int, isKeyFree: Bool) {
    // Bar, device and the lowest bit of the settings; or the key and the device, of which all
    // values fit for 11 windows and none.
    let isNarrow = windows < 12
    shift = isKeyFree ? 52 : 48
    mask = isKeyFree ? 63 : 15
    most = isKeyFree || !isNarrow ? mask : 11
    deviceMask = isKeyFree ? 0 : isNarrow ? 7 : 3
    stride = most + 1
    fields = mask << shift | deviceMask << Self.deviceShift
  }

  /// Returns the number of a state in its slot, 0 to 63.
  @inline(__always)
  func number(_ bits: UInt64) -> UInt64 {
    min(bits &>> shift & mask, most) &+ (bits &>> Self.deviceShift & deviceMask) &* stride
  }
}
