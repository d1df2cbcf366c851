// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import ModelChecker

/// A state of the check contains all that a rule set reads of a scene.
@Suite struct CheckStateTests {
  /// Played scenes, and the scenes rebuilt from their states, have the same decisions.
  @Test(arguments: CheckStepTests.names)
  func aRebuiltSceneDecidesAsThePlayedOne(name: String) throws {
    let named = try #require(RuleSetCatalog.make(name))
    var compared = 0
    for seed in 0..<CheckStepTests.seeds {
      var random = RandomStack(seed: seed &+ 61_000)
      let rules = random.variant(of: named)
      let stack = random.wideStack(rules, windows: 1 + Int(seed % 5))
      let model = try CheckModel(stack, tracksKeyWindow: true)
      guard !model.raisesAtOnce else { continue }
      var arbiter = Arbiter(rules: rules, scene: stack.scene)
      _ = CheckStepTests.play(.setUp, on: &arbiter)
      var state = model.initial
      for step in 0..<30 {
        guard let event = random.event(in: model, state) else { break }
        let verdict = try #require(CheckStepTests.play(event.event(in: model), on: &arbiter))
        if verdict.error?.isException == true { break }
        // Settings and removed windows come from the step; all else is read from the scene.
        var gone = state.hidden & ~state.present
        var settings: Int?
        model.kernel.step(event, state) { _, way in
          gone = way.next.hidden & ~way.next.present
          settings = way.next.settingsIndex
        }
        let place = "\(name), seed \(seed), step \(step), \(event)"
        let scene = arbiter.scene
        guard let settings,
          let next = model.encode(scene, settingsIndex: settings, gone: gone)
        else { break }
        state = next
        for (code, window) in Self.triggers(model, state) {
          compared += 1
          let trigger = TriggerCode.trigger(code, window: window, of: model.ids)
          let played = Self.moves(rules, trigger, scene)
          let looked = model.kernel.decided(code, window, state)
          guard played.raises == looked.raises else {
            Issue.record("\(place): \(trigger) raises \(played.raises)")
            return
          }
          if looked.raises { continue }
          let made = model.encode(
            Self.scene(scene, after: played.moves), settingsIndex: settings, gone: gone)
          guard made == looked.next else {
            Issue.record("\(place): \(trigger) in \(state) leads to \(looked.next)")
            return
          }
        }
      }
    }
    #expect(compared > 1_000)
  }

  /// Returns the triggers of the rules: turns, and placements of windows or a new decision for all.
  private static func triggers(_ model: CheckModel, _ state: PackedState) -> [(UInt8, Int)] {
    let turns = (UInt8(1)...4).map { ($0, 0) }
    guard model.rules.scope == .window else {
      return turns + [(TriggerCode.turnNowhere, 0), (TriggerCode.reconsider, 0)]
    }
    let there = model.ids.indices.filter { state.present & PackedState.bit($0) != 0 }
    return turns + there.map { (TriggerCode.place, $0) }
  }

  private static func moves(
    _ rules: any RuleSet, _ trigger: DecisionTrigger, _ scene: Scene
  ) -> (moves: [Move], raises: Bool) {
    var sink = MoveSink()
    if case .raised(let error) = rules.decide(trigger, in: scene, answers: Answers(), sink: &sink) {
      return (sink.moves, error.isException)
    }
    return (sink.moves, false)
  }

  /// Returns the scene after moves, in an independent implementation.
  static func scene(_ scene: Scene, after moves: [Move]) -> Scene {
    var scene = scene
    for case .window(let id, let orientation) in moves {
      guard let index = scene.index(of: id) else { continue }
      scene.windows[index].orientation = orientation
    }
    for case .statusBar(let orientation, _) in moves {
      scene.statusBar.orientation = orientation
      for index in scene.windows.indices where scene.windows[index].isFollower {
        scene.windows[index].orientation = orientation
      }
    }
    return scene
  }

  /// The window that was used last counts, even if it is not the key window.
  @Test func theOrderOfUseIsKeptUnderChromeOS() throws {
    let rules = try #require(RuleSetCatalog.make("chromeos"))
    func window(_ number: Int32, _ lock: OrientationLock?, isFloated: Bool = false) -> Window {
      var window = Window(id: WindowID(number), name: "w\(number)", root: nil)
      window.chromeOS = ChromeOSTraits(lock: lock, isFloated: isFloated)
      return window
    }
    // The key window floats and does not count; of the others the lower one was used last.
    var scene = Scene(windows: [
      window(1, .landscape), window(2, .portrait), window(3, nil, isFloated: true),
    ])
    scene.device.chromeOS.posture = .tablet
    scene.keyHistory = [WindowID(2), WindowID(1), WindowID(3)]
    let stack = CheckStack(rules: rules, scene: scene)
    let model = try CheckModel(stack)
    #expect(model.initial.recent == 0)
    var replayer = Replayer(stack)
    replayer.play(.device(.turned(.landscapeLeft)))
    var next: [PackedState] = []
    let turned = CheckEvent(kind: .turn, index: CheckEvent.index(.landscapeLeft))
    model.kernel.step(turned, model.initial) { next.append($1.next) }
    #expect(next.map(\.bar) == [Int(replayer.arbiter.scene.statusBar.orientation.rawValue) - 1])
    // Once that window is hidden the other one counts, and the display rotates back.
    replayer.play(.window(WindowID(1), .hide))
    let hidden = CheckEvent(kind: .hide, index: 0)
    let ways = next.flatMap { state in
      var ways: [PackedState] = []
      model.kernel.step(hidden, state) { ways.append($1.next) }
      return ways
    }
    #expect(ways.map(\.recent) == [1])
    #expect(ways.map(\.bar) == [Int(replayer.arbiter.scene.statusBar.orientation.rawValue) - 1])
  }

  /// While no window was used the topmost one counts, so the order of creation counts.
  @Test func theOrderOfCreationCountsUntilAWindowIsUsed() throws {
    let rules = try #require(RuleSetCatalog.make("chromeos"))
    for (lock, isFree) in [(OrientationLock.landscape, false), (.portrait, true)] {
      let windows = [lock, .portrait].enumerated().map { number, lock in
        var window = Window(id: WindowID(Int32(number)), name: "w\(number)", root: nil)
        window.chromeOS = ChromeOSTraits(lock: lock)
        return window
      }
      var scene = Scene(windows: windows)
      scene.device.chromeOS.posture = .tablet
      for reduces in [true, false] {
        let report = try Check.run(CheckStack(rules: rules, scene: scene), reduces: reduces)
        let finding = try #require(report.findings.first { $0.property == .orderIsFree })
        #expect(finding.isViolated != isFree, "\(lock): \(finding)")
        // Both windows are shown and unused from the start, so only turns are needed.
        guard case .violated(let example) = finding.result else { continue }
        let others = example.events.filter { if case .device(.turned) = $0 { false } else { true } }
        #expect(others.isEmpty, "\(example)")
      }
      // Once every window was used, only the order of use counts.
      scene.keyHistory = [WindowID(0), WindowID(1)]
      let report = try Check.run(CheckStack(rules: rules, scene: scene))
      let finding = try #require(report.findings.first { $0.property == .orderIsFree })
      #expect(!finding.isViolated, "\(finding)")
    }
  }
}
