// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// The events that break a property, from the scene after set-up on.
public struct Counterexample: Sendable, Hashable {
  /// What happens, in order; empty when set-up alone breaks it.
  public var events: [Event]
  /// The answers that it needs in place of the given ones; empty when those will do.
  public var answers: [CheckAnswer] = []
  /// Whether no shorter list breaks the property.
  public var isShortest: Bool
  /// What else has to be known to see it; nil when the events say everything.
  public var note: String?
}

extension Exploration {
  /// The script of a fault, played through the arbiter before it is believed.
  ///
  /// Nil when the arbiter never shows the fault: the way needed a key that nobody can have.
  /// Once `goesOn` says no, the shortest way is not looked for any longer.
  func counterexample(
    _ property: CheckProperty, _ sighting: Violation, _ goesOn: () -> Bool
  ) -> Counterexample? {
    let path = path(to: sighting, of: property)
    let tail = sighting.tail.count
    var replayer = Replayer(model.stack)
    var events = replayer.play(Array(path.dropLast(tail)), of: model)
    if let page = page(of: sighting, after: path), events != nil {
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
    // A way that gives the key on purpose may have a shorter one beside it.
    let longest = isReal ? events.map { $0.count - 1 } ?? path.count + 4 : path.count + 4
    guard let whole = try? CheckModel(model.stack, tracksKeyWindow: true) else { return nil }
    let search = ExactSearch(model: whole, property: property, within: model)
    switch search.shortest(atMost: longest, goesOn) {
    case .found(let found):
      var replayer = Replayer(model.stack)
      let exact = found.map { $0.event(in: model) }
      for event in exact { replayer.play(event) }
      guard property.isBroken(by: replayer.verdicts, rules: model.rules) ?? true else { break }
      return Counterexample(events: exact, isShortest: true)
    case .none:
      guard let events, isReal else { return nil }
      return Counterexample(events: events, isShortest: true)
    case .exhausted: break
    }
    guard let events, isReal else { return nil }
    return Counterexample(events: events, isShortest: false)
  }

  /// What is known of a property whose violation nobody can play: everything once more, with the whole
  /// history of keys, as far as that is not too much.
  func lookedAtExactly(
    _ property: CheckProperty, _ goesOn: () -> Bool
  ) -> CheckFinding.Result {
    guard let whole = try? CheckModel(model.stack, tracksKeyWindow: true) else {
      return .undecided(.unplayable)
    }
    let search = ExactSearch(model: whole, property: property, budget: 100_000)
    switch search.shortest(atMost: .max, goesOn) {
    case .found(let found):
      let events = found.map { $0.event(in: model) }
      var replayer = Replayer(model.stack)
      for event in events { replayer.play(event) }
      guard property.isBroken(by: replayer.verdicts, rules: model.rules) ?? true else { break }
      return .violated(Counterexample(events: events, isShortest: true))
    case .none where whole.broken == nil: return .proved("in all states, with every order of use")
    case .none, .exhausted: break
    }
    return .undecided(whole.broken ?? .unplayable)
  }
}
