// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// All minimal repairs by dynamic programming over the windows, after cutset conditioning.
///
/// Every way is taken in which those can stand of whom more depends than their own contribution: the
/// settings, the windows that say who decides, and whomever other windows ask (the cutset; Dechter,
/// "Constraint Processing", chapter 10). With these settled, what a window adds depends on nothing but
/// its own answer and the sum before it. So the windows are taken in one after the other, ways of
/// answering with equal sums are interchangeable, and of those only the ones are followed that change
/// the least. Few changes come first, since a repair found early spares whatever contains it.
struct CutsetSearch {
  /// How many contributions and additions a search may take; ordinary stacks need a few thousand.
  static let mostSteps = 1_000_000
  /// As many decisions are taken again at most to see whether a sum is enough.
  static let mostEvaluations = 20_000

  typealias Assignment = RepairSearch.Assignment
  /// A party whose answer is still open.
  private static let open = UInt8.max
  /// The same for one that is there in any case.
  private static let stays = UInt8.max - 1

  /// The minimal sets found for one goal.
  struct Found {
    let goal: BlameGoal
    fileprivate(set) var sets: [PartySet] = []
    /// For each set, one assignment that reaches the goal.
    fileprivate(set) var witnesses: [PartySet: Assignment] = [:]

    func spares(_ set: PartySet) -> Bool { sets.contains { set.contains($0) } }
  }

  private(set) var found: [Found]
  private var cache = ContributionCache()
  // How ways came about: what was there before, whose choice, which one.
  private var record: [(before: Int32, party: Int, choice: UInt8)] = []
  private var steps = 0
  private let windows: [WindowID: Int]
  private let settings: SettingsPruning

  /// How many contributions were found out.
  var contributions: Int { cache.evaluations }

  /// Finds all minimal sets of parties that reach the goals; nil where too little is known, or more
  /// steps were needed than are worth it.
  init?(_ search: inout RepairSearch) {
    found = search.goals.map { Found(goal: $0) }
    var windows: [WindowID: Int] = [:]
    for (index, party) in search.parties.enumerated() {
      if case .party(.window(let id)) = party.subject { windows[id] = index }
    }
    self.windows = windows
    settings = SettingsPruning(search)
    var queue: [[Assignment]] = Array(repeating: [], count: search.parties.count + 1)
    queue[0].append(search.parties.map { _ in Self.open })
    for changes in queue.indices {
      while let next = queue[changes].popLast() {
        if isSpared(Self.changed(next)) { continue }
        let isKnown = visit(next, &search) { queue[changes + 1].append($0) }
        guard isKnown, isWithinBounds else { return nil }
      }
    }
  }

  private var isWithinBounds: Bool { steps < Self.mostSteps && cache.isWithinBounds }

  /// Whoever has been settled to answer otherwise.
  private static func changed(_ assignment: Assignment) -> PartySet {
    var set = PartySet()
    for (party, choice) in assignment.enumerated() where choice != 0 && choice < stays {
      set = set.inserting(party)
    }
    return set
  }

  /// The assignment in which everybody open answers what was answered.
  private static func closed(_ assignment: Assignment) -> Assignment {
    assignment.map { $0 < stays ? $0 : 0 }
  }

  /// Whether part of the changes is known to be enough for everything.
  private func isSpared(_ set: PartySet) -> Bool { found.allSatisfy { $0.spares(set) } }

  /// Puts off what differs in one more change, settles the cutset as it is, and adds up the rest.
  private mutating func visit(
    _ assignment: Assignment, _ search: inout RepairSearch, _ later: (Assignment) -> Void
  ) -> Bool {
    var assignment = assignment
    func branch(_ party: Int, _ overrides: (Intervention.Override) -> Bool, rest: UInt8) {
      for (choice, override) in search.parties[party].overrides.enumerated()
      where overrides(override) {
        var other = assignment
        other[party] = UInt8(choice + 1)
        if settings.isHopeless(Self.changed(other).intersection(search.settings)) { continue }
        later(other)
      }
      assignment[party] = rest
    }
    let amendments = search.amendments(Self.closed(assignment))
    guard let prepared = search.counterfactual.prepared(amendments),
      let dependencies = prepared.dependencies
    else { return false }
    for party in search.settings.members where assignment[party] == Self.open {
      // The lock can keep an event from being felt; the others say nothing where nobody is asked.
      if dependencies.asksSettings || search.parties[party].subject == .lock {
        branch(party, { _ in true }, rest: 0)
      }
    }
    // More settings may come to it, but these by themselves do what fewer of them do.
    if settings.isIdle(Self.changed(assignment).intersection(search.settings)) { return true }
    let asked = asked(dependencies, assignment, prepared, search)
    for id in dependencies.heard + asked.flatMap(\.value.all) {
      guard let party = windows[id], assignment[party] >= Self.stays else { continue }
      let mayLeave = assignment[party] == Self.open
      branch(party, { mayLeave || $0 != .leaves }, rest: 0)
    }
    for id in dependencies.present {
      guard let party = windows[id], assignment[party] == Self.open else { continue }
      branch(party, { $0 == .leaves }, rest: Self.stays)
    }
    return add(
      Part(assignment: assignment, prepared: prepared, dependencies: dependencies, asked: asked),
      &search)
  }

  /// Whom each window asks that has a say, if it asks anybody.
  private mutating func asked(
    _ dependencies: DecisionDependencies, _ assignment: Assignment,
    _ prepared: PreparedCounterfactual, _ search: RepairSearch
  ) -> [WindowID: Asked] {
    var found: [WindowID: Asked] = [:]
    for id in dependencies.voters {
      guard let index = prepared.start.index(of: id) else { continue }
      let window = prepared.start.windows[index]
      var asked = Asked(byItself: prepared.asked(by: window, in: prepared.start))
      if let party = windows[id], assignment[party] >= Self.stays,
        let follows = search.parties[party].overrides.firstIndex(of: .follows)
      {
        asked.choice = UInt8(follows + 1)
        let following = cache.amended(window, asked.choice) {
          prepared.scene([.window(id, .follows)]).windows[index]
        }
        asked.following = prepared.asked(by: following, in: prepared.start)
      }
      steps += 1 + asked.byItself.count + asked.following.count
      if !asked.byItself.isEmpty || !asked.following.isEmpty { found[id] = asked }
    }
    return found
  }

  /// Whom a window asks.
  private struct Asked {
    /// As long as it does not follow the page.
    var byItself: [WindowID]
    /// When it does, which is this choice of its menu.
    var following: [WindowID] = []
    var choice: UInt8 = 0

    var all: [WindowID] { byItself + following }

    subscript(choice: UInt8) -> [WindowID] {
      choice > 0 && choice == self.choice ? following : byItself
    }
  }
}

// MARK: - Adding up

extension CutsetSearch {
  /// A decision in which the cutset is settled.
  private struct Part {
    let assignment: Assignment
    let prepared: PreparedCounterfactual
    let dependencies: DecisionDependencies
    let asked: [WindowID: Asked]
  }

  /// One way in which a window can answer, and what it adds by that.
  private struct Option {
    let choice: UInt8
    let effects: ContributionSum.Effects
  }

  /// Adds up what all windows add, and tries what comes of it; false where that is too much.
  private mutating func add(_ part: Part, _ search: inout RepairSearch) -> Bool {
    record.removeAll(keepingCapacity: true)
    let start = part.prepared.start
    var key = ContributionCache.Key(
      triggers: cache.number(of: part.prepared.triggers),
      settings: search.settings.intersection(Self.changed(part.assignment)))
    let hasWindow = start.windows.contains { window in
      windows[window.id].map { part.assignment[$0] != Self.open } ?? true
    }
    // One copy, in which windows are exchanged.
    var work = start
    var bars = [start.statusBar.orientation]
    var front = ParetoFront()
    front.insert(
      Self.changed(part.assignment),
      ContributionSum(bar: start.statusBar.orientation, hasWindow: hasWindow)
    ) { -1 }
    for index in start.windows.indices where !start.windows[index].isFollower {
      let window = start.windows[index]
      let role = ContributionSum.Role(
        isPage: index == start.pageIndex, isSeen: search.sees(window, in: start),
        isCounted: !hasWindow)
      let party = windows[window.id].flatMap { part.assignment[$0] >= Self.stays ? $0 : nil }
      let choices = choices(party, part, search)
      var options: [Option] = []
      if part.dependencies.voters.contains(window.id) {
        key.window = window.id
        key.role = role
        key.bars = bars.reduce(0) { $0 | 1 << $1.rawValue }
        for choice in choices {
          let asked = part.asked[window.id]?[choice] ?? []
          key.choice = party == nil ? windows[window.id].map { part.assignment[$0] } ?? 0 : choice
          key.context = asked.isEmpty ? 0 : context(asked, part, search)
          // No closure makes it: that would copy the whole search.
          let effects: ContributionSum.Effects
          if let known = cache[key] {
            effects = known
          } else {
            let amendment = party.flatMap { search.amendment($0, choice) }
            effects = self.effects(index, amendment, choice, part.prepared, role, bars, &work)
            cache[key] = effects
          }
          if !options.contains(where: { $0.effects == effects }) {
            options.append(Option(choice: choice, effects: effects))
          }
        }
      } else {
        options = silent(window, party, choices, role, search)
      }
      for option in options {
        for bar in option.effects.bars where !bars.contains(bar) { bars.append(bar) }
      }
      front = extended(front, by: options, of: party, part.dependencies.rest)
      guard isWithinBounds else { return false }
    }
    return conclude(front, part, &search)
  }

  /// How a party can answer; only in its own way if it is settled, or no party.
  private func choices(_ party: Int?, _ part: Part, _ search: RepairSearch) -> [UInt8] {
    guard let party else { return [0] }
    let mayLeave = part.assignment[party] == Self.open
    let overrides = search.parties[party].overrides
    return [0]
      + overrides.indices.filter { mayLeave || overrides[$0] != .leaves }.map { UInt8($0 + 1) }
  }

  /// The number of who has left and what some windows have been settled to answer.
  private mutating func context(
    _ asked: [WindowID], _ part: Part, _ search: RepairSearch
  ) -> UInt16 {
    var context = search.unchanged
    for (party, choice) in part.assignment.enumerated() where choice != 0 && choice < Self.stays {
      guard case .party(.window(let id)) = search.parties[party].subject else { continue }
      let isGone = search.parties[party].overrides[Int(choice) - 1] == .leaves
      if isGone || asked.contains(id) { context[party] = choice }
    }
    return cache.number(of: context)
  }

  /// What a window adds that has a say, by one of its answers.
  private mutating func effects(
    _ index: Int, _ amendment: Intervention?, _ choice: UInt8, _ prepared: PreparedCounterfactual,
    _ role: ContributionSum.Role, _ bars: [InterfaceOrientation], _ work: inout Scene
  ) -> ContributionSum.Effects {
    let window = prepared.start.windows[index]
    if let amendment {
      if amendment.override == .leaves { return ContributionSum.Effects() }
      work.windows[index] = cache.amended(window, choice) {
        prepared.scene([amendment]).windows[index]
      }
    }
    defer { work.windows[index] = window }
    return cache.effects(of: window.id, in: &work, prepared, role, bars)
  }

  /// What a window adds that has no say: it is there or not.
  private func silent(
    _ window: Window, _ party: Int?, _ choices: [UInt8], _ role: ContributionSum.Role,
    _ search: RepairSearch
  ) -> [Option] {
    let present = ContributionSum.Effects(role, bars: InterfaceOrientation.allCases) { _ in
      Contribution(own: window.orientation)
    }
    var options = [Option(choice: 0, effects: present)]
    guard role.isSeen || role.isCounted else { return options }
    guard let party else { return options }
    for choice in choices where choice > 0 {
      guard search.amendment(party, choice)?.override == .leaves else { continue }
      options.append(Option(choice: choice, effects: ContributionSum.Effects()))
    }
    return options
  }

  /// The sums after one more window.
  private mutating func extended(
    _ front: ParetoFront, by options: [Option], of party: Int?,
    _ rest: DecisionDependencies.Rest
  ) -> ParetoFront {
    var next = ParetoFront()
    for known in front.sums {
      for option in options {
        steps += 1 + known.indices.count
        guard let effect = option.effects[known.sum.standing.bar] else { continue }
        var sum = known.sum
        sum.add(effect)
        if rest == .decides, sum.blockers.contains(.stops) { continue }
        for index in known.indices {
          let way = known[index]
          guard option.choice > 0, let party else {
            next.insert(way.set, sum) { way.last }
            continue
          }
          let set = way.set.inserting(party)
          if isSpared(set) { continue }
          next.insert(set, sum) {
            record.append((way.last, party, option.choice))
            return Int32(record.count - 1)
          }
        }
      }
      if !isWithinBounds { break }
    }
    return next
  }

  private mutating func conclude(
    _ front: ParetoFront, _ part: Part, _ search: inout RepairSearch
  ) -> Bool {
    for known in front.sums {
      let sum = known.sum
      // Where nobody is left, a display may follow the device.
      let isDecided = part.dependencies.rest == .decides && sum.hasWindow
      for index in found.indices {
        let goal = found[index].goal
        if isDecided, !search.reaches(goal, sum.standing) { continue }
        var isTried = false
        for place in known.indices where !found[index].spares(known[place].set) {
          let way = known[place]
          let witness = witness(way, part)
          // What was added up is only believed once it has been tried.
          if !isTried || isDecided {
            guard let isEnough = search.reaches(goal, witness) else { return false }
            if !isEnough { break }
            isTried = true
          }
          found[index].sets.removeAll { $0.contains(way.set) }
          found[index].sets.append(way.set)
          found[index].witnesses[way.set] = witness
        }
      }
    }
    return true
  }

  private func witness(_ way: ParetoFront.Way, _ part: Part) -> Assignment {
    var full = Self.closed(part.assignment)
    var step = way.last
    while step >= 0 {
      let (before, party, choice) = record[Int(step)]
      full[party] = choice
      step = before
    }
    return full
  }
}
