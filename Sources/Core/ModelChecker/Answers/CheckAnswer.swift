// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// An answer that replaces a window's own.
public struct CheckAnswer: Sendable, Hashable {
  /// The kinds of answers of rule sets.
  public enum Given: Sendable, Hashable {
    /// A declared policy of the window's only controller.
    case policy(DeclaredPolicy)
    /// An orientation request (Android).
    case request(AndroidRequest)

    /// Returns whether a window already gives this answer.
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
