// SPDX-License-Identifier: Apache-2.0

/// Why a daemon did not answer.
public struct ControlProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// What happened and what helps.
  public let description: String
  /// Whether nobody is there to answer.
  public let isNobody: Bool
  /// What the daemon itself said was wrong; nil when it said nothing.
  public let kind: ControlFailure.Kind?

  /// Takes words for people.
  public init(
    _ description: String, isNobody: Bool = false, kind: ControlFailure.Kind? = nil
  ) {
    self.description = description
    self.isNobody = isNobody
    self.kind = kind
  }
}
