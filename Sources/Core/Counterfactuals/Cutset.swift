// SPDX-License-Identifier: Apache-2.0

/// Who has been settled to answer what, and how free the others are.
struct Cutset {
  /// What a party may still do.
  enum Freedom {
    /// Nothing: its answer is settled.
    case none
    /// Follow the page. Others that ask it see nothing of that.
    case follows
    /// Anything but leave.
    case stays
    /// Anything.
    case all
  }

  private(set) var changes = PartyChoices()
  /// The windows that were found to count for more than what they add and answer others.
  private(set) var heard = PartySet()
  private var follows = PartySet()
  private var stays = PartySet()
  private var all: PartySet

  /// Everybody is free.
  init(_ everybody: PartySet) { all = everybody }

  func freedom(of party: Int) -> Freedom {
    if all.contains(party) { return .all }
    if stays.contains(party) { return .stays }
    return follows.contains(party) ? .follows : .none
  }

  /// Leaves a party less free, its answer unchanged so far.
  mutating func limit(_ party: Int, to freedom: Freedom) {
    all = all.removing(party)
    stays = stays.removing(party)
    follows = follows.removing(party)
    switch freedom {
    case .none: break
    case .follows: follows = follows.inserting(party)
    case .stays: stays = stays.inserting(party)
    case .all: all = all.inserting(party)
    }
  }

  mutating func hear(_ party: Int) { heard = heard.inserting(party) }

  /// The same with one more party settled to a choice.
  func settling(_ party: Int, _ choice: UInt8) -> Cutset {
    var other = self
    other.limit(party, to: .none)
    other.changes[party] = choice
    return other
  }
}
