// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Plugins
import Testing

/// The tracing decorator records every call, changes nothing, and finds the policy that answered.
@Suite struct TracingPolicyTests {
  /// A policy that refuses landscape, and breaks its contract when asked about portrait.
  private final class Fussy: RootPolicy {
    func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
      switch query.proposed {
      case .portrait: throw PolicyFault("no portraits")
      case .portraitUpsideDown: return nil
      default: return DeclaredPolicy(autorotate: false)
      }
    }
  }

  @Test func everyCallIsRecorded() throws {
    var calls: [PolicyCall] = []
    let host = PolicyHost()
    let id = host.register(TracingPolicy(Fussy()) { calls.append($0) }, name: "fussy")
    var harness = PolicyTestHarness(
      rules: DesktopRuleSet(), scene: Staging.scene([id], host), host: host)
    let verdicts = harness.play(.device(.turned(.landscapeLeft)))
    #expect(verdicts.map(\.outcome) == [.blocked])
    #expect(calls.first?.verb == .handle("start"))
    #expect(calls.count == 3)
    #expect(calls[1].answer == DeclaredPolicy(autorotate: false))
    #expect(calls.allSatisfy { $0.elapsed >= .zero })
    let text = "\(calls[1])"
    #expect(text == "confirm window 1 (org.example.1) to landscape-right: stays")
    #expect("\(calls[2])".hasPrefix("advise window 1"))
  }

  /// The trace names the source of the YES, and that no answer was written.
  @Test func aDefaultYesIsTracedAsNoOpinion() throws {
    let host = PolicyHost()
    var calls: [PolicyCall] = []
    let id = host.register(TracingPolicy(Fussy()) { calls.append($0) }, name: "fussy")
    var harness = PolicyTestHarness(
      rules: DesktopRuleSet(), scene: Staging.scene([id], host), host: host)
    let verdict = try #require(harness.play(.device(.turned(.portraitUpsideDown))).first)
    let asked = try #require(verdict.asked.first)
    #expect(asked.answer == .flag(true) && asked.origin == .standard)
    #expect(asked.by?.name == "fussy")
    #expect("\(calls[1])".hasSuffix("no opinion"))
  }

  @Test func faultsPassThrough() {
    var calls: [PolicyCall] = []
    let policy = TracingPolicy(Fussy()) { calls.append($0) }
    #expect(throws: PolicyFault("no portraits")) {
      try policy.confirm(PolicyQuery(window: WindowID(1), proposed: .portrait))
    }
    #expect(calls.map(\.fault) == [PolicyFault("no portraits")])
  }
}
