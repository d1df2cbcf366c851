// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

import Explanation
@testable import ModelChecker

/// The warning about a new window equals the check's findings one turn away, and takes little time.
@Suite struct NewWindowWarningCheckTests {
  /// Returns the positions of the device in which one turn splits bar and page.
  private func splits(_ arbiter: Arbiter) throws -> Set<DeviceOrientation>? {
    let stack = CheckStack(rules: arbiter.rules, scene: arbiter.scene, isRunning: true)
    let model = try CheckModel(stack, tracksKeyWindow: true)
    // A new window does not cause a split that exists already.
    if model.kernel.split(model.initial) != 0 { return nil }
    var found: Set<DeviceOrientation> = []
    for device in 0..<4 where device != model.initial.device {
      model.kernel.step(CheckEvent(kind: .turn, index: device), model.initial) { _, step in
        guard !step.raises, model.kernel.split(step.next) != 0 else { return }
        found.insert(CheckEvent.device(device))
      }
    }
    return found
  }

  @Test(arguments: ["uikit-8", "uikit-8+follow-key", "uikit-13", "uikit-16", "desktop"])
  func theWarningForeseesTheNewSplitsOneTurnAway(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var foreseen = 0
    for seed in UInt64(0)..<400 {
      var random = RandomStack(seed: seed)
      let stack = random.stack(rules, windows: 2 + Int(seed % 3))
      guard let newcomer = stack.windows.first(where: { !$0.isThere }) else { continue }
      var before = Arbiter(rules: rules, scene: stack.scene)
      guard CheckStepTests.play(.setUp, on: &before)?.error == nil else { continue }
      var after = before
      let event = Event.add(newcomer.window, makesKey: newcomer.isKey)
      guard CheckStepTests.play(event, on: &after)?.error == nil else { continue }
      guard let now = try splits(after), let earlier = try splits(before) else { continue }
      let warning = NewWindowWarning(of: newcomer.window.id, before: before, after: after)
      let new = now.subtracting(earlier)
      #expect(new.isSubset(of: warning?.turns ?? []), "\(name), seed \(seed)")
      if let warning, warning.outcome == .split {
        #expect(new.contains(warning.turns[0]), "\(name), seed \(seed)")
      }
      foreseen += new.count
    }
    if name.hasPrefix("uikit-8") { #expect(foreseen > 0) }
  }

  /// The warning among as many windows as a check holds, beside as many turns as it compares: the fastest
  /// runs of each, so that neither a busy nor an emulated processor matters.
  @Test func aWarningTakesAtMostFourTimesTheTurnsThatItCompares() throws {
    let page = DeclaredPolicy(autorotate: false, supported: .portrait)
    let windows = (1...12).map { Window.declared(Int32($0), "w\($0)", page) }
    var before = Arbiter(
      rules: UIKitRuleSet.version8, scene: Scene(windows: windows, key: WindowID(1)))
    _ = before.handle(.setUp, at: .zero)
    let menu = Window(
      id: WindowID(13), name: "menu", level: 2000, isHidden: true,
      root: Controller(id: "menu.root"))
    var (warnings, turns): ([Duration], [Duration]) = ([], [])
    for _ in 0..<25 {
      var after = before
      _ = after.handle(.add(menu, makesKey: false), at: .zero)
      var warning: NewWindowWarning?
      warnings.append(
        ContinuousClock().measure {
          warning = NewWindowWarning(of: menu.id, before: before, after: after)
        })
      #expect(warning?.outcome == .split)
      turns.append(
        ContinuousClock().measure {
          for arbiter in [before, after] {
            for orientation in DeviceOrientation.allCases {
              var turned = arbiter
              _ = turned.handle(.device(.turned(orientation)), at: .zero)
            }
          }
        })
    }
    let (warning, ownTurns) = (try #require(warnings.min()), try #require(turns.min()))
    #expect(warning < ownTurns * 4)
  }
}
