// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

@testable import Diagnosis

/// A window whose answers would split the next turn is named as soon as it appears.
@Suite struct PredictionTests {
  private static let page = Window.declared(1, "main", Stories.portraitPage)

  /// The menu that is built and never shown, after it was added to a quiet stack.
  private static func menu(_ rules: any RuleSet, _ menu: Window) -> Arbiter {
    var arbiter = Arbiter(rules: rules, scene: Scene(windows: [page], key: WindowID(1)))
    _ = arbiter.handle(.setUp, at: .zero)
    _ = arbiter.handle(.add(menu, makesKey: false), at: .zero)
    return arbiter
  }

  private static let plain = Window(
    id: WindowID(2), name: "menu", level: 2000, isHidden: true, root: Controller(id: "menu.root"))

  @Test func theHiddenMenuIsNamedBeforeAnybodyTurns() {
    let arbiter = Self.menu(UIKitRuleSet.version8, Self.plain)
    let found = Prediction.atBirth(WindowID(2), in: arbiter.scene, rules: arbiter.rules)
    #expect(found.map(\.kind) == [.split, .split])
    #expect(found.map(\.device) == [.landscapeLeft, .landscapeRight])
    #expect(found.allSatisfy { $0.window == WindowID(2) })
  }

  @Test func itIsWhatHappensThen() throws {
    var arbiter = Self.menu(UIKitRuleSet.version8, Self.plain)
    let found = try #require(
      Prediction.atBirth(WindowID(2), in: arbiter.scene, rules: arbiter.rules).first)
    var outcomes: [Outcome] = []
    for case .report(let verdict) in arbiter.handle(.device(.turned(found.device)), at: .zero) {
      outcomes.append(verdict.outcome)
    }
    #expect(outcomes == [.split])
  }

  @Test(arguments: [
    "uikit-7", "uikit-8+follow-key", "uikit-8+ignore-hidden", "uikit-8+key-only", "uikit-16",
  ])
  func whereItIsCuredThereIsNoAlarm(name: String) throws {
    let arbiter = Self.menu(try Stories.uikit(name), Self.plain)
    #expect(Prediction.atBirth(WindowID(2), in: arbiter.scene, rules: arbiter.rules).isEmpty)
  }

  @Test func curedWindowsGiveNoAlarm() {
    var following = Self.plain
    following.root?.forwardsTo = WindowID(1)
    var rootless = Self.plain
    rootless.root = nil
    for menu in [following, rootless] {
      let arbiter = Self.menu(UIKitRuleSet.version8, menu)
      #expect(Prediction.atBirth(WindowID(2), in: arbiter.scene, rules: arbiter.rules).isEmpty)
    }
  }

  @Test func aVetoIsForeseen() throws {
    let rules = try Stories.uikit("uikit-8", .intersection)
    var arbiter = Arbiter(
      rules: rules, scene: Scene(windows: [.declared(1, "main")], key: WindowID(1)))
    _ = arbiter.handle(.setUp, at: .zero)
    let overlay = Window.declared(2, "overlay", DeclaredPolicy(autorotate: false))
    _ = arbiter.handle(.add(overlay, makesKey: false), at: .zero)
    let found = Prediction.atBirth(WindowID(2), in: arbiter.scene, rules: rules)
    #expect(found.map(\.kind) == [.veto, .veto])
  }

  /// Every split that is one turn away is foreseen, and nothing where the check proves there is none.
  @Test func itAgreesWithTheCheck() throws {
    let rules = try Stories.uikit("uikit-8")
    for seed in 0..<400 {
      var random = RandomStack(seed: UInt64(seed))
      let stack = random.stack(rules, windows: 2 + seed % 3)
      guard let model = try? CheckModel(stack, isWhole: true), !model.raisesAtOnce else { continue }
      let state = model.initial
      guard model.kernel.split(state) == 0 else { continue }
      let scene = model.scene(state)
      let last = try #require(scene.windows.last).id
      var splits: [DeviceOrientation] = []
      for device in 0..<4 where device != state.device {
        let event = CheckEvent(kind: .turn, index: device)
        model.kernel.step(event, state) { _, step in
          if !step.raises, model.kernel.split(step.next) != 0 {
            splits.append(CheckEvent.device(device))
          }
        }
      }
      let found = Prediction.atBirth(last, in: scene, rules: rules).filter { $0.kind == .split }
      #expect(Set(found.map(\.device)).isSubset(of: splits), "seed \(seed)")
      // What is not this window's doing splits without it as well.
      var without = scene
      without.windows.removeLast()
      without.keyHistory.removeAll { $0 == last }
      for device in splits where !found.contains(where: { $0.device == device }) {
        var arbiter = Arbiter(rules: rules, scene: without)
        for case .report(let verdict) in arbiter.handle(.device(.turned(device)), at: .zero) {
          #expect(verdict.outcome == .split, "seed \(seed)")
        }
      }
    }
  }

  @Test func itIsQuick() {
    let arbiter = Self.menu(UIKitRuleSet.version8, Self.plain)
    let time = ContinuousClock().measure {
      for _ in 0..<10 {
        _ = Prediction.atBirth(WindowID(2), in: arbiter.scene, rules: arbiter.rules)
      }
    }
    // Ten of them within what one may take, unoptimised and on a busy machine.
    #expect(time < .milliseconds(100))
  }
}
