// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// A party (window, app, delegate, device or lock) whose answer can be changed, with the
/// alternatives to its answer.
struct BlameParty: Sendable {
  /// The kinds of parties; a uniform assignment gives all parties of a kind the same alternative.
  enum Kind: Sendable {
    case page, window, setting
  }

  /// The maximum number of windows that become parties; the search of a scene with more is
  /// incomplete.
  static let mostWindows = 60

  let subject: Intervention.Subject
  let kind: Kind
  let overrides: [Intervention.Override]

  /// Returns the parties whose answers can affect a decision, and whether the list is complete.
  static func all(in counterfactual: Counterfactual) -> (parties: [BlameParty], isWhole: Bool) {
    let start = counterfactual.start()
    let page = start.pageIndex
    let rules = counterfactual.rules
    let hasRoots = rules.scope == .window
    // If the aggregation of answers is unknown, a window that the rule set does not ask may still
    // matter, for example because another window forwards questions to it. So all windows are
    // parties.
    let isTangled =
      (counterfactual.rules.searchable?.aggregation(in: start) ?? .unknown) == .unknown
    var windows: [BlameParty] = []
    for (index, window) in start.windows.enumerated() where !window.isFollower {
      let subject = Intervention.Subject.party(.window(window.id))
      if index == page {
        windows.append(BlameParty(subject: subject, kind: .page, overrides: [.agrees, .refuses]))
      } else if hasRoots, window.root == nil {
        // A window without a root has no answer to change; only the main window takes part without
        // one (B-12).
        guard window.id == start.mainWindow else { continue }
        windows.append(BlameParty(subject: subject, kind: .window, overrides: [.leaves]))
      } else if isTangled || !hasRoots || rules.isVoter(window, in: start) {
        windows.append(
          BlameParty(
            subject: subject, kind: .window, overrides: [.follows, .refuses, .leaves, .agrees]))
      }
    }
    let settings: [Intervention.Subject] = [
      .party(.app), .party(.delegate), .party(.device), .lock,
    ]
    let effective = settings.filter { subject in
      subject == .lock
        ? counterfactual.verdict.before.device.isRotationLocked
        : counterfactual.start([Intervention(subject, .agrees)]) != start
    }
    return (
      effective.map { BlameParty(subject: $0, kind: .setting, overrides: [.agrees]) }
        + windows.prefix(mostWindows),
      windows.count <= mostWindows
    )
  }
}

/// A set of parties, as bits at their indices from 0 to 63.
struct PartySet: Sendable, Hashable {
  private(set) var bits: UInt64

  init(bits: UInt64 = 0) { self.bits = bits }

  init(upTo count: Int) { bits = count >= 64 ? .max : (1 << UInt64(count)) - 1 }

  init(_ member: Int) { bits = 1 << UInt64(member) }

  var isEmpty: Bool { bits == 0 }
  var count: Int { bits.nonzeroBitCount }

  var members: [Int] {
    var left = bits
    var members: [Int] = []
    while left != 0 {
      members.append(left.trailingZeroBitCount)
      left &= left - 1
    }
    return members
  }

  /// All subsets of the set, each listed after its own subsets; there are 2 to the power of
  /// `count`.
  var subsets: [PartySet] {
    members.reduce([PartySet()]) { sets, member in sets + sets.map { $0.inserting(member) } }
  }

  func contains(_ member: Int) -> Bool { bits >> UInt64(member) & 1 == 1 }
  func contains(_ other: PartySet) -> Bool { other.bits & ~bits == 0 }
  func meets(_ other: PartySet) -> Bool { bits & other.bits != 0 }
  func inserting(_ member: Int) -> PartySet { PartySet(bits: bits | 1 << UInt64(member)) }
  func removing(_ member: Int) -> PartySet { PartySet(bits: bits & ~(1 << UInt64(member))) }
  func union(_ other: PartySet) -> PartySet { PartySet(bits: bits | other.bits) }
  func intersection(_ other: PartySet) -> PartySet { PartySet(bits: bits & other.bits) }
  func subtracting(_ other: PartySet) -> PartySet { PartySet(bits: bits & ~other.bits) }

  /// Returns the minimal hitting sets of `sets`; `nil` as soon as there are more than `most`.
  ///
  /// Minimal repairs are the minimal hitting sets of the minimal conflicts, and vice versa
  /// (Liffiton and Sakallah).
  static func minimalHitting(_ sets: [PartySet], most: Int) -> [PartySet]? {
    var found = [PartySet()]
    for set in sets {
      let kept = found.filter { $0.meets(set) }
      // Sets in `found` do not contain one another, so only a set to which a party was added can
      // contain another set.
      let grown = found.filter { !$0.meets(set) }.flatMap { short in
        set.members.map { short.inserting($0) }.filter { candidate in
          !kept.contains { candidate.contains($0) }
        }
      }
      found = kept + grown
      if found.count > most { return nil }
    }
    return found
  }
}

/// The choices that each party has; an `Assignment` selects one choice for each party.
struct PartyMenus {
  private struct Menu {
    var follows: UInt8 = 0
    var leaves: UInt8 = 0
    var all: [UInt8]
    var staying: [UInt8]
    var following: [UInt8]
  }

  private let menus: [Menu]
  private var windows: [(id: WindowID, party: Int)] = []

  init(_ parties: [BlameParty]) {
    menus = parties.map { party in
      let all = (0...party.overrides.count).map { UInt8($0) }
      let follows = party.overrides.firstIndex(of: .follows).map { UInt8($0 + 1) } ?? 0
      let leaves = party.overrides.firstIndex(of: .leaves).map { UInt8($0 + 1) } ?? 0
      return Menu(
        follows: follows, leaves: leaves, all: all,
        staying: all.filter { $0 == 0 || $0 != leaves },
        following: follows == 0 ? [0] : [0, follows])
    }
    for (index, party) in parties.enumerated() {
      if case .party(.window(let id)) = party.subject { windows.append((id, index)) }
    }
  }

  func party(_ id: WindowID) -> Int? { windows.first { $0.id == id }?.party }

  /// Returns the number of a party's choice `.follows`, to give the page's answers; 0 if the party
  /// has no such choice.
  func follows(_ party: Int) -> UInt8 { menus[party].follows }

  /// Returns the number of a party's choice `.leaves`, to be removed; 0 if the party has no such
  /// choice.
  func leaves(_ party: Int) -> UInt8 { menus[party].leaves }

  /// Returns the choices that a degree of freedom leaves to a party, beginning with 0, the recorded
  /// answer.
  func choices(_ party: Int, _ freedom: Cutset.Freedom) -> [UInt8] {
    switch freedom {
    case .none: [0]
    case .follows: menus[party].following
    case .stays: menus[party].staying
    case .all: menus[party].all
    }
  }

  func leaving(_ changes: Assignment) -> PartySet {
    changes.parties.members.reduce(into: PartySet()) { gone, party in
      if changes[party] == menus[party].leaves { gone = gone.inserting(party) }
    }
  }
}

/// The choice of each party: 0 keeps the recorded answer, *n* from 1 to 7 takes the *n*-th of its
/// `overrides`.
///
/// The choices are stored as three bit planes.
struct Assignment: Hashable {
  private var ones: UInt64 = 0
  private var twos: UInt64 = 0
  private var fours: UInt64 = 0

  var parties: PartySet { PartySet(bits: ones | twos | fours) }

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

  func restricted(to set: PartySet) -> Assignment {
    var choices = self
    choices.ones &= set.bits
    choices.twos &= set.bits
    choices.fours &= set.bits
    return choices
  }

  /// A hash of the assignment, for the memo table.
  var mixed: UInt64 {
    ones ^ (twos &* 0x9E37_79B9_7F4A_7C15) ^ (fours &* 0xD6E8_FEB8_6659_FD93)
  }
}
