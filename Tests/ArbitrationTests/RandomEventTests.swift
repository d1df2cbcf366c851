// SPDX-License-Identifier: Apache-2.0
import Foundation
import Orientation
import RandomScenes
import Testing

@testable import Arbitration

/// Random events against what must always hold; a failure names its seed.
@Suite struct RandomEventTests {
  static let seeds: Int =
    ProcessInfo.processInfo.environment["SWIVEL_LONG_TESTS"] == nil ? 1_000 : 200_000

  @Test(arguments: RuleSetCatalog.names)
  func invariantsHold(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<(Self.seeds / RuleSetCatalog.names.count) {
      var random = RandomScene(seed: UInt64(seed))
      var arbiter = Arbiter(rules: rules, scene: random.scene(windows: 5))
      var events: [Event] = [.setUp]
      for _ in 0..<20 {
        let event = events.last ?? .setUp
        let effects = arbiter.handle(event, at: .zero)
        check(effects, arbiter, "\(name), seed \(seed), after \(events.count) events")
        events.append(random.event(in: arbiter.scene))
      }
    }
  }

  private func check(_ effects: [Effect], _ arbiter: Arbiter, _ place: String) {
    let verdicts = effects.compactMap { effect -> Verdict? in
      if case .report(let verdict) = effect { verdict } else { nil }
    }
    // Every event leaves exactly one record, also when nothing moved.
    #expect(verdicts.count == 1, "\(place)")
    guard let verdict = verdicts.first else { return }
    let scene = arbiter.scene
    for window in scene.windows
    where window.isFollower && !window.isHidden && arbiter.rules.family == .uikit {
      #expect(window.orientation == scene.statusBar.orientation, "\(place)")
    }
    let isSplit = verdict.page.map { $0.orientation != scene.statusBar.orientation } ?? false
    if verdict.outcome == .split { #expect(isSplit, "\(place)") }
    if verdict.outcome == .turned { #expect(!isSplit, "\(place)") }
    for conflict in verdict.conflicts {
      #expect(conflict.since <= verdict.step, "\(place)")
      #expect(conflict.culprits == conflict.culprits.sorted(), "\(place)")
    }
    // Whoever is blamed for a hijack was asked, hidden or not.
    for conflict in verdict.conflicts where conflict.kind == .hijack {
      #expect(!conflict.culprits.isEmpty, "\(place)")
    }
    #expect(!arbiter.scene.windows.contains { $0.orientation == .unknown }, "\(place)")
  }

  @Test(arguments: RuleSetCatalog.names)
  func aDiagnosticWindowChangesNothing(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let hud = Window(id: WindowID(9_999), name: "hud", root: Controller(id: "hud.root"))
    for seed in 0..<100 {
      var random = RandomScene(seed: UInt64(seed))
      var without = Arbiter(rules: rules, scene: random.scene(windows: 5))
      var with = without
      _ = with.handle(.addExempt(hud), at: .zero)
      _ = without.handle(.observe, at: .zero)
      for event in [Event.setUp] + (0..<20).map({ _ in random.event(in: without.scene) }) {
        let left = without.handle(event, at: .zero)
        let right = with.handle(event, at: .zero)
        #expect(without.scene == with.scene, "\(name), seed \(seed)")
        #expect(left.map(Self.withoutExempt) == right.map(Self.withoutExempt))
      }
    }
  }

  private static func withoutExempt(_ effect: Effect) -> Effect {
    guard case .report(var verdict) = effect else { return effect }
    verdict.exempt = []
    return .report(verdict)
  }
}
