// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import Counterfactuals

/// Long lines of windows, each of which forwards its questions to the next; the last one refuses.
@Suite struct ForwardingLineTests {
  @Test(
    arguments: CaseCount.of([9], optimised: [15, 40]),
    ["uikit-6", "uikit-8", "uikit-8+intersection", "uikit-16"])
  func theSearchOfAForwardingLineIsBounded(_ count: Int, _ name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let report = try report(rules, count, isLocked: false)
    let finding = try #require(report.main)
    #expect(finding.repairable.contains { $0 == [Self.window(count - 1)] })
    #expect(report.evaluations < Self.most)
  }

  /// Under the user's lock every repair takes two changes at least, so none is found early.
  ///
  /// A search for `uikit-16` reaches its bound in a debug build after a dozen seconds.
  @Test(
    arguments: CaseCount.of([15], optimised: [15, 40]),
    CaseCount.of(["uikit-8+intersection"], optimised: ["uikit-8+intersection", "uikit-16"]))
  func aBoundedSearchReportsItsBound(_ count: Int, _ name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let report = try report(rules, count, isLocked: true)
    let finding = try #require(report.main)
    #expect(finding.repairable.allSatisfy { $0.count > 1 })
    #expect(finding.searchedTo != nil)
    #expect(report.evaluations < Self.most)
  }

  /// The limit of repeated decisions and contributions together.
  private static let most = 1_100_000

  private static func window(_ index: Int) -> Intervention.Subject {
    .party(.window(WindowID(Int32(index))))
  }

  private func report(_ rules: any RuleSet, _ count: Int, isLocked: Bool) throws -> BlameReport {
    let windows = (0..<count).map { index in
      let isLast = index == count - 1
      var root = Controller(
        id: "c\(index)",
        policy: .declared(
          DeclaredPolicy(
            autorotate: !isLast, supported: isLast ? .portrait : .all,
            legacy: isLast ? .portrait : .all)))
      if !isLast { root.forwardsTo = WindowID(Int32(index + 1)) }
      return Window(id: WindowID(Int32(index)), name: "w\(index)", root: root)
    }
    var scene = Scene(windows: windows, key: WindowID(0))
    scene.device.isRotationLocked = isLocked
    var arbiter = Arbiter(rules: rules, scene: scene)
    _ = arbiter.handle(.setUp, at: .zero)
    let effects = arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero)
    let verdict = try #require(
      effects.compactMap { if case .report(let verdict) = $0 { verdict } else { nil } }.first)
    return BlameReport(verdict: verdict, rules: rules)
  }
}
