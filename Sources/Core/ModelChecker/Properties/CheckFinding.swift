// SPDX-License-Identifier: Apache-2.0

/// What came of one property.
public struct CheckFinding: Sendable, Hashable {
  /// The possible ends.
  public enum Result: Sendable, Hashable {
    /// It holds in every reachable state; how that is known.
    case proved(String)
    /// It does not hold.
    case violated(Counterexample)
    /// It does not hold, and there is nothing to replay: something never happens.
    case missing(String)
    /// It was not looked at, and why.
    case notChecked(String)
    /// A bound came first.
    case undecided(CheckLimit)

    /// Of P10 without any window.
    static let noPage = Result.notChecked("there is no page: no window has a say")
  }

  /// Which property.
  public var property: CheckProperty
  /// What came of it.
  public var result: Result

  /// Whether the property is broken.
  public var isViolated: Bool {
    switch result {
    case .violated, .missing: true
    case .proved, .notChecked, .undecided: false
    }
  }
}
