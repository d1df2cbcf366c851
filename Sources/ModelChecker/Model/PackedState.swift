// SPDX-License-Identifier: Apache-2.0

/// Everything of a scene that can change while it is checked.
///
/// Up to 64 windows: two orientation planes, hidden, present; then key, bar, device, settings and, where
/// the order of use counts, which of the shown windows that can count was used last. A window that left has its hidden bit set and its present bit clear. A `StateTable` keeps states in
/// as many words as the stack needs (`StateLayout`).
struct PackedState: Hashable {
  /// The most windows.
  static let width = 64
  static let plane = UInt64.max
  /// The key when there is none, and the page when there is none.
  static let none = 127
  /// What stands for the page in tables while no window is there at all.
  static let nobody = 126
  /// The device while it asks for nothing: flat or unknown.
  static let flat = 4

  var low: UInt64 = 0
  var high: UInt64 = 0
  var hidden: UInt64 = 0
  var present: UInt64 = 0
  private var keyByte: UInt8 = 0
  private var barByte: UInt8 = 0
  private var deviceByte: UInt8 = 0
  private var settingsByte: UInt8 = 0
  private var recentByte = UInt8(Self.none)

  init() {}

  func hash(into hasher: inout Hasher) { hasher.combine(mixed) }

  var key: Int {
    get { Int(keyByte) }
    set { keyByte = UInt8(truncatingIfNeeded: newValue) }
  }
  /// The status bar's orientation, raw value less 1.
  var bar: Int {
    get { Int(barByte) }
    set { barByte = UInt8(truncatingIfNeeded: newValue) }
  }
  /// The device's orientation, raw value less 1, or `flat`.
  var device: Int {
    get { Int(deviceByte) }
    set { deviceByte = UInt8(truncatingIfNeeded: newValue) }
  }
  /// Which of the scenes with these settings.
  var settingsIndex: Int {
    get { Int(settingsByte) }
    set { settingsByte = UInt8(truncatingIfNeeded: newValue) }
  }

  /// The window that counts because it was used last, or `none`; always that where no decision asks.
  var recent: Int {
    get { Int(recentByte) }
    set { recentByte = UInt8(truncatingIfNeeded: newValue) }
  }

  /// The key's window as a set; empty without one.
  var keyBit: UInt64 { Self.bit(key) }

  /// A window as a set; empty for `none` and `nobody`.
  @inline(__always)
  static func bit(_ window: Int) -> UInt64 { 1 << UInt64(truncatingIfNeeded: window) }

  /// The windows that are there and shown.
  var shown: UInt64 { present & ~hidden }

  /// How a window is turned, raw value less 1.
  func orientation(_ window: Int) -> Int {
    Int(truncatingIfNeeded: (low >> UInt64(window) & 1) | (high >> UInt64(window) & 1) << 1)
  }

  /// Turns a set of windows.
  @inline(__always)
  mutating func turn(_ windows: UInt64, to orientation: Int) {
    low = orientation & 1 == 0 ? low & ~windows : low | windows
    high = orientation & 2 == 0 ? high & ~windows : high | windows
  }
}

extension PackedState {
  /// Key, bar, device and settings as one number of 16 bits; a key among at most 15 windows.
  private var narrowFields: UInt64 {
    UInt64(keyByte == Self.none ? 15 : keyByte) | UInt64(barByte) << 4 | UInt64(deviceByte) << 6
      | UInt64(settingsByte) << 9
  }

  /// The state in one word, for stacks of at most 12 windows whose order of use does not count; never 0.
  var bits: UInt64 {
    let planes = low | high << 12 | hidden << 24 | present << 36
    return planes | narrowFields << 48 | 1 << 63
  }

  /// The state of one word.
  init(bits: UInt64) {
    let plane: UInt64 = 0xFFF
    low = bits & plane
    high = bits >> 12 & plane
    hidden = bits >> 24 & plane
    present = bits >> 36 & plane
    let key = UInt8(truncatingIfNeeded: bits >> 48 & 15)
    keyByte = key == 15 ? UInt8(Self.none) : key
    barByte = UInt8(truncatingIfNeeded: bits >> 52 & 3)
    deviceByte = UInt8(truncatingIfNeeded: bits >> 54 & 7)
    settingsByte = UInt8(truncatingIfNeeded: bits >> 57 & 15)
  }

  /// Key, bar, device, settings and the window used last in one word.
  var fields: UInt64 {
    get {
      UInt64(keyByte) | UInt64(barByte) << 8 | UInt64(deviceByte) << 16 | UInt64(settingsByte) << 24
        | UInt64(recentByte) << 32
    }
    set {
      keyByte = UInt8(truncatingIfNeeded: newValue)
      barByte = UInt8(truncatingIfNeeded: newValue >> 8)
      deviceByte = UInt8(truncatingIfNeeded: newValue >> 16)
      settingsByte = UInt8(truncatingIfNeeded: newValue >> 24)
      recentByte = UInt8(truncatingIfNeeded: newValue >> 32)
    }
  }

  /// A number for tables, different for most different states.
  var mixed: UInt64 {
    var mixed = (low ^ high << 32 ^ high >> 32) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 29 ^ hidden) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 32 ^ present) &* 0x94D0_49BB_1331_11EB
    mixed = (mixed ^ mixed >> 29 ^ fields) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 32
  }
}

extension PackedState {
  /// The state in which two windows have changed places.
  func swapped(_ left: Int, _ right: Int) -> PackedState {
    var state = self
    state.low = low.swappingBits(left, right)
    state.high = high.swappingBits(left, right)
    state.hidden = hidden.swappingBits(left, right)
    state.present = present.swappingBits(left, right)
    if key == left { state.key = right } else if key == right { state.key = left }
    if recent == left { state.recent = right } else if recent == right { state.recent = left }
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
