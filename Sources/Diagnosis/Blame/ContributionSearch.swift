// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The search where a rule set says on whom a decision hangs as a whole.
///
/// It takes every way in which settings can stand and the windows that say who decides can be there,
/// few changes first. In each, all windows add their contributions, one after the other: ways of
/// answering with the same sum end alike, and of those only the ones that change the least are
/// followed. So nothing is missed, though hardly anything is tried.
struct ContributionSearch {
  /// Ordinary stacks need a few hundred contributions; beyond this the answer comes too late.
  static let mostContributions = 100_000
  /// As many decisions are taken again at most to see whether a sum is enough.
  static let mostEvaluations = 20_000
  /// A party whose answer is still open.
  static let open = UInt8.max
  /// The same for one that is there in any case.
  static let stays = UInt8.max - 1

  /// The minimal sets found for one goal.
  struct Found {
    let goal: BlameGoal
    var sets: [PartySet] = []
    /// For each set, one assignment that reaches the goal.
    var witnesses: [PartySet: BlameTrial.Assignment] = [:]

    func spares(_ set: PartySet) -> Bool { sets.contains { set.contains($0) } }
  }

  var found: [Found]
  var desk = ContributionDesk()
  // How ways came about: what was there before, whose choice, which one.
  var steps: [(before: Int32, party: Int, choice: UInt8)] = []
  private let windows: [WindowID: Int]
  /// Settings that do together what fewer of them do.
  private let idle: Set<PartySet>
  /// Those that still do when any more come to them.
  private let hopeless: Set<PartySet>

  /// Finds all minimal sets of parties that reach the goals; nil where too little is known.
  init?(_ trial: inout BlameTrial) {
    found = trial.goals.map { Found(goal: $0) }
    var windows: [WindowID: Int] = [:]
    for (index, party) in trial.parties.enumerated() {
      if case .party(.window(let id)) = party.subject { windows[id] = index }
    }
    self.windows = windows
    let idle = Self.idle(trial)
    let all = trial.settings
    self.idle = idle
    hopeless = idle.filter { set in
      all.subsets.allSatisfy { !$0.contains(set) || idle.contains($0) }
    }
    // By the number of changes, since sets found early spare the later ones.
    var queue: [[BlameTrial.Assignment]] = Array(repeating: [], count: trial.parties.count + 1)
    queue[0].append(trial.parties.map { _ in Self.open })
    for changes in queue.indices {
      while let next = queue[changes].popLast() {
        if isSpared(Self.changed(next)) { continue }
        guard visit(next, &trial, { queue[changes + 1].append($0) }),
          desk.isWithinBounds
        else { return nil }
      }
    }
  }

  /// Sets of settings of which a part leaves every window the same: no minimal repair has them.
  private static func idle(_ trial: BlameTrial) -> Set<PartySet> {
    guard let rehearsal = trial.retrial.rehearsal([]) else { return [] }
    // What is felt of an event hangs on the lock, which is no matter of masks.
    let lock = trial.settings.members.first { trial.parties[$0].subject == .lock }
    let settings = trial.settings.members.filter { $0 != lock }
    guard !settings.isEmpty else { return [] }
    var known: [(set: PartySet, allowances: [OrientationMask])] = []
    var idle: Set<PartySet> = []
    let masks = settings.reduce(PartySet()) { $0.inserting($1) }
    for set in masks.subsets {
      guard
        let allowances = rehearsal.allowances(
          set.members.compactMap { trial.amendment($0, 1) })
      else { return [] }
      if known.contains(where: { set.contains($0.set) && $0.allowances == allowances }) {
        idle.insert(set)
        if let lock { idle.insert(set.inserting(lock)) }
      }
      known.append((set, allowances))
    }
    return idle
  }

  /// Whoever has been settled to answer otherwise.
  static func changed(_ assignment: BlameTrial.Assignment) -> PartySet {
    var set = PartySet()
    for (party, choice) in assignment.enumerated() where choice != 0 && choice < stays {
      set = set.inserting(party)
    }
    return set
  }

  /// Whether part of the changes is known to be enough for everything.
  func isSpared(_ set: PartySet) -> Bool { found.allSatisfy { $0.spares(set) } }

  /// The party that a window is; nil for one that has no say.
  func party(_ window: WindowID) -> Int? { windows[window] }

  /// Puts off what differs in one more change, settles the rest, and adds up contributions.
  private mutating func visit(
    _ assignment: BlameTrial.Assignment, _ trial: inout BlameTrial,
    _ later: (BlameTrial.Assignment) -> Void
  ) -> Bool {
    var assignment = assignment
    func branch(_ party: Int, _ stands: (Amendment.Stand) -> Bool, rest: UInt8) {
      for (choice, stand) in trial.parties[party].stands.enumerated() where stands(stand) {
        var other = assignment
        other[party] = UInt8(choice + 1)
        if !hopeless.isEmpty,
          hopeless.contains(Self.changed(other).intersection(trial.settings))
        {
          continue
        }
        later(other)
      }
      assignment[party] = rest
    }
    let amendments = trial.amendments(Self.closed(assignment))
    guard let rehearsal = trial.retrial.rehearsal(amendments), let hearing = rehearsal.hearing
    else { return false }
    for party in trial.settings.members where assignment[party] == Self.open {
      // The lock can keep an event from being felt; the others say nothing where nobody is asked.
      if hearing.asksSettings || trial.parties[party].subject == .lock {
        branch(party, { _ in true }, rest: 0)
      }
    }
    // More settings may come to it, but these by themselves do what fewer of them do.
    if idle.contains(Self.changed(assignment).intersection(trial.settings)) { return true }
    for id in hearing.heard {
      guard let party = party(id), assignment[party] >= Self.stays else { continue }
      let mayLeave = assignment[party] == Self.open
      branch(party, { mayLeave || $0 != .leaves }, rest: 0)
    }
    for id in hearing.present {
      guard let party = party(id), assignment[party] == Self.open else { continue }
      branch(party, { $0 == .leaves }, rest: Self.stays)
    }
    var presence = assignment
    for party in trial.settings.members { presence[party] = 0 }
    let source = ContributionTable.Source(
      assignment: assignment, rehearsal: rehearsal, hearing: hearing,
      settings: trial.settings.intersection(Self.changed(assignment)),
      occasions: desk.number(of: rehearsal.occasions), presence: desk.number(of: presence),
      parties: windows)
    guard let table = ContributionTable(source, trial, &desk) else { return false }
    return add(table, &trial)
  }

  /// The assignment in which everybody open answers what was answered.
  static func closed(_ assignment: BlameTrial.Assignment) -> BlameTrial.Assignment {
    assignment.map { $0 < stays ? $0 : 0 }
  }
}
