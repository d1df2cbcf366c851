// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Testing

@testable import ModelChecker
@testable import Promela

/// Spin, an independent model checker, finds the same states and the same split.
@Suite struct SpinTests {
  static let stacks: UInt64 = CaseCount.of(1, optimised: 10, long: 40)

  /// As many states, but for the one before the first step; with the key window or without.
  @Test(arguments: CheckStepTests.names)
  func spinCountsTheSameStates(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var tracksKeyWindow = name.utf8.count.isMultiple(of: 2)
    var seed: UInt64 = 0
    var compared: UInt64 = 0
    while compared < Self.stacks {
      seed += 1
      var random = RandomStack(seed: seed)
      let stack = random.stack(rules, windows: 1 + Int(seed % 3))
      let model = try CheckModel(stack, tracksKeyWindow: tracksKeyWindow)
      // The model for Spin has no order of use.
      if model.raisesAtOnce || !model.recentOrder.isEmpty { continue }
      let exploration = Exploration(model, bounds: CheckBounds())
      exploration.run(CheckBounds()) { _ in true }
      #expect(exploration.limit == nil)
      let text = try PromelaModel.text(of: stack, tracksKeyWindow: tracksKeyWindow)
      let result = try SpinRun(text)
      // A model without a step of its own starts in its first state.
      let first = text.contains("active proctype stack() {\n  d_step") ? 1 : 0
      #expect(result.errors == 0)
      #expect(result.states - first == exploration.space.count, "\(name), seed \(seed)")
      tracksKeyWindow.toggle()
      compared += 1
    }
  }

  /// With the first property, Spin finds a violation exactly where the check does.
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
      let result = try SpinRun(try PromelaModel.text(of: stack), options: ["-DP1"])
      #expect((result.errors > 0) == finding.isViolated, "\(name), seed \(seed)")
    }
  }

  /// Writing a model ends at its bounds.
  @Test func writingALargeModelRespectsBounds() throws {
    let windows = (1...9).map { number in
      var window = Window.declared(Int32(number), "w\(number)")
      window.root?.forwardsTo = WindowID(Int32(number % 9 + 1))
      return window
    }
    let rules = try #require(RuleSetCatalog.make("uikit-16"))
    let stack = CheckStack(rules: rules, scene: Scene(windows: windows, key: WindowID(1)))
    #expect(throws: PromelaRefusal.self) {
      try PromelaModel.text(of: stack, bounds: CheckBounds(states: 5000))
    }
    #expect(throws: CheckLimit.memory(1)) {
      try PromelaModel.text(of: stack, bounds: CheckBounds(memory: 1))
    }
  }

  /// Shared parts of a tree are written again and again, so the text is bounded while it grows.
  @Test func theTextOfADecisionIsBounded() throws {
    // The parity of the ones: two nodes per question, and a text for every path.
    let questions = (0..<18).map { index in
      DecisionTree.Question(
        values: [0, 1].map { one in
          DecisionTree.Question.Value(condition: "x[\(index)] == \(one)") { state in
            var state = state
            state.hidden ^= UInt64(one)
            return state
          }
        })
    }
    let tree = try DecisionTree(questions, from: PackedState()) { Int($0.hidden & 1) }
    #expect(throws: PromelaModel.tooLong) { try tree.statement(atMost: 10_000) { "x = \($0)" } }
    let small = try DecisionTree(Array(questions.prefix(1)), from: PackedState()) {
      Int($0.hidden & 1)
    }
    #expect(
      try small.statement(atMost: 100) { "x = \($0)" }
        == "if :: x[0] == 0 -> x = 0 :: else -> x = 1 fi")
  }

  @Test func aStackThatCannotStartIsRefused() throws {
    let page = DeclaredPolicy(supported: [])
    let scene = Scene(windows: [.declared(1, "main", page)], key: WindowID(1))
    #expect(throws: PromelaRefusal("set-up raises an exception")) {
      try PromelaModel.text(of: CheckStack(rules: UIKitRuleSet.version8, scene: scene))
    }
  }
}
