// SPDX-License-Identifier: Apache-2.0

/// Everything of a scene that can change while it is checked, in 64 bits.
///
/// Up to 12 windows: two orientation planes, hidden, present; then key, bar, device and settings.
/// A window that left has its hidden bit set and its present bit clear.
struct PackedState: Hashable {
  static let width = 12
  static let plane: UInt64 = 0xFFF
  /// The key when there is none, and the page when there is none.
  static let none = 15
  /// What stands for the page in tables while no window is there at all.
  static let nobody = 14
  /// The device while it asks for nothing: flat or unknown.
  static let flat = 4

  /// Bit 63 is always set, so that 0 can mark a free slot of a table.
  var bits: UInt64 = 1 << 63

  var low: UInt64 {
    get { bits & Self.plane }
    set { bits = bits & ~Self.plane | newValue }
  }
  var high: UInt64 {
    get { bits >> 12 & Self.plane }
    set { bits = bits & ~(Self.plane << 12) | newValue << 12 }
  }
  var hidden: UInt64 {
    get { bits >> 24 & Self.plane }
    set { bits = bits & ~(Self.plane << 24) | newValue << 24 }
  }
  var present: UInt64 {
    get { bits >> 36 & Self.plane }
    set { bits = bits & ~(Self.plane << 36) | newValue << 36 }
  }
  var key: Int {
    get { Int(truncatingIfNeeded: bits >> 48 & 15) }
    set { bits = bits & ~(15 << 48) | UInt64(truncatingIfNeeded: newValue) << 48 }
  }
  /// The status bar's orientation, raw value less 1.
  var bar: Int {
    get { Int(truncatingIfNeeded: bits >> 52 & 3) }
    set { bits = bits & ~(3 << 52) | UInt64(truncatingIfNeeded: newValue) << 52 }
  }
  /// The device's orientation, raw value less 1, or `flat`.
  var device: Int {
    get { Int(truncatingIfNeeded: bits >> 54 & 7) }
    set { bits = bits & ~(7 << 54) | UInt64(truncatingIfNeeded: newValue) << 54 }
  }
  /// Which of the scenes with these settings.
  var settingsIndex: Int {
    get { Int(truncatingIfNeeded: bits >> 57 & 15) }
    set { bits = bits & ~(15 << 57) | UInt64(truncatingIfNeeded: newValue) << 57 }
  }

  /// The windows that are there and shown.
  var shown: UInt64 { present & ~hidden }

  /// How a window is turned, raw value less 1.
  func orientation(_ window: Int) -> Int {
    Int(truncatingIfNeeded: (bits >> UInt64(window) & 1) | (bits >> UInt64(window + 12) & 1) << 1)
  }

  /// Turns a set of windows.
  mutating func turn(_ windows: UInt64, to orientation: Int) {
    let low: UInt64 = orientation & 1 == 0 ? 0 : windows
    let high: UInt64 = orientation & 2 == 0 ? 0 : windows
    bits = bits & ~(windows | windows << 12) | low | high << 12
  }
}

extension PackedState {
  /// The state in which two windows have changed places.
  func swapped(_ left: Int, _ right: Int) -> PackedState {
    var state = self
    for plane in stride(from: 0, to: 4 * Self.width, by: Self.width) {
      state.bits = state.bits.swappingBits(left + plane, right + plane)
    }
    if key == left { state.key = right } else if key == right { state.key = left }
    return state
  }
}

extension DecisionCell {
  /// The decision in which two windows have changed places.
  func swapped(_ left: Int, _ right: Int) -> DecisionCell {
    var cell = self
    cell.shown = shown.swappingBits(left, right)
    cell.hidden = hidden.swappingBits(left, right)
    cell.raisingShown = raisingShown.swappingBits(left, right)
    cell.raisingHidden = raisingHidden.swappingBits(left, right)
    cell.writers = writers.swappingBits(left, right)
    return cell
  }
}

extension FixedWidthInteger {
  /// The value with two of its bits exchanged.
  func swappingBits(_ left: Int, _ right: Int) -> Self {
    let differs = (self >> left ^ self >> right) & 1
    return self ^ (differs << left | differs << right)
  }
}
