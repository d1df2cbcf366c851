// SPDX-License-Identifier: Apache-2.0

/// All variables of a stack at one moment, as five words.
///
/// Up to 64 windows: two bit planes of orientations, the hidden windows, the present ones. The
/// fifth word holds key, status bar, device, settings and, where the order of use is read, the most
/// recently used shown window. A removed window has its hidden bit set and its present bit clear.
package struct PackedState: Hashable {
  /// The maximum number of windows.
  static let width = 64
  static let plane = UInt64.max
  /// The value of the key, of the page and of the most recently used window if there is none.
  package static let none = 127
  /// The value of the page in lookup tables if no window is present.
  static let nobody = 126
  /// The device value for flat and unknown orientations, which have no interface orientation.
  static let flat = 4

  var low: UInt64 = 0
  var high: UInt64 = 0
  package var hidden: UInt64 = 0
  package var present: UInt64 = 0
  /// The key, status bar, device, settings and most recently used window in one word; the processor
  /// copies a word faster than separate bytes that were just written.
  private(set) var fields = UInt64(Self.none) << Self.recentShift

  package init() {}

  package func hash(into hasher: inout Hasher) { hasher.combine(mixed) }

  package var key: Int {
    get { Int(truncatingIfNeeded: fields & 127) }
    set { fields = fields & ~127 | UInt64(truncatingIfNeeded: newValue) & 127 }
  }
  /// The status bar's orientation, as raw value minus 1.
  package var bar: Int {
    get { Int(truncatingIfNeeded: fields >> 8 & 3) }
    set { fields = fields & ~(3 << 8) | (UInt64(truncatingIfNeeded: newValue) & 3) << 8 }
  }
  /// The device's interface orientation, as raw value minus 1, or `flat`.
  package var device: Int {
    get { Int(truncatingIfNeeded: fields >> 10 & 7) }
    set { fields = fields & ~(7 << 10) | (UInt64(truncatingIfNeeded: newValue) & 7) << 10 }
  }
  /// The index of the settings in `CheckModel.templates`.
  package var settingsIndex: Int {
    get { Int(truncatingIfNeeded: fields >> 13 & 15) }
    set { fields = fields & ~(15 << 13) | (UInt64(truncatingIfNeeded: newValue) & 15) << 13 }
  }

  /// The orientation of the second output, as raw value minus 1; 0 if all outputs have the status
  /// bar's (`CheckModel.secondOutput`).
  package var second: Int {
    get { Int(truncatingIfNeeded: fields >> 17 & 3) }
    set { fields = fields & ~(3 << 17) | (UInt64(truncatingIfNeeded: newValue) & 3) << 17 }
  }

  /// The number of the situation: the combination of status bar, device and settings.
  var situation: Int {
    @inline(__always) get { Self.situation(settings: settingsIndex, device: device, bar: bar) }
    set {
      (bar, device) = (newValue & 3, newValue / 4 % 5)
      settingsIndex = newValue / Self.situationsOfSettings
    }
  }

  @inline(__always)
  static func situation(settings: Int, device: Int, bar: Int) -> Int {
    settings &* situationsOfSettings &+ device &* 4 &+ bar
  }

  private static let situationsOfSettings = 5 * 4
  static let situations = 16 * situationsOfSettings

  /// The most recently used shown window, or `none`; always `none` if no decision reads the order
  /// of use.
  var recent: Int {
    get { Int(truncatingIfNeeded: fields >> Self.recentShift) }
    set {
      let others = fields & (1 << Self.recentShift - 1)
      fields = others | UInt64(truncatingIfNeeded: newValue) << Self.recentShift
    }
  }

  private static let recentShift: UInt64 = 32

  var keyBit: UInt64 { Self.bit(key) }

  /// Returns the bit of a window; 0 for `none` and `nobody`.
  @inline(__always)
  package static func bit(_ window: Int) -> UInt64 { 1 << UInt64(truncatingIfNeeded: window) }

  var shown: UInt64 { present & ~hidden }

  /// Returns a window's orientation, as raw value minus 1.
  package func orientation(_ window: Int) -> Int {
    Int(truncatingIfNeeded: (low >> UInt64(window) & 1) | (high >> UInt64(window) & 1) << 1)
  }

  @inline(__always)
  mutating func turn(_ windows: UInt64, to orientation: Int) {
    low = orientation & 1 == 0 ? low & ~windows : low | windows
    high = orientation & 2 == 0 ? high & ~windows : high | windows
  }
}

extension PackedState {
  /// The key, status bar, device, settings and second output in 15 bits, for at most 15 windows; key
  /// 15 means no window.
  private var narrowFields: UInt64 { fields & 15 | (fields >> 8 & 0x7FF) << 4 }

  /// The state in one word; never 0.
  ///
  /// Valid for at most 12 windows, and only if states omit the window that was used last.
  var bits: UInt64 {
    let planes = low | high << 12 | hidden << 24 | present << 36
    return planes | narrowFields << 48 | 1 << 63
  }

  init(bits: UInt64) {
    let plane: UInt64 = 0xFFF
    self.init(
      low: bits & plane, high: bits >> 12 & plane, hidden: bits >> 24 & plane,
      present: bits >> 36 & plane, fields: Self.fields(bits >> 48))
  }

  private static func fields(_ narrow: UInt64) -> UInt64 {
    let key = narrow & 15
    return (key == 15 ? UInt64(none) : key) | (narrow >> 4 & 0x7FF) << 8
      | UInt64(none) << recentShift
  }

  init(low: UInt64, high: UInt64, hidden: UInt64, present: UInt64, fields: UInt64) {
    (self.low, self.high) = (low, high)
    (self.hidden, self.present) = (hidden, present)
    self.fields = fields
  }

  var mixed: UInt64 {
    var mixed = (low ^ high << 32 ^ high >> 32) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 29 ^ hidden) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 32 ^ present) &* 0x94D0_49BB_1331_11EB
    mixed = (mixed ^ mixed >> 29 ^ fields) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 32
  }
}

extension PackedState {
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
  func swapped(_ left: Int, _ right: Int) -> DecisionCell {
    var cell = self
    cell.shown = shown.swappingBits(left, right)
    cell.hidden = hidden.swappingBits(left, right)
    cell.raisingShown = raisingShown.swappingBits(left, right)
    cell.raisingHidden = raisingHidden.swappingBits(left, right)
    cell.writers = writers.swappingBits(left, right)
    cell.second = second.swappingBits(left, right)
    return cell
  }
}

extension FixedWidthInteger {
  func swappingBits(_ left: Int, _ right: Int) -> Self {
    let differs = (self >> left ^ self >> right) & 1
    return self ^ (differs << left | differs << right)
  }
}

/// A hash table that numbers states in the order of insertion, each with a value; if histories of key
/// windows are told apart, it numbers pairs of a state and a history.
@safe
struct StateNumbers<Value> {
  // SAFETY: the owner frees the memory, once; a mask bounds the slots, `count` the entries.

  struct Key: Equatable {
    let state: PackedState
    private let historyNumber: Int32

    init(_ state: PackedState, history: Int = 0) {
      (self.state, historyNumber) = (state, Int32(truncatingIfNeeded: history))
    }

    var history: Int { Int(historyNumber) }

    fileprivate var mixed: UInt64 {
      state.mixed ^ UInt64(truncatingIfNeeded: history) &* 0x9E37_79B9
    }
  }

  /// A value and its key; the value comes first, so it has the entry's address.
  private struct Entry {
    var value: Value
    let key: Key
  }

  private(set) var count = 0
  /// The entries, by number; a key and its value share a cache line or two.
  private var entries: UnsafeMutablePointer<Entry>
  /// Each slot holds the upper half of a key's hash and the key's number plus 1; 0 if free.
  private var slots: UnsafeMutablePointer<UInt64>
  private var mask = 1023

  init() {
    unsafe entries = .allocate(capacity: 512)
    unsafe slots = .allocate(capacity: 1024)
    unsafe slots.initialize(repeating: 0, count: 1024)
  }

  func deallocate() {
    unsafe entries.deallocate()
    unsafe slots.deallocate()
  }

  /// The memory of the table, in bytes.
  var bytes: Int {
    (mask + 1) * (MemoryLayout<UInt64>.stride + MemoryLayout<Entry>.stride / 2)
  }

  subscript(number: Int) -> Value {
    @inline(__always) get { unsafe entries[number].value }
    @inline(__always) nonmutating set { unsafe entries[number].value = newValue }
  }

  @inline(__always)
  func key(_ number: Int) -> Key { unsafe entries[number].key }

  /// Returns the address of a number's value, valid until another one is added.
  @inline(__always)
  func address(_ number: Int) -> UnsafePointer<Value> {
    unsafe UnsafeRawPointer(entries + number).assumingMemoryBound(to: Value.self)
  }

  /// Returns the number of a state with history 0; `nil` if it was not inserted.
  @inline(__always)
  func known(_ state: PackedState) -> Int? {
    let key = Key(state)
    let number = unsafe Int(slots[slot(key, key.mixed)] & 0xFFFF_FFFF) - 1
    return number >= 0 ? number : nil
  }

  /// Returns the number of a key, and whether the key is new: then `value` is inserted with the number
  /// `count`.
  @inline(__always)
  mutating func insert(_ key: Key, _ value: Value) -> (number: Int, isNew: Bool) {
    let mixed = key.mixed
    let slot = slot(key, mixed)
    let known = unsafe Int(slots[slot] & 0xFFFF_FFFF) - 1
    if known >= 0 { return (known, false) }
    unsafe (entries + count).initialize(to: Entry(value: value, key: key))
    count += 1
    unsafe slots[slot] = Self.content(mixed, count)
    if count * 2 > mask { grow() }
    return (count - 1, true)
  }

  private static func content(_ mixed: UInt64, _ number: Int) -> UInt64 {
    mixed & ~0xFFFF_FFFF | UInt64(number)
  }

  /// Returns the slot of a key, or the free one in which the key belongs.
  @inline(__always)
  private func slot(_ key: Key, _ mixed: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: mixed) & mask
    while true {
      let content = unsafe slots[slot]
      if content == 0 { return slot }
      let isSame = (content ^ mixed) >> 32 == 0
      if isSame, unsafe entries[Int(content & 0xFFFF_FFFF) - 1].key == key { return slot }
      slot = (slot + 1) & mask
    }
  }

  private mutating func grow() {
    let old = unsafe (entries, slots)
    mask = mask * 2 + 1
    unsafe entries = .allocate(capacity: (mask + 1) / 2)
    unsafe entries.moveInitialize(from: old.0, count: count)
    unsafe slots = .allocate(capacity: mask + 1)
    unsafe slots.initialize(repeating: 0, count: mask + 1)
    for number in 0..<count {
      let mixed = unsafe entries[number].key.mixed
      var slot = Int(truncatingIfNeeded: mixed) & mask
      while unsafe slots[slot] != 0 { slot = (slot + 1) & mask }
      unsafe slots[slot] = Self.content(mixed, number + 1)
    }
    unsafe old.0.deallocate()
    unsafe old.1.deallocate()
  }
}
