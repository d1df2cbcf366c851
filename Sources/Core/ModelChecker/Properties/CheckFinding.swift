// SPDX-License-Identifier: Apache-2.0

/// The result of one property.
public struct CheckFinding: Sendable, Hashable {
  /// The possible results.
  public enum Result: Sendable, Hashable {
    /// The property holds in every reachable state, for this reason.
    case proved(String)
    /// The property does not hold.
    case violated(Counterexample)
    /// The property does not hold, without a counterexample: something never happens.
    case missing(String)
    /// The property was not checked, for this reason.
    case notChecked(String)
    /// A bound was reached before the property was decided.
    case undecided(CheckLimit)

    /// The result of P10 without any voter.
    static let noPage = Result.notChecked("there is no page: no window has a say")
  }

  /// The property.
  public var property: CheckProperty
  /// The result.
  public var result: Result

  /// Whether the property is violated.
  public var isViolated: Bool {
    switch result {
    case .violated, .missing: true
    case .proved, .notChecked, .undecided: false
    }
  }
}
