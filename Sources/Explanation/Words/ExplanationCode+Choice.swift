// SPDX-License-Identifier: Apache-2.0
public import Arbitration

extension ExplanationCode {
  /// The number under which a verdict is explained: its error, split, hold, conflict or outcome.
  public init(_ verdict: Verdict) {
    let kinds = verdict.conflicts.map { ($0.kind, ExplanationCode($0)) }
    func code(_ wanted: [Conflict.Kind]) -> ExplanationCode? {
      kinds.first { wanted.contains($0.0) }?.1
    }
    switch verdict.outcome {
    case .exception: self = code([.emptyIntersection, .preferredNotSupported]) ?? .exception
    case .refused: self = .refused
    case .split: self = code([.stuck, .hijackAtCreation, .hijack]) ?? .split
    case .deferred: self = .deferred
    case .turned: self = code([.forwardingCycle, .reverseSplit]) ?? .turned
    case .unchanged: self = code([.forwardingCycle, .reverseSplit]) ?? .unchanged
    case .blocked: self = code([.veto, .forwardingCycle]) ?? .blockedByPage
    }
  }

  /// The number of a conflict.
  public init(_ conflict: Conflict) {
    switch conflict.kind {
    case .emptyIntersection: self = .emptyIntersection
    case .preferredNotSupported: self = .preferredNotSupported
    case .forwardingCycle: self = .forwardingCycle
    case .stuck: self = .stuck
    case .hijackAtCreation: self = .hijackAtCreation
    case .hijack: self = .hijack
    case .unwritten: self = .split
    case .keyboardSplit: self = .keyboardSplit
    case .reverseSplit: self = .reverseSplit
    case .veto:
      let isWindow = conflict.culprits.contains { if case .window = $0 { true } else { false } }
      self = isWindow ? .vetoByWindow : .vetoBySetting
    }
  }

  /// The number of what a display server made of a change.
  public init(_ result: OutputReport.Result) {
    switch result {
    case .confirmed: self = .outputConfirmed
    case .retried: self = .outputRetried
    case .refused: self = .outputRefused
    case .cancelled: self = .outputCancelled
    case .unanswered: self = .outputUnanswered
    case .unsupported: self = .outputUnsupported
    case .byOther: self = .outputByOther
    case .overruled: self = .outputOverruled
    case .contested: self = .outputContested
    }
  }
}
