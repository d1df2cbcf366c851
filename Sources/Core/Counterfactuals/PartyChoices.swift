// SPDX-License-Identifier: Apache-2.0

/// What some parties answer instead; a choice of a menu, 1 to 7, for each, packed into bits.
struct PartyChoices: Hashable {
  private var ones: UInt64 = 0
  private var twos: UInt64 = 0
  private var fours: UInt64 = 0

  /// Whoever answers otherwise.
  var parties: PartySet { PartySet(bits: ones | twos | fours) }

  /// A party's choice; 0 for its own answer.
  subscript(party: Int) -> UInt8 {
    get {
      var choice: UInt64 = ones >> UInt64(party) & 1
      choice |= (twos >> UInt64(party) & 1) << 1
      choice |= (fours >> UInt64(party) & 1) << 2
      return UInt8(choice)
    }
    set {
      let bit: UInt64 = 1 << UInt64(party)
      ones = newValue & 1 == 0 ? ones & ~bit : ones | bit
      twos = newValue & 2 == 0 ? twos & ~bit : twos | bit
      fours = newValue & 4 == 0 ? fours & ~bit : fours | bit
    }
  }

  /// Those of some parties.
  func restricted(to set: PartySet) -> PartyChoices {
    var choices = self
    choices.ones &= set.bits
    choices.twos &= set.bits
    choices.fours &= set.bits
    return choices
  }

  /// A number that others seldom have.
  var mixed: UInt64 {
    ones ^ (twos &* 0x9E37_79B9_7F4A_7C15) ^ (fours &* 0xD6E8_FEB8_6659_FD93)
  }
}
