// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The exact search for all minimal repairs: cutset conditioning, then dynamic programming.
///
/// The cutset contains the parties that affect more than their own contribution: the settings, the
/// windows that determine which window decides, and the windows that others ask (Dechter,
/// "Constraint Processing", chapter 10). The search fixes their choices in every combination;
/// combinations with few changes come first, since a set that contains a repair need not be
/// searched. With these choices fixed, the contribution of each other window depends only on its
/// own choice and on the sum of the windows before it. Assignments with equal sums are
/// interchangeable, so only those with a minimal set of changed parties are continued.
struct CutsetSearch {
  /// The maximum number of steps of a search; ordinary stacks need a few thousand.
  ///
  /// A step is a window that is asked, or the addition of an effect to a sum.
  static let mostSteps = 1_000_000
  /// The number of decisions that the search may repeat to verify whether a sum reaches a goal,
  /// unless the report's limit is higher.
  static let mostEvaluations = 20_000

  struct Found {
    let goal: BlameGoal
    fileprivate(set) var sets: [PartySet] = []
    /// For each set, one assignment of its parties that reaches the goal.
    fileprivate(set) var witnesses: [PartySet: Assignment] = [:]

    func containsSubset(of set: PartySet) -> Bool { sets.contains { set.contains($0) } }
  }

  private(set) var found: [Found]
  private var cache = ContributionCache()
  // The steps of the current part's assignments: the index of the previous step (-1 for none), the
  // party, and its choice. Fixed choices have no step; `add` empties the array for each part.
  private var record: [(before: Int32, party: Int, choice: UInt8)] = []
  private var steps = 0
  private var refuted: Set<Refuted> = []
  // The windows whose presence determines which window decides, as the first cutset, which changes
  // nothing, has them; `nil` before it.
  private var present: [WindowID]?
  private let menus: PartyMenus
  private let settings: SettingsPruning

  var contributions: Int { cache.evaluations }

  /// Creates the search and runs it: finds all minimal sets of parties that reach the goals.
  ///
  /// The result is `nil` if the rule set does not state its dependencies, or a bound is reached.
  init?(_ search: inout RepairSearch) {
    found = search.goals.map { Found(goal: $0) }
    menus = PartyMenus(search.parties)
    settings = SettingsPruning(search)
    var queue: [[Cutset]] = Array(repeating: [], count: search.parties.count + 1)
    queue[0].append(Cutset(search.everybody))
    for changes in queue.indices {
      while let next = queue[changes].popLast() {
        if isCovered(next.changes.parties) { continue }
        let isKnown = visit(next, &search) { queue[changes + 1].append($0) }
        guard isKnown, isWithinBounds else { return nil }
      }
    }
  }

  private var isWithinBounds: Bool { steps < Self.mostSteps && cache.isWithinBounds }

  private func isCovered(_ set: PartySet) -> Bool {
    found.allSatisfy { $0.containsSubset(of: set) }
  }

  /// Visits one cutset: adds up the contributions of the windows under the fixed choices.
  ///
  /// Cutsets in which one more choice is fixed are passed to `later`. Returns false if the
  /// dependencies are unknown or a bound is reached.
  private mutating func visit(
    _ cutset: Cutset, _ search: inout RepairSearch, _ later: (Cutset) -> Void
  ) -> Bool {
    var cutset = cutset
    func branch(_ party: Int, _ choices: [UInt8], rest: Cutset.Freedom) {
      for choice in choices where choice > 0 {
        let other = cutset.settling(party, choice)
        if settings.isHopeless(other.changes.parties.intersection(search.settings)) { continue }
        later(other)
      }
      cutset.limit(party, to: rest)
    }
    guard let prepared = search.counterfactual.prepared(search.interventions(cutset.changes)),
      let dependencies = prepared.dependencies
    else { return false }
    for party in search.settings.members where cutset.freedom(of: party) == .all {
      // The lock can suppress the event; the other settings only affect windows that are asked.
      if dependencies.asksSettings || search.parties[party].subject == .lock {
        branch(party, menus.choices(party, .all), rest: .none)
      }
    }
    // These changes of settings have the same effect as some of them, so this cutset adds no
    // minimal repair; cutsets with further changes were passed to `later` and may add one.
    if settings.isIdle(cutset.changes.parties.intersection(search.settings)) { return true }
    for id in dependencies.directlyRead {
      guard let party = menus.party(id) else { continue }
      cutset.markRead(party)
      branch(party, menus.choices(party, cutset.freedom(of: party)), rest: .none)
    }
    let gone = gone(cutset, dependencies)
    let voters = voters(dependencies, cutset, prepared, gone)
    let asked = voters.reduce(PartySet()) { $0.union($1.asked) }
    for party in asked.members {
      let freedom = cutset.freedom(of: party)
      guard freedom == .all || freedom == .stays else { continue }
      let choices = menus.choices(party, freedom)
      if voters.contains(where: { $0.party == party }) {
        branch(party, choices.filter { $0 != menus.follows(party) }, rest: .follows)
      } else {
        branch(party, choices, rest: .none)
      }
    }
    for id in dependencies.present {
      guard let party = menus.party(id), cutset.freedom(of: party) == .all else { continue }
      branch(party, [menus.leaves(party)], rest: .stays)
    }
    return add(
      Part(
        cutset: cutset, prepared: prepared, dependencies: dependencies, voters: voters,
        gone: gone),
      &search)
  }

  /// Returns the removed windows if their removal changed which window can decide; otherwise no
  /// windows.
  private mutating func gone(_ cutset: Cutset, _ dependencies: DecisionDependencies) -> PartySet {
    if present == nil { present = dependencies.present }
    return present == dependencies.present ? PartySet() : menus.leaving(cutset.changes)
  }

  /// Returns the windows that the decision asks, each with the windows whose answers affect its
  /// contribution.
  private mutating func voters(
    _ dependencies: DecisionDependencies, _ cutset: Cutset, _ prepared: PreparedCounterfactual,
    _ gone: PartySet
  ) -> [Voter] {
    dependencies.voters.compactMap { id in
      guard let index = prepared.start.index(of: id) else { return nil }
      let party = menus.party(id)
      var voter = Voter(index: index, party: party)
      voter.byItself = asked(id, voter, nil, cutset.changes, prepared, gone)
      if let party, cutset.freedom(of: party) != .none, menus.follows(party) > 0 {
        voter.choice = menus.follows(party)
        voter.following = asked(id, voter, voter.choice, cutset.changes, prepared, gone)
      }
      steps += 1 + voter.byItself.count + voter.following.count
      return voter
    }
  }

  /// Returns the parties whose answers affect a window's contribution if the window has its own
  /// answer (`choice` is `nil`) or gives the page's answers, by its choice `choice`.
  private mutating func asked(
    _ id: WindowID, _ voter: Voter, _ choice: UInt8?, _ changes: Assignment,
    _ prepared: PreparedCounterfactual, _ gone: PartySet
  ) -> PartySet {
    let place = ContributionCache.Place(window: id, choice: choice)
    // If removals changed which window decides, the page may be another one, and the memo table
    // does not apply.
    if gone.isEmpty, let known = cache.asked(place, changes) { return known }
    var window = prepared.start.windows[voter.index]
    if let choice {
      window = cache.amended(window, choice) {
        prepared.scene([.window(id, .follows)]).windows[voter.index]
      }
    }
    let asked = parties(prepared.asked(by: window, in: prepared.start))
    if gone.isEmpty {
      let members = voter.party.map { asked.inserting($0) } ?? asked
      cache.remember(asked, place, changes.restricted(to: members), members)
    }
    return asked
  }

  private func parties(_ windows: [WindowID]) -> PartySet {
    windows.reduce(into: PartySet()) { set, id in
      if let party = menus.party(id) { set = set.inserting(party) }
    }
  }

  private struct Voter {
    let index: Int
    let party: Int?
    /// The parties whose answers affect the window's contribution if it gives its own answers.
    var byItself = PartySet()
    /// The same if the window gives the page's answers, by the choice `choice`.
    var following = PartySet()
    var choice: UInt8 = 0

    var asked: PartySet { byItself.union(following) }

    func asked(_ choice: UInt8) -> PartySet {
      choice > 0 && choice == self.choice ? following : byItself
    }
  }
}

// MARK: - Adding up

extension CutsetSearch {
  /// A decision under the fixed choices of a cutset, with the windows that the decision asks.
  private struct Part {
    let cutset: Cutset
    let prepared: PreparedCounterfactual
    let dependencies: DecisionDependencies
    let voters: [Voter]
    let gone: PartySet
  }

  private struct Option {
    let choice: UInt8
    let effects: ContributionSum.Effects
  }

  /// A sum that was shown not to reach a goal together with the fixed choices that it does not
  /// contain (`changes`), so that no assignment with both needs to be tried.
  private struct Refuted: Hashable {
    let goal: BlameGoal
    let triggers: UInt16
    let changes: Assignment
    let sum: ContributionSum
  }

  /// Adds up the effects of all windows, and verifies the sums by repeated decisions.
  ///
  /// Returns false if a bound is reached.
  private mutating func add(_ part: Part, _ search: inout RepairSearch) -> Bool {
    record.removeAll(keepingCapacity: true)
    let start = part.prepared.start
    let changes = part.cutset.changes
    let triggers = cache.number(of: part.prepared.triggers)
    let hasWindow = start.windows.indices.contains { index in
      menus.party(start.windows[index].id).map { part.cutset.freedom(of: $0) != .all } ?? true
    }
    // Windows are replaced in one copy of the scene, since copying the scene for each window is
    // slow.
    var work = start
    var bars = [start.statusBar.orientation]
    var front = ParetoFront()
    front.insert(
      changes.parties, ContributionSum(bar: start.statusBar.orientation, hasWindow: hasWindow)
    ) { -1 }
    let page = start.pageIndex
    for index in start.windows.indices where !start.windows[index].isFollower {
      let id = start.windows[index].id
      let role = ContributionSum.Role(
        isPage: index == page, isSeen: search.sees(start.windows[index], in: start),
        tellsPresence: !hasWindow)
      let member = menus.party(id)
      let freedom = member.map { part.cutset.freedom(of: $0) } ?? .none
      let party = freedom == .none ? nil : member
      let choices = party.map { menus.choices($0, freedom) } ?? [0]
      var options: [Option] = []
      if let voter = part.voters.first(where: { $0.index == index }) {
        var key = ContributionCache.Key(window: id, triggers: triggers, role: role)
        key.bars = bars.reduce(0) { $0 | 1 << $1.rawValue }
        for choice in choices {
          key.choice = party == nil ? member.map { changes[$0] } ?? 0 : choice
          key.context = changes.restricted(
            to: search.settings.union(voter.asked(key.choice)).union(part.gone))
          // A closure that computes the missing value would copy the whole search, so the lookup is
          // written out.
          let effects: ContributionSum.Effects
          if let known = cache[key] {
            effects = known
          } else {
            let intervention = party.flatMap { search.intervention($0, choice) }
            effects = self.effects(index, intervention, choice, part.prepared, role, bars, &work)
            cache[key] = effects
          }
          if !options.contains(where: { $0.effects == effects }) {
            options.append(Option(choice: choice, effects: effects))
          }
        }
      } else {
        options = silent(start.windows[index].orientation, party, freedom, role)
      }
      for option in options {
        for bar in option.effects.bars where !bars.contains(bar) { bars.append(bar) }
      }
      front = extended(front, by: options, of: party, part.dependencies.rest)
      guard isWithinBounds else { return false }
    }
    return conclude(front, part, triggers, &search)
  }

  private mutating func effects(
    _ index: Int, _ intervention: Intervention?, _ choice: UInt8,
    _ prepared: PreparedCounterfactual,
    _ role: ContributionSum.Role, _ bars: [InterfaceOrientation], _ work: inout Scene
  ) -> ContributionSum.Effects {
    let window = prepared.start.windows[index]
    if let intervention {
      if intervention.override == .leaves { return ContributionSum.Effects() }
      work.windows[index] = cache.amended(window, choice) {
        prepared.scene([intervention]).windows[index]
      }
    }
    defer { if intervention != nil { work.windows[index] = window } }
    return cache.effects(of: window.id, in: &work, prepared, role, bars)
  }

  /// Returns the choices of a window that the decision does not ask: to be present, or removed if
  /// its presence matters.
  private func silent(
    _ orientation: InterfaceOrientation, _ party: Int?, _ freedom: Cutset.Freedom,
    _ role: ContributionSum.Role
  ) -> [Option] {
    let present = ContributionSum.Effects(role, bars: InterfaceOrientation.allCases) { _ in
      Contribution(own: orientation)
    }
    var options = [Option(choice: 0, effects: present)]
    if role.isSeen || role.tellsPresence, freedom == .all, let party, menus.leaves(party) > 0 {
      options.append(Option(choice: menus.leaves(party), effects: ContributionSum.Effects()))
    }
    return options
  }

  /// Returns the sums after one more window was added under each of its choices.
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
          if isCovered(set) { continue }
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
    _ front: ParetoFront, _ part: Part, _ triggers: UInt16, _ search: inout RepairSearch
  ) -> Bool {
    // The fixed choices whose effect the sums do not contain.
    let changes = part.cutset.changes.restricted(
      to: search.settings.union(part.cutset.directlyRead).union(menus.leaving(part.cutset.changes)))
    for known in front.sums {
      let sum = known.sum
      // A display without windows may follow the device, so its sum does not determine the result.
      let isDecided = part.dependencies.rest == .decides && sum.hasWindow
      for index in found.indices {
        let goal = found[index].goal
        if isDecided, !search.reaches(goal, sum.standing) { continue }
        let refutation = Refuted(goal: goal, triggers: triggers, changes: changes, sum: sum)
        if !isDecided, refuted.contains(refutation) { continue }
        var isTried = false
        for place in known.indices where !found[index].containsSubset(of: known[place].set) {
          let way = known[place]
          let witness = witness(way, part)
          // Unless each window decides for itself, only one assignment of a sum is verified by a
          // repeated decision; the others have the same result.
          if !isTried || isDecided {
            guard let isEnough = search.reaches(goal, witness) else { return false }
            if !isEnough {
              refuted.insert(refutation)
              break
            }
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
    var full = part.cutset.changes
    var step = way.last
    while step >= 0 {
      let (before, party, choice) = record[Int(step)]
      full[party] = choice
      step = before
    }
    return full
  }
}
