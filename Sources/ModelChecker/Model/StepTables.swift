// SPDX-License-Identifier: Apache-2.0

/// The tables that every step reads, outside of Swift's arrays because steps are many.
@safe
struct StepTables {
  // SAFETY: the model owns them and frees them in its `deinit`; packed fields bound every index.

  /// What of a state decisions depend on: nothing, the page, or some windows.
  enum CellReadSet: UInt8 {
    case nothing, page, windows
  }

  /// What a window's event calls for: by kind and window.
  let windowOccasions: UnsafeMutableBufferPointer<UInt8>
  /// What an event of the device does to settings and device, and what it calls for.
  let deviceSteps: UnsafeMutableBufferPointer<UInt16>
  /// The settings after a window was added.
  let addRests: UnsafeMutableBufferPointer<UInt8>
  /// The cells of decisions that depend on the page at most.
  let pages: UnsafeMutableBufferPointer<DecisionCell>
  /// Which settings have the user's rotation lock on.
  var lockedRests: UInt16 = 0
  var reach = CellReadSet.windows
  /// The windows that decisions depend on.
  var relevant: UInt64 = 0
  /// Who takes part, where decisions depend on nothing else.
  var takingPart: ParticipationAbstraction?
  /// Whether a turn depends on neither the bar nor the device beyond where it asks to.
  var turnsAreBare = false
  /// The cells of other decisions: open addressing, at most half full; 0 marks a free slot.
  var keys: UnsafeMutableBufferPointer<UInt64>
  var values: UnsafeMutableBufferPointer<DecisionCell>

  init() {
    unsafe windowOccasions = Self.table(of: 0, 5 * PackedState.width)
    unsafe deviceSteps = Self.table(of: .max, 16 * 8 * 4 * 8)
    unsafe addRests = Self.table(of: .max, 16 * PackedState.width * 4)
    unsafe pages = Self.table(of: DecisionCell(), 64 + 16 * PackedState.width * 40)
    unsafe keys = Self.table(of: 0, 1 << 12)
    unsafe values = Self.table(of: DecisionCell(), 1 << 12)
  }

  func deallocate() {
    unsafe windowOccasions.deallocate()
    unsafe deviceSteps.deallocate()
    unsafe addRests.deallocate()
    unsafe pages.deallocate()
    unsafe keys.deallocate()
    unsafe values.deallocate()
  }

  /// The slot of what an event of the device does.
  @inline(__always)
  static func deviceSlot(_ state: PackedState, _ choice: Int) -> Int {
    ((state.settingsIndex &* 8 &+ state.device) &* 4 &+ state.bar) &* 8 &+ choice
  }

  /// Every turn of the device that has been looked up, with what it does.
  var knownTurns: [(settingsIndex: Int, device: Int, bar: Int, turn: Int, step: UInt16)] {
    unsafe deviceSteps.indices.compactMap { slot in
      let step = unsafe deviceSteps[slot]
      guard step != .max, slot % 8 < 5 else { return nil }
      return (slot / 256, slot / 32 % 8, slot / 8 % 4, slot % 8, step)
    }
  }

  /// The slot of a context, or the free one where it belongs.
  @inline(__always)
  func slot(_ key: UInt64) -> Int {
    let mixed = (key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15
    var slot = unsafe Int(truncatingIfNeeded: mixed >> 33) & (keys.count - 1)
    while unsafe keys[slot] != 0, unsafe keys[slot] != key {
      slot = unsafe (slot + 1) & (keys.count - 1)
    }
    return slot
  }

  /// How much memory the contexts take, in bytes.
  var bytes: Int {
    unsafe keys.count * (MemoryLayout<UInt64>.stride + MemoryLayout<DecisionCell>.stride)
  }

  /// Makes room for as many contexts again.
  mutating func grow() {
    let oldKeys = unsafe keys
    let oldValues = unsafe values
    unsafe keys = Self.table(of: 0, oldKeys.count * 2)
    unsafe values = Self.table(of: DecisionCell(), oldKeys.count * 2)
    for index in oldKeys.indices where unsafe oldKeys[index] != 0 {
      let slot = unsafe slot(oldKeys[index])
      unsafe keys[slot] = oldKeys[index]
      unsafe values[slot] = oldValues[index]
    }
    unsafe oldKeys.deallocate()
    unsafe oldValues.deallocate()
  }

  private static func table<Element>(
    of element: Element, _ count: Int
  ) -> UnsafeMutableBufferPointer<Element> {
    let table = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
    unsafe table.initialize(repeating: element)
    return unsafe table
  }
}
