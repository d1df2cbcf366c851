// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// A sequence of events from the scene after set-up to a violation.
public struct Counterexample: Sendable, Hashable {
  /// The events in order; empty if the set-up alone violates the property.
  public var events: [Event]
  /// The changed answers that the violation requires; empty if the given answers suffice.
  public var answers: [CheckAnswer] = []
  /// Whether the check proved that no shorter sequence of events violates the property.
  public var isShortest: Bool
  /// Whether no shorter sequence violates the property with these answers, while one with other answers may.
  public var isShortestForAnswers = false
  /// A sentence about a further condition of the violation; `nil` if there is none.
  public var note: String?
}

extension Exploration {
  /// Returns the counterexample of a violation, replayed through the arbiter.
  ///
  /// Returns `nil` if the arbiter shows the violation neither on its path nor on one that
  /// `ExactSearch` finds; `goesOn` returns whether that search continues.
  func counterexample(
    _ property: CheckProperty, _ violation: Violation, _ goesOn: () -> Bool
  ) -> Counterexample? {
    let (path, tail) = (violation.path, violation.tail)
    var replayer = Replayer(model.stack)
    var events = replayer.play(path.dropLast(tail), of: model)
    if let page = violation.page, events != nil {
      events = events.map { $0 + replayer.makePage(model.ids[page]) }
    }
    if tail > 0, events != nil {
      let more = replayer.play(path.suffix(tail), of: model)
      events = more.flatMap { more in events.map { $0 + more } }
    }
    let isReal = property.isBroken(by: replayer.verdicts, rules: model.rules) ?? true
    if let events, isReal, events.count == path.count {
      return Counterexample(events: events, isShortest: true)
    }
    // If the replay had to add `makeKey` events, a shorter sequence may exist, so only shorter ones are
    // searched. If the replay did not show the violation, sequences with up to four events more than
    // the path are searched.
    let longest = isReal ? events.map { $0.count - 1 } ?? path.count + 4 : path.count + 4
    let budget = model.ids.count <= 4 ? 400_000 : 40_000
    let exact = exact(property, path.count, longest, budget, goesOn)
    if case .violated(let found) = exact { return found }
    guard let events, isReal else { return nil }
    if case .proved = exact { return Counterexample(events: events, isShortest: true) }
    return Counterexample(events: events, isShortest: false)
  }

  /// Returns the counterexample of a violation or, if the path cannot be replayed, the result of a search with
  /// exact histories of key windows and a limited number of states.
  func replayed(
    _ property: CheckProperty, _ violation: Violation, _ goesOn: () -> Bool
  ) -> CheckFinding.Result {
    counterexample(property, violation, goesOn).map { .violated($0) }
      ?? exact(property, .max, .max, 500_000, goesOn)
  }

  /// Searches for a violation with exact histories of key windows, by lists of at most `shortest` events,
  /// then one event longer, up to `longest`; each search up to a budget of states.
  private func exact(
    _ property: CheckProperty, _ shortest: Int, _ longest: Int, _ budget: Int,
    _ goesOn: () -> Bool
  ) -> CheckFinding.Result {
    let whole = model.isKeyFree ? try? CheckModel(model.stack, tracksKeyWindow: true) : model
    guard let whole else { return .undecided(.unplayable) }
    let search = ExactSearch(
      model: whole, property: property,
      bounds: CheckBounds(states: min(bounds.states, budget), memory: bounds.memory), open: model,
      estimate: { self.estimate(property) }, canonicalForm: canonicalForm)
    var length = shortest
    while true {
      switch search.shortest(atMost: length, { _ in goesOn() }) {
      case .found(let path):
        let events = path.map { $0.event.event(in: model) }
        var replayer = Replayer(model.stack)
        for event in events { replayer.play(event) }
        guard property.isBroken(by: replayer.verdicts, rules: model.rules) ?? true else {
          return .undecided(whole.broken ?? .unplayable)
        }
        return .violated(Counterexample(events: events, isShortest: true))
      case .none where length < longest: length += 1
      case .none: return .proved("in all states, with every order of use")
      case .open: return .undecided(whole.broken ?? .unplayable)
      }
    }
  }
}

/// A replayer of a stack's events through an arbiter with a simulated display; collects verdicts.
struct Replayer {
  private var display: InstantDisplay
  private(set) var verdicts: [Verdict] = []

  /// Creates a replayer and plays the set-up, or `observe` if the scene is that of a running app.
  init(_ stack: CheckStack) {
    display = InstantDisplay(Arbiter(rules: stack.rules, scene: stack.scene))
    play(stack.isRunning ? .observe : .setUp)
  }

  var arbiter: Arbiter { display.arbiter }

  /// Whether the last decision so far raised an exception.
  var raised: Bool { verdicts.last?.error?.isException == true }

  mutating func play(_ event: Event) { verdicts += display.play(event, at: .zero) }

  mutating func makePage(_ window: WindowID) -> [Event] {
    let scene = arbiter.scene
    if scene.pageIndex.map({ scene.windows[$0].id }) == window { return [] }
    play(.window(window, .makeKey))
    return [.window(window, .makeKey)]
  }

  /// Plays a path up to an exception and returns its events; a `makeKey` event is added wherever the
  /// arbiter makes another window key than the path, unless states have no key.
  ///
  /// Returns `nil` if the path has no key window where the arbiter has one; no event can produce
  /// that.
  mutating func play(_ path: some Sequence<PathStep>, of model: CheckModel) -> [Event]? {
    var events: [Event] = []
    for step in path {
      let event = step.event.event(in: model)
      events.append(event)
      play(event)
      if raised { return events }
      if model.isKeyFree { continue }
      let key = step.next.key < model.ids.count ? model.ids[step.next.key] : nil
      guard arbiter.scene.keyWindow != key else { continue }
      guard let key else { return nil }
      events.append(.window(key, .makeKey))
      play(.window(key, .makeKey))
    }
    return events
  }
}
