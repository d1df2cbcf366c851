// SPDX-License-Identifier: Apache-2.0

/// What a few windows have been said to answer; each has a slot of three bits.
struct AnswerMemory: Hashable {
  /// As many windows as can be kept in mind.
  static let slots = 21

  /// For each slot 0, or a choice and one.
  private(set) var bits: UInt64 = 0

  /// The number of a choice; nil while it is not settled or no longer needed.
  subscript(slot: Int) -> UInt8? {
    get {
      let kept = UInt8(truncatingIfNeeded: bits >> UInt64(3 * slot)) & 7
      return kept == 0 ? nil : kept - 1
    }
    set {
      bits &= ~(7 << UInt64(3 * slot))
      if let newValue { bits |= UInt64(newValue + 1) << UInt64(3 * slot) }
    }
  }

  /// Forgets everything in some slots.
  mutating func forget(_ slots: AnswerMemory) { bits &= ~slots.bits }

  /// Everything that can be in a slot, for forgetting it.
  static func all(in slot: Int) -> AnswerMemory {
    var memory = AnswerMemory()
    memory.bits = 7 << UInt64(3 * slot)
    return memory
  }

  func union(_ other: AnswerMemory) -> AnswerMemory {
    var memory = self
    memory.bits |= other.bits
    return memory
  }
}
