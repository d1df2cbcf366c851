// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// The answers that a window was given in place of its own.
public struct CheckAnswer: Sendable, Hashable {
  /// The two kinds of answers that rule sets ask for.
  public enum Given: Sendable, Hashable {
    /// What its only controller answers.
    case policy(DeclaredPolicy)
    /// What it asks for.
    case request(AndroidRequest)

    /// Whether a window gives this answer already.
    func isOwn(of window: Window) -> Bool {
      switch self {
      case .policy(let policy): window.root?.declared == policy
      case .request(let request): window.android.effectiveRequest == request
      }
    }

    /// The answer in words, as in "NO, portrait".
    var words: String {
      switch self {
      case .policy(let policy):
        let mask = policy.supported ?? policy.legacy
        let masks = mask.map { $0.orientations.map(\.name).joined(separator: " ") } ?? "anything"
        let turns = policy.autorotate == false ? "NO, " : ""
        return "\(turns)\(masks.isEmpty ? "nothing" : masks)"
      case .request(let request): return request.rawValue
      }
    }
  }

  /// The window.
  public var window: WindowID
  /// The answer.
  public var given: Given
}
