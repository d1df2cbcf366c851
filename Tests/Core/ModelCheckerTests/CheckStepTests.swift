// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import ModelChecker

/// A step of the check equals the arbiter's, compared on random stacks, event by event.
@Suite struct CheckStepTests {
  static let names =
    RuleSetCatalog.names
    + ["uikit-8+follow-key", "uikit-8+ignore-hidden", "uikit-8+key-only", "uikit-8+intersection"]
    + ["uikit-13+follow-key", "desktop+follow-key", "desktop+intersection", "desktop+key-only"]
  static let seeds: UInt64 = CaseCount.of(15, optimised: 60, long: 3_000)

  @Test(arguments: names)
  func everyCheckStepMatchesTheArbiter(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<Self.seeds {
      var random = RandomStack(seed: seed)
      var stack = random.stack(rules, windows: 1 + Int(seed % 6))
      if rules.family == .desktop, seed % 3 == 0 { stack = random.withTwoOutputs(stack) }
      let model = try CheckModel(stack, tracksKeyWindow: true)
      guard !model.raisesAtOnce else { continue }
      var arbiter = Arbiter(rules: rules, scene: stack.scene)
      _ = Self.play(.setUp, on: &arbiter)
      var state = model.initial
      for step in 0..<40 {
        guard let event = random.event(in: model, state) else { break }
        let place = "\(name), seed \(seed), step \(step), \(event)"
        var ways: [CheckStep] = []
        model.kernel.step(event, state) { ways.append($1) }
        let verdict = try #require(Self.play(event.event(in: model), on: &arbiter))
        #expect(model.broken == nil, "\(place)")
        let after = arbiter.scene
        let matching = ways.filter { way in
          let gone = way.next.hidden & ~way.next.present
          return model.encode(after, settingsIndex: way.next.settingsIndex, gone: gone) == way.next
        }
        #expect(matching.count == 1, "\(place): \(ways.count) ways")
        guard let way = matching.first else { return }
        #expect(way.raises == (verdict.error?.isException == true), "\(place)")
        #expect(
          model.template(after, like: way.next.settingsIndex)
            == model.templates[way.next.settingsIndex])
        let page = model.kernel.page(way.next)
        #expect(
          after.pageIndex.map { after.windows[$0].id }
            == (page < model.ids.count ? model.ids[page] : nil))
        guard !way.raises else { break }
        state = way.next
      }
    }
  }

  /// A turn of the device leads to the same settings and trigger with each orientation of the status bar.
  @Test(arguments: names)
  func theStatusBarDoesNotMatterWhenTheDeviceTurns(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in UInt64(0)..<CaseCount.of(5, optimised: 10, long: 200) {
      var random = RandomStack(seed: seed)
      let model = try CheckModel(random.stack(rules, windows: 1 + Int(seed % 4)))
      for settings in model.reachableSettings().sorted() {
        for (device, turn) in (0..<25).map({ ($0 / 5, $0 % 5) }) where device != turn {
          let steps = (0..<4).map { bar in
            var state = model.initial
            (state.settingsIndex, state.device, state.bar) = (settings, device, bar)
            return model.compileDevice(CheckEvent(kind: .turn, index: turn), state)
          }
          #expect(Set(steps).count == 1, "\(name), seed \(seed), from \(device) to \(turn)")
        }
      }
    }
  }

  /// Sends an event, with a display server that obeys at once.
  static func play(_ event: Event, on arbiter: inout Arbiter) -> Verdict? {
    var verdict: Verdict?
    for effect in arbiter.handle(event, at: .zero) {
      switch effect {
      case .report(let found): verdict = found
      case .rotateOutput(let output, let transform, _):
        _ = arbiter.handle(.output(.transform(output, transform)), at: .zero)
      default: break
      }
    }
    return verdict
  }
}
