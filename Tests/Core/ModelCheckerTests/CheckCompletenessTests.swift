// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import ModelChecker

/// The check finds every violation that the arbiter shows within a few events, as early or earlier.
@Suite struct CheckCompletenessTests {
  @Test(arguments: CheckSearchTests.names)
  func everyViolationOfShortRunsIsFoundByTheCheck(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<CaseCount.of(3, optimised: 10) {
      var random = RandomStack(seed: UInt64(seed) &+ 7_000)
      let stack = random.stack(rules, windows: 1 + seed % 2)
      let report = try Check.run(stack)
      var broken: [CheckProperty: Int] = [:]
      walk(Replayer(stack), try CheckModel(stack, tracksKeyWindow: true), 0, &broken)
      for (property, length) in broken.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let place = "\(name), seed \(seed), \(property.code) after \(length)"
        let finding = try #require(report.findings.first { $0.property == property })
        guard case .violated(let example) = finding.result else {
          Issue.record("\(place): \(finding.result)")
          continue
        }
        #expect(example.events.count <= length, "\(place)")
      }
    }
  }

  /// Plays every sequence of at most three events through the arbiter.
  private func walk(
    _ replayer: Replayer, _ model: CheckModel, _ depth: Int, _ broken: inout [CheckProperty: Int]
  ) {
    for property in [
      CheckProperty.barAgrees, .hiddenIsSilent, .oneApply, .lockIsAbsolute, .neverTraps,
    ] where broken[property] ?? .max > depth {
      if property.isBroken(by: replayer.verdicts, rules: model.rules) == true {
        // Set-up places hidden windows too; it is no event.
        if depth == 0, property == .hiddenIsSilent { continue }
        broken[property] = depth
      }
    }
    guard depth < 3, replayer.verdicts.last?.error?.isException != true else { return }
    let scene = replayer.arbiter.scene
    for event in events(in: scene, model, replayer) {
      var next = replayer
      next.play(event)
      walk(next, model, depth + 1, &broken)
    }
  }

  private func events(in scene: Scene, _ model: CheckModel, _ replayer: Replayer) -> [Event] {
    var events: [Event] = (0..<5).map { .device(.turned(CheckEvent.device($0))) }
    events.append(.device(.rotationLock(!scene.device.isRotationLocked)))
    for window in scene.windows {
      events.append(.window(window.id, window.isHidden ? .show : .hide))
      events.append(.window(window.id, .makeKey))
      events.append(.window(window.id, .remove))
    }
    for entry in model.stack.windows where !entry.isThere {
      let wasThere = replayer.verdicts.contains { $0.after.window(entry.window.id) != nil }
      if !wasThere { events.append(.add(entry.window, makesKey: entry.isKey)) }
    }
    return events
  }
}
