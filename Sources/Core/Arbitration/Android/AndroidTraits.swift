// SPDX-License-Identifier: Apache-2.0

/// What only windows of the rule set android have.
public struct AndroidTraits: Sendable, Hashable {
  /// What it asks for; nil means that nothing is written, which counts as unspecified.
  public var request: AndroidRequest?
  /// Whether it covers what is below it (AN-23).
  public var fillsParent: Bool

  /// A window that fills its parent and asks for nothing unless told otherwise.
  public init(request: AndroidRequest? = nil, fillsParent: Bool = true) {
    self.request = request
    self.fillsParent = fillsParent
  }

  /// What it asks for, the default included.
  public var effectiveRequest: AndroidRequest { request ?? .unspecified }
}
