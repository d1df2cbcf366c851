// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Foundation
import Testing

@testable import Diagnosis

/// Spin, a model checker that knows nothing of ours, finds the same states and the same split.
@Suite struct SpinTests {
  static let stacks: UInt64 =
    ProcessInfo.processInfo.environment["SWIVEL_LONG_TESTS"] == nil ? 2 : 40

  /// As many states, but for the one before the first step; the key left out or not.
  @Test(arguments: CheckStepTests.names)
  func spinCountsTheSameStates(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var isWhole = false
    var seed: UInt64 = 0
    var compared: UInt64 = 0
    while compared < Self.stacks {
      seed += 1
      var random = RandomStack(seed: seed)
      let stack = random.stack(rules, windows: 1 + Int(seed % 3))
      let model = try CheckModel(stack, isWhole: isWhole)
      if model.raisesAtOnce { continue }
      let exploration = Exploration(model, bounds: CheckBounds())
      exploration.run(CheckBounds()) { _ in true }
      #expect(exploration.limit == nil)
      let text = try Check.promela(stack, isWhole: isWhole)
      let result = try SpinRun(text)
      // One without any step of its own starts in its first state.
      let first = text.contains("active proctype stack() {\n  d_step") ? 1 : 0
      #expect(result.errors == 0)
      #expect(result.states - first == exploration.space.count, "\(name), seed \(seed)")
      isWhole.toggle()
      compared += 1
    }
  }

  /// Given the first property, Spin meets a violation just where the check does.
  @Test(arguments: ["uikit-8", "uikit-8+key-only", "desktop"])
  func spinAgreesOnTheFirstProperty(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in UInt64(50)..<52 {
      var random = RandomStack(seed: seed)
      let stack = random.stack(rules, windows: 2)
      let report = try Check.run(stack)
      let refused = CheckFinding.Result.notChecked("set-up raises an exception")
      if report.findings.contains(where: { $0.result == refused }) { continue }
      let finding = try #require(report.findings.first { $0.property == .barAgrees })
      let result = try SpinRun(try Check.promela(stack), options: ["-DP1"])
      #expect((result.errors > 0) == finding.isViolated, "\(name), seed \(seed)")
    }
  }

  @Test func aStackThatCannotStartIsRefused() throws {
    let page = DeclaredPolicy(supported: [])
    let scene = Scene(windows: [.declared(1, "main", page)], key: WindowID(1))
    #expect(throws: CheckLimit.promela("set-up raises an exception")) {
      try Check.promela(CheckStack(rules: UIKitRuleSet.version8, scene: scene))
    }
  }
}
