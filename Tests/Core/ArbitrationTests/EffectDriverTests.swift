// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

/// The queue of every shell, and the display that obeys at once.
@Suite struct EffectDriverTests {
  private let deadlines = (UInt32(1)...9).map { DeadlineID.change(ChangeID($0)) }

  @Test func allEffectsOfAnEventComeBeforeTheNextEvent() {
    var driver = EffectDriver()
    #expect(!driver.isRunning)
    let isToRun = driver.enqueue(.observe)
    #expect(isToRun)
    var log: [String] = []
    driver.run { event in
      log.append(event == .observe ? "observe" : "set up")
      return event == .observe
        ? [.disarmDeadline(deadlines[0]), .disarmDeadline(deadlines[1])] : []
    } execute: { effect in
      log.append(effect == .disarmDeadline(deadlines[0]) ? "first" : "second")
      return .setUp
    }
    #expect(log == ["observe", "first", "second", "set up", "set up"])
    #expect(!driver.isRunning)
  }

  /// Executing an effect may call the shell, which leaves the event to the current run.
  @Test func eventsDuringAnEffectWaitForTheRemainingEffects() {
    let shell = Shell()
    shell.handle(.setUp)
    #expect(shell.log == ["decide 0", "execute 0", "execute 1", "decide 1", "decide 2"])
    shell.handle(.observe)
    #expect(shell.log.suffix(1) == ["decide 3"])
  }

  private final class Shell {
    private(set) var log: [String] = []
    private var driver = EffectDriver()
    private var decided = 0

    func handle(_ event: Event) {
      guard driver.enqueue(event) else { return }
      while let step = driver.next() {
        switch step {
        case .decide(let event): driver.decided(decide(event))
        case .execute(.disarmDeadline(.change(let id))):
          log.append("execute \(id.rawValue)")
          handle(.observe)
        case .execute: break
        }
      }
    }

    private func decide(_ event: Event) -> [Effect] {
      log.append("decide \(decided)")
      decided += 1
      guard event == .setUp else { return [] }
      return (UInt32(0)...1).map { .disarmDeadline(.change(ChangeID($0))) }
    }
  }

  private func scene(_ policies: [OutputPolicy], _ transforms: [Transform]) -> Scene {
    var scene = Scene(
      outputs: policies.indices.map { index in
        Output(
          id: OutputID(Int32(index)), name: "DP-\(index)", policy: policies[index],
          transform: transforms[index])
      })
    scene.device.orientation = .portrait
    return scene
  }

  @Test(arguments: RuleSetCatalog.names)
  func followingOutputsRotateInTheSameEvent(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let scene = scene(
      [.follow("DP-1"), .follow("DP-2"), .auto], [.normal, .rotated90, .rotated180])
    var display = InstantDisplay(Arbiter(rules: rules, scene: scene))
    display.play(.setUp, at: .zero)
    for held: DeviceOrientation in [.landscapeLeft, .portraitUpsideDown, .portrait] {
      let verdicts = display.play(.device(.turned(held)), at: .zero)
      #expect(verdicts.count == 1)
      let shown = display.arbiter.scene.outputs.map(\.transform)
      #expect(Set(shown).count == 1, "\(held): \(shown)")
      #expect(!display.arbiter.isBusy)
    }
  }

  /// Two outputs that follow each other would exchange their transforms for ever.
  @Test func theFirstOutputLeadsAFollowCycle() {
    let policies: [OutputPolicy] = [
      .follow("DP-2"), .follow("DP-0"), .follow("DP-1"), .follow("DP-0"),
    ]
    let scene = scene(policies, [.rotated90, .normal, .rotated180, .rotated270])
    var display = InstantDisplay(Arbiter(rules: DesktopRuleSet(), scene: scene))
    display.play(.setUp, at: .zero)
    #expect(display.arbiter.scene.outputs.allSatisfy { $0.transform == .rotated90 })
    // Whichever output is turned by hand, the others follow.
    display.play(.output(.transform(OutputID(2), .flipped)), at: .zero)
    #expect(display.arbiter.scene.outputs.allSatisfy { $0.transform == .flipped })
    #expect(!display.arbiter.isBusy)
  }
}
