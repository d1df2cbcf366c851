// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension ContributionTable {
  /// What a table is made from.
  struct Source {
    let assignment: BlameTrial.Assignment
    let rehearsal: Rehearsal
    let hearing: Hearing
    let settings: PartySet
    let occasions: UInt16
    let presence: UInt16
    /// The parties among the windows.
    let parties: [WindowID: Int]

    /// The party that a window is if its answer is open.
    func openParty(_ window: WindowID) -> Int? {
      parties[window].flatMap { assignment[$0] >= ContributionSearch.stays ? $0 : nil }
    }

    /// What a window has been settled to answer.
    func settled(_ window: WindowID) -> UInt8 { parties[window].map { assignment[$0] } ?? 0 }

    /// How an open party can answer.
    func choices(_ party: Int, _ trial: BlameTrial) -> [UInt8] {
      let mayLeave = assignment[party] == ContributionSearch.open
      var choices: [UInt8] = []
      choices.reserveCapacity(trial.parties[party].stands.count + 1)
      choices.append(0)
      for index in trial.parties[party].stands.indices
      where mayLeave || trial.parties[party].stands[index] != .leaves {
        choices.append(UInt8(index + 1))
      }
      return choices
    }

    /// All that the answers of a window together hang on.
    func key(
      _ index: Int, _ trial: BlameTrial, _ bars: [InterfaceOrientation], isCounted: Bool
    ) -> ContributionDesk.PlaceKey {
      let id = rehearsal.start.windows[index].id
      return ContributionDesk.PlaceKey(
        window: id, choice: settled(id), occasions: occasions, presence: presence,
        settings: settings, bars: bars.reduce(0) { $0 | 1 << $1.rawValue },
        isPage: index == rehearsal.start.pageIndex,
        isSeen: trial.sees(rehearsal.start.windows[index], in: rehearsal.start),
        isCounted: isCounted)
    }

    /// The position of the window that a party is.
    func index(_ party: Int, _ trial: BlameTrial) -> Int? {
      guard case .party(.window(let id)) = trial.parties[party].subject else { return nil }
      return rehearsal.start.index(of: id)
    }

    /// Puts those into a scene who answer otherwise and stay.
    func exchange(
      _ asked: some Sequence<Answer>, _ trial: BlameTrial, _ desk: inout ContributionDesk,
      _ scene: inout Scene
    ) {
      for answer in asked {
        guard let amendment = trial.amendment(answer.party, answer.choice),
          let index = index(answer.party, trial)
        else { continue }
        let asking = ContributionDesk.Asking(
          window: scene.windows[index].id, choice: answer.choice, presence: presence)
        scene.windows[index] = desk.amended(asking) {
          rehearsal.scene([amendment]).windows[index]
        }
      }
    }

    /// The scene with an answer of one window and those of whom it asks.
    func scene(_ amendment: Amendment?, _ asked: [Answer], _ trial: BlameTrial) -> Scene {
      let amendments = asked.compactMap { trial.amendment($0.party, $0.choice) }
      return rehearsal.scene(
        (amendments + (amendment.map { [$0] } ?? [])).sorted { $0.subject < $1.subject })
    }

    /// In which ways those can answer whom an answer of a window asks.
    func ways(
      _ window: Window, _ trial: BlameTrial, _ desk: inout ContributionDesk
    ) -> ContributionDesk.Ways {
      var ways = ContributionDesk.Ways(asked: [], isAlone: true)
      func settle(_ asked: [Answer], _ scene: inout Scene) {
        let targets = rehearsal.asked(by: window, in: scene)
        if !targets.isEmpty { ways.isAlone = false }
        let next = targets.lazy.compactMap { openParty($0) }.first { party in
          !asked.contains { $0.party == party }
        }
        guard let next else { return ways.asked.append(asked) }
        for choice in choices(next, trial) {
          let slot = desk.slot(of: next)
          let answers = asked + [Answer(party: next, slot: slot, choice: choice)]
          if leaves(answers, trial) {
            var other = self.scene(nil, answers, trial)
            settle(answers, &other)
          } else if let index = index(next, trial) {
            let kept = scene.windows[index]
            exchange(answers.suffix(1), trial, &desk, &scene)
            settle(answers, &scene)
            scene.windows[index] = kept
          }
        }
      }
      var scene = rehearsal.start
      settle([], &scene)
      return ways
    }

    /// Whether somebody is gone, so that all others have other places.
    func leaves(_ answers: [Answer], _ trial: BlameTrial) -> Bool {
      answers.contains { trial.amendment($0.party, $0.choice)?.stand == .leaves }
    }
  }

  /// Finds out what every window adds; nil where too many ask one another.
  init?(_ source: Source, _ trial: BlameTrial, _ desk: inout ContributionDesk) {
    assignment = source.assignment
    rest = source.hearing.rest
    let scene = source.rehearsal.start
    let hasWindow = scene.windows.contains { window in
      source.openParty(window.id).map { source.assignment[$0] != ContributionSearch.open } ?? true
    }
    start = ContributionSum(bar: scene.statusBar.orientation, hasWindow: hasWindow)
    var bars: [InterfaceOrientation] = [scene.statusBar.orientation]
    // One copy, in which windows are exchanged.
    var work = scene
    let indices = scene.windows.indices.filter { !scene.windows[$0].isFollower }
    let voices = source.hearing.voices
    var made: [Int: Place] = [:]
    for index in indices where voices.contains(scene.windows[index].id) {
      let key = source.key(index, trial, bars, isCounted: !hasWindow)
      let place = desk.place(key) { desk in
        Self.place(index, source, trial, &desk, &work, bars, isCounted: !hasWindow)
      }
      guard desk.slots.count <= AnswerMemory.slots else { return nil }
      for option in place.options {
        for known in option.cases {
          for bar in bars {
            if let next = known.effects[bar]?.bar, !bars.contains(next) { bars.append(next) }
          }
        }
      }
      made[index] = place
    }
    // Who is asked is known by now, and what all the others answer only matters to whoever asks.
    places = indices.map { index in
      made[index] ?? Self.silentPlace(index, source, trial, desk, bars, isCounted: !hasWindow)
    }
    for index in places.indices {
      places[index].slot = places[index].party.flatMap { desk.slots[$0] }
    }
    merge()
    noteLastUses()
  }

  private static func place(
    _ index: Int, _ source: Source, _ trial: BlameTrial, _ desk: inout ContributionDesk,
    _ work: inout Scene, _ bars: [InterfaceOrientation], isCounted: Bool
  ) -> (place: Place, isAlone: Bool) {
    let start = source.rehearsal.start
    let window = start.windows[index]
    let party = source.openParty(window.id)
    let isPage = index == start.pageIndex
    let isSeen = trial.sees(window, in: start)
    let effects = Effects(bars: bars, isPage: isPage, isSeen: isSeen, isCounted: isCounted)
    var options: [Option] = []
    var isAlone = source.hearing.rest == .decides
    for choice in party.map({ source.choices($0, trial) }) ?? [0] {
      let amendment = party.flatMap { trial.amendment($0, choice) }
      if amendment?.stand == .leaves {
        options.append(Option(choice: choice, cases: [Case(asked: [], effects: effects.absent)]))
        continue
      }
      let asking = ContributionDesk.Asking(
        window: window.id, choice: choice, presence: source.presence)
      var answering = window
      if let amendment {
        answering = desk.amended(asking) { source.rehearsal.scene([amendment]).windows[index] }
      }
      let ways = desk.ways(asking) { desk in source.ways(answering, trial, &desk) }
      isAlone = isAlone && ways.isAlone
      work.windows[index] = answering
      var cases: [Case] = []
      for asked in ways.asked {
        let found: [Contribution]
        if source.leaves(asked, trial) {
          var scene = source.scene(amendment, asked, trial)
          found = desk.contributions(bars) { bar in
            scene.statusBar.orientation = bar
            return source.rehearsal.contribution(of: window.id, in: scene)
          }
        } else {
          // Copies of whole scenes cost more than the answers.
          source.exchange(asked, trial, &desk, &work)
          found = desk.contributions(bars) { bar in
            work.statusBar.orientation = bar
            return source.rehearsal.contribution(of: window.id, in: work)
          }
          for answer in asked where answer.choice > 0 {
            guard let other = source.index(answer.party, trial) else { continue }
            work.windows[other] = other == index ? answering : start.windows[other]
          }
        }
        cases.append(Case(asked: asked, effects: effects.made(found)))
      }
      work.windows[index] = window
      options.append(Option(choice: choice, cases: cases))
    }
    return (Place(party: party, slot: nil, options: options), isAlone)
  }

  /// A window that has no say: it is there or not.
  private static func silentPlace(
    _ index: Int, _ source: Source, _ trial: BlameTrial, _ desk: ContributionDesk,
    _ bars: [InterfaceOrientation], isCounted: Bool
  ) -> Place {
    let start = source.rehearsal.start
    let window = start.windows[index]
    let party = source.openParty(window.id)
    let isSeen = trial.sees(window, in: start)
    let effects = Effects(
      bars: bars, isPage: index == start.pageIndex, isSeen: isSeen, isCounted: isCounted)
    let isAsked = party.map { desk.slots[$0] != nil } ?? false
    let present = effects.made(bars.map { _ in Contribution(own: window.orientation) })
    var options = [Option(choice: 0, cases: [Case(asked: [], effects: present)])]
    for choice in party.map({ source.choices($0, trial).dropFirst() }) ?? [] {
      let leaves = party.flatMap { trial.amendment($0, choice) }?.stand == .leaves
      guard isAsked || leaves && (isSeen || isCounted) else { continue }
      options.append(
        Option(
          choice: choice, cases: [Case(asked: [], effects: leaves ? effects.absent : present)]))
    }
    return Place(party: party, slot: nil, options: options)
  }

  private mutating func noteLastUses() {
    var last = [Int?](repeating: nil, count: AnswerMemory.slots)
    for (index, place) in places.enumerated() {
      if let slot = place.slot { last[slot] = index }
      for option in place.options {
        for known in option.cases {
          for answer in known.asked { last[answer.slot] = index }
        }
      }
    }
    for (slot, index) in last.enumerated() {
      guard let index else { continue }
      places[index].forgets = places[index].forgets.union(.all(in: slot))
    }
  }
}

/// Makes what a window adds for every place where the bar can stand.
private struct Effects {
  let bars: [InterfaceOrientation]
  let isPage: Bool
  let isSeen: Bool
  /// Whether it matters that it is there.
  let isCounted: Bool

  /// What a window adds that is not there.
  var absent: ContributionSum.Effects {
    bars.reduce(into: ContributionSum.Effects()) {
      $0[$1] = ContributionSum.Effect(bar: $1)
    }
  }

  /// From what it contributes for each of them.
  func made(_ contributions: [Contribution]) -> ContributionSum.Effects {
    var effects = ContributionSum.Effects()
    for (bar, contribution) in zip(bars, contributions) {
      var effect = ContributionSum.Effect(
        contribution, bar: bar, isPage: isPage, isSeen: isSeen)
      effect.isThere = isCounted
      effects[bar] = effect
    }
    return effects
  }
}
