// SPDX-License-Identifier: Apache-2.0

/// A policy that is code or another process: what a scene has to know of it.
public struct LivePolicy: Sendable, Hashable {
  /// Its number in questions.
  public var id: PolicyID
  /// The name that verdicts and explanations use.
  public var name: String
  /// Where it runs.
  public var ring: PluginRing
  /// What answers where it has no opinion, breaks its contract or is gone.
  public var fallback: DeclaredPolicy

  /// A policy of the first ring that falls back to the defaults unless told otherwise.
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

  /// Takes the number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}
