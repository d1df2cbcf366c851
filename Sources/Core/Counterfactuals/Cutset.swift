// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// A cutset: the fixed choices of some parties, and the choices that the other parties may still
/// take.
struct Cutset {
  enum Freedom {
    case none
    /// The party may keep its answers or give the page's; either has the same effect on windows
    /// that ask the party.
    case follows
    /// The party may take every choice except removal.
    case stays
    case all
  }

  private(set) var changes = Assignment()
  /// The windows whose answers the decision reads directly, not only as contributions or forwarded
  /// questions.
  private(set) var directlyRead = PartySet()
  private var follows = PartySet()
  private var stays = PartySet()
  private var all: PartySet

  init(_ everybody: PartySet) { all = everybody }

  func freedom(of party: Int) -> Freedom {
    if all.contains(party) { return .all }
    if stays.contains(party) { return .stays }
    return follows.contains(party) ? .follows : .none
  }

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

  mutating func markRead(_ party: Int) { directlyRead = directlyRead.inserting(party) }

  func settling(_ party: Int, _ choice: UInt8) -> Cutset {
    var other = self
    other.limit(party, to: .none)
    other.changes[party] = choice
    return other
  }
}

/// The sets of changed settings that leave every window the same masks as one of their proper
/// subsets.
///
/// No minimal repair changes exactly such a set of settings. This pruning halves the 99th
/// percentile of the search's time.
struct SettingsPruning {
  private let idle: Set<PartySet>
  private let hopeless: Set<PartySet>

  init(_ search: RepairSearch) {
    let idle = Self.idle(search)
    let all = search.settings
    self.idle = idle
    hopeless = idle.filter { set in
      all.subsets.allSatisfy { !$0.contains(set) || idle.contains($0) }
    }
  }

  /// Returns whether changing these settings has the same effect as changing only some of them.
  func isIdle(_ settings: PartySet) -> Bool { idle.contains(settings) }

  /// Returns whether every set that contains these settings has the same effect as one of its
  /// proper subsets.
  func isHopeless(_ settings: PartySet) -> Bool {
    !hopeless.isEmpty && hopeless.contains(settings)
  }

  private static func idle(_ search: RepairSearch) -> Set<PartySet> {
    guard let prepared = search.counterfactual.prepared([]) else { return [] }
    // The lock can suppress the event itself, which the windows' masks do not show.
    let lock = search.settings.members.first { search.parties[$0].subject == .lock }
    let settings = search.settings.members.filter { $0 != lock }
    guard !settings.isEmpty else { return [] }
    var known: [(set: PartySet, allowances: [OrientationMask])] = []
    var idle: Set<PartySet> = []
    let masks = settings.reduce(PartySet()) { $0.inserting($1) }
    for set in masks.subsets {
      guard
        let allowances = prepared.allowances(
          set.members.compactMap { search.intervention($0, 1) })
      else { return [] }
      if known.contains(where: { set.contains($0.set) && $0.allowances == allowances }) {
        idle.insert(set)
        if let lock { idle.insert(set.inserting(lock)) }
      }
      known.append((set, allowances))
    }
    return idle
  }
}
