// SPDX-License-Identifier: Apache-2.0

/// Which live policy gave an answer, and how long it took.
public struct Respondent: Sendable, Hashable {
  /// The policy's name.
  public var name: String
  /// Where it runs.
  public var ring: PluginRing
  /// How long it took, in nanoseconds of the program that asked; nil when nobody measured.
  ///
  /// It is written down as it came with the answer and decides nothing.
  public var nanoseconds: Int64?

  /// Names whoever answered.
  public init(name: String, ring: PluginRing, nanoseconds: Int64? = nil) {
    self.name = name
    self.ring = ring
    self.nanoseconds = nanoseconds
  }

  init(_ policy: LivePolicy, _ reply: Reply) {
    self.init(name: policy.name, ring: policy.ring, nanoseconds: reply.nanoseconds)
  }
}
