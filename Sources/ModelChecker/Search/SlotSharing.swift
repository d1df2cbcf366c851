// SPDX-License-Identifier: Apache-2.0

/// Six bits of a state that number the states of one slot, so that one line of memory knows many.
///
/// They are taken where neighbours in time differ: bar, device, settings, key.
struct SlotSharing {
  /// The bits that are taken.
  let fields: UInt64
  private let firstShift: UInt64
  private let firstMask: UInt64
  private let secondShift: UInt64
  private let secondMask: UInt64

  /// Bar, device's orientation and the lowest bit of the settings: where the key never changes.
  static let keyless = SlotSharing(first: (52, 6), second: (54, 0))
  /// The key and the low bits of the device's orientation.
  static let keyed = SlotSharing(first: (48, 4), second: (54, 2))

  private init(first: (at: UInt64, width: UInt64), second: (at: UInt64, width: UInt64)) {
    firstShift = first.at
    firstMask = 1 << first.width &- 1
    secondShift = second.at &- first.width
    secondMask = (1 << second.width &- 1) << first.width
    fields = firstMask << firstShift | secondMask << secondShift
  }

  /// A state's number among those of its slot, 0 to 63.
  @inline(__always)
  func number(_ bits: UInt64) -> UInt64 {
    (bits &>> firstShift & firstMask) | (bits &>> secondShift & secondMask)
  }
}
