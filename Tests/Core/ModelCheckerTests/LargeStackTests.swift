// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import ModelChecker

/// The check's results for stacks too large for a plain search.
@Suite struct LargeStackTests {
  /// Counterexamples are replayed, and no random step violates a property that is proved.
  @Test(arguments: CheckSearchTests.names)
  func counterexamplesAreReplayedAndProofsHoldInRandomSteps(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in UInt64(0)..<CaseCount.of(1, optimised: 4, long: 42) {
      var random = RandomStack(seed: seed &+ 9_000)
      let stack = random.stack(rules, windows: 6 + Int(seed % 15))
      let report = try Check.run(stack, bounds: CheckBounds(states: 2_000_000))
      var proved = PropertySet()
      for finding in report.findings {
        let place = "\(name), seed \(seed), \(finding.property.code)"
        switch finding.result {
        case .violated(let example):
          #expect(example.violates(finding.property, stack), "\(place): \(example.events)")
        case .proved: proved.insert(PropertySet(finding.property))
        case .missing, .notChecked, .undecided: break
        }
      }
      var walk = RandomSteps(try CheckModel(stack, tracksKeyWindow: true), random)
      let violated = walk.violated(steps: CaseCount.of(5_000, optimised: 50_000, long: 1_000_000))
      #expect(violated.isDisjoint(with: proved), "\(name), seed \(seed): \(violated), \(proved)")
    }
  }
}

extension LargeStackTests {
  /// No property of these stacks is left open: six windows that others ask, without and with turns; P8 of
  /// neighbours whose decisions differ only where one of the two is absent, or shown as the page; a page
  /// that accepts no orientation in which it was not met; windows that have to agree, some of which answer as the
  /// page's does; five windows that keep an output from rotating; windows of an output that does not rotate, one of
  /// which is added.
  @Test(arguments: [
    ("uikit-5", UInt64(11)), ("uikit-8", 29), ("android-14", 37), ("uikit-8+follow-key", 38),
    ("uikit-8+key-only", 11), ("uikit-8+intersection", 29), ("uikit-5+intersection", 26),
    ("desktop", 14), ("desktop", 40),
  ])
  func nothingIsLeftOpen(name: String, seed: UInt64) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var random = RandomStack(seed: seed + 9_000)
    let stack = random.stack(rules, windows: 6 + Int(seed % 15))
    let report = try Check.run(stack, bounds: CheckBounds(states: 200_000))
    #expect(!report.isUndecided, "\(report.findings)")
  }
}

/// Random steps of a model that the arbiter can replay; every thousandth step begins at the initial state.
private struct RandomSteps {
  private let model: CheckModel
  private var random: RandomStack
  private let comparesOrder: Bool

  init(_ model: CheckModel, _ random: RandomStack) {
    (self.model, self.random) = (model, random)
    comparesOrder = model.stack.namesNoWindow && model.recentOrder.isEmpty
  }

  /// Returns the properties that the states and steps violate; P8 is evaluated once in ten
  /// thousand states.
  mutating func violated(steps: Int) -> PropertySet {
    var violated: PropertySet = model.raisesAtOnce ? .trap : []
    if model.raisesAtOnce { return violated }
    let kernel = model.kernel
    let properties = StepProperties(kernel)
    let leaving = model.hiddenMatters ? model.all : 0
    var list = TransitionList()
    defer { list.deallocate() }
    var (state, histories, history) = (model.initial, KeyHistories(model), 0)
    for number in 0..<steps {
      if number % 1_000 == 0 {
        (state, histories) = (model.initial, KeyHistories(model))
        history = histories.first()
      }
      if kernel.split(state) != 0 { violated.formUnion(.bar) }
      if TurnAndBack(kernel).violation(in: state) != nil { violated.formUnion(.back) }
      if number % 10_000 == 9_999, dependsOnOrder(state) {
        violated.insert(PropertySet(.orderIsFree))
      }
      list.removeAll()
      kernel.expand(state, leaving: leaving, into: &list)
      let transition = list[Int(random.next() % UInt64(list.count))]
      guard let next = histories.after(history, state, transition) else { continue }
      let step = kernel.decided(transition)
      violated.formUnion(
        properties.violated(by: transition.event, state, step, wanted: .searched))
      if !step.raises { (state, history) = (step.next, next) }
    }
    #expect(model.broken == nil)
    return violated
  }

  private func dependsOnOrder(_ state: PackedState) -> Bool {
    guard comparesOrder else { return false }
    return (0..<4).filter { $0 != state.device }.contains { device in
      let turn = Event.device(.turned(CheckEvent.device(device)))
      return ReferenceSearch.dependsOnOrder(turn, model[sceneOf: state], of: model.stack)
    }
  }
}
