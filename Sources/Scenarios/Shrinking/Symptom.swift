// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Explanation

/// What went wrong in a decision, as far as another decision can show the same.
public struct Symptom: Sendable, Equatable {
  /// The code of its explanation.
  public let code: ExplanationCode
  /// Whoever is to blame.
  let culprits: [Party]

  init(_ verdict: Verdict) {
    let code = ExplanationCode(verdict)
    self.code = code
    culprits = verdict.conflicts.first { ExplanationCode($0) == code }?.culprits ?? []
  }

  /// Whether it is worth asking how it came about.
  var isWrong: Bool {
    switch code {
    case .turned, .unchanged: false
    default: true
    }
  }
}
