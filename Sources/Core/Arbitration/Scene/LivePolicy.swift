// SPDX-License-Identifier: Apache-2.0

/// A policy that is code or another process, as far as a scene describes it.
public struct LivePolicy: Sendable, Hashable {
  /// The policy's number in questions.
  public var id: PolicyID
  /// The name that verdicts and explanations use.
  public var name: String
  /// The ring in which the policy runs.
  public var ring: PluginRing
  /// The answers for when the policy abstains, breaks its contract or is gone.
  public var fallback: DeclaredPolicy

  /// Creates a policy, by default of the first ring and with the default answers as fallback.
  public init(
    id: PolicyID, name: String = "", ring: PluginRing = .linked,
    fallback: DeclaredPolicy = DeclaredPolicy()
  ) {
    self.id = id
    self.name = name
    self.ring = ring
    self.fallback = fallback
  }
}

/// The number of a policy that is code or another process and answers by events.
public struct PolicyID: Sendable, Hashable {
  /// The number itself.
  public var rawValue: Int32

  /// Creates an identifier with a number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}
