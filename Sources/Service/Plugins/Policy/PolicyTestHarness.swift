// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// A minimal shell for testing a policy: every event is decided at once.
public struct PolicyTestHarness {
  /// The arbiter.
  public private(set) var arbiter: Arbiter
  /// The host of the policies.
  public let host: PolicyHost

  /// Creates a harness from a scene; its live policies must be registered at the host.
  public init(rules: any RuleSet, scene: Scene, host: PolicyHost) {
    arbiter = Arbiter(rules: rules, scene: scene)
    self.host = host
  }

  /// Plays an event, answers the questions, and returns the verdicts.
  @discardableResult
  public mutating func play(_ event: Event, at now: Instant = .zero) -> [Verdict] {
    var verdicts: [Verdict] = []
    var driver = EffectDriver()
    driver.enqueue(event)
    driver.run {
      arbiter.handle($0, at: now)
    } execute: { effect in
      switch effect {
      case .ask(let id, let question):
        return host.answer(id, question, in: arbiter.sceneInQuestion) ?? .policyFailed(id)
      case .report(let verdict):
        host.finish(verdict)
        verdicts.append(verdict)
      case .rotateOutput, .armDeadline, .disarmDeadline, .outputReport: break
      }
      return InstantDisplay.report(on: effect)
    }
    return verdicts
  }
}
