// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Which live policy gave an answer, and how long it took.
public struct Respondent: Sendable, Hashable {
  /// The policy's name.
  public var name: String
  /// Where it runs.
  public var ring: PluginRing
  // Half the size of a duration: decisions keep many.
  private var nanoseconds: Int64?
  /// How long it took by the clock of the program that asked; nil when nobody measured.
  ///
  /// It is written down as it came with the answer and decides nothing.
  public var elapsed: Duration? {
    get { nanoseconds.map { .nanoseconds($0) } }
    set { nanoseconds = newValue?.nanoseconds }
  }

  /// Names whoever answered.
  public init(name: String, ring: PluginRing, elapsed: Duration? = nil) {
    self.name = name
    self.ring = ring
    nanoseconds = elapsed?.nanoseconds
  }

  init(_ policy: LivePolicy, _ reply: Reply) {
    (name, ring, nanoseconds) = (policy.name, policy.ring, reply.nanoseconds)
  }
}
