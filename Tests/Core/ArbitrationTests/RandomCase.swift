// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Experiments
import Scenarios

/// A random run with the invariants that must hold after every event.
struct RandomCase {
  /// A check after a decision: returns the problem, or nil.
  typealias Check = (Verdict, Arbiter) -> String?

  private(set) var arbiter: Arbiter
  private(set) var events: [Event] = []
  /// The problem after the last event; nil while all invariants hold.
  private(set) var problem: String?
  private let scene: Scene
  private let check: Check

  /// Creates a case in a scene.
  init(rules: any RuleSet, scene: Scene, check: @escaping Check = RandomCase.invariants) {
    self.scene = scene
    self.check = check
    arbiter = Arbiter(rules: rules, scene: scene)
    take(.setUp)
  }

  /// Plays an event.
  mutating func play(_ event: Event) {
    events.append(event)
    take(event)
  }

  private mutating func take(_ event: Event) {
    let verdicts = arbiter.handle(event, at: .zero).verdicts
    // Every event leaves exactly one record, also when nothing moved.
    guard let verdict = verdicts.first, verdicts.count == 1 else {
      return problem = "\(verdicts.count) records of one event"
    }
    problem = check(verdict, arbiter)
  }

  /// Returns the problem, with the shortest events that show it as a scenario file.
  func report() -> String {
    let short = MinimalList(events) { list in
      var other = RandomCase(rules: arbiter.rules, scene: scene, check: check)
      for event in list where other.problem == nil { other.play(event) }
      return other.problem != nil
    }.elements
    let writer = ScenarioWriter(rules: arbiter.rules, scene: scene)
    let words = "\(problem ?? "nothing") after \(short.count) of \(events.count) events"
    do {
      let draft = try writer.draft(short.map { ScenarioWriter.Entry($0) })
      let losses = draft.losses.map { "# not in this file: \($0)\n" }.joined()
      return "\(words)\n\(losses)\(draft.text)"
    } catch {
      return "\(words), and \(error)\n\(short)\n\(scene)"
    }
  }

  /// Returns the invariant that a decision violates, or nil.
  static func invariants(_ verdict: Verdict, _ arbiter: Arbiter) -> String? {
    let scene = arbiter.scene
    let bar = scene.statusBar.orientation
    for window in scene.windows {
      if window.orientation == .unknown { return "\(window.name) is turned nowhere" }
      let follows = window.isFollower && !window.isHidden && arbiter.rules.family == .uikit
      if follows, window.orientation != bar { return "\(window.name) does not follow the bar" }
    }
    let isSplit = verdict.page.map { $0.orientation != bar } ?? false
    if verdict.outcome == .split, !isSplit { return "split, although bar and page agree" }
    if verdict.outcome == .turned, isSplit { return "turned, although bar and page differ" }
    for conflict in verdict.conflicts {
      if conflict.since > verdict.step { return "\(conflict.kind) since a later step" }
      if conflict.culprits != conflict.culprits.sorted() { return "\(conflict.kind) unsorted" }
      // A hijack has at least one culprit.
      if conflict.kind == .hijack, conflict.culprits.isEmpty { return "a hijack by nobody" }
    }
    return nil
  }
}
