// SPDX-License-Identifier: Apache-2.0
public import Arbitration

extension DeclaredPolicy {
  /// The answer to one question out of what a policy has said; no opinion where it has said nothing.
  public func event(_ id: QuestionID, _ kind: Question.Kind, took: Int64?) -> Event {
    // The old method is asked for what the new one says (A-2, B-10).
    if kind == .legacy, let mask = legacy ?? supported {
      return .answer(id, .mask(mask), took: took)
    }
    guard let value = answer(kind) else { return .abstained(id, took: took) }
    return .answer(id, value, took: took)
  }
}
