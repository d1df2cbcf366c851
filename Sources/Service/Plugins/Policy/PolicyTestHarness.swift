// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// A miniature of the daemon, for trying a policy: every event is decided at once.
public struct PolicyTestHarness {
  /// The arbiter as it stands.
  public private(set) var arbiter: Arbiter
  /// The policies.
  public let host: PolicyHost

  /// Starts from a scene; its live policies have to be registered at the host.
  public init(rules: any RuleSet, scene: Scene, host: PolicyHost) {
    arbiter = Arbiter(rules: rules, scene: scene)
    self.host = host
  }

  /// Plays an event, answers what it asks, and returns what was decided.
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
