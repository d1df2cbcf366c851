// SPDX-License-Identifier: Apache-2.0

/// What is to be said about a policy, for people.
public enum PolicyReport: Sendable, Hashable {
  /// It broke its contract, and how; told once until it answers properly again.
  case fault(policy: String, reason: String)
  /// A call took longer than its budget, both in nanoseconds, for the so-manieth time.
  case overrun(policy: String, took: Int64, limit: Int64, count: Int)
  /// It is not called any more.
  case muted(policy: String)
  /// A line of its own.
  case said(policy: String, text: String)
}

extension PolicyReport: CustomStringConvertible {
  /// One line, such as `plug-in "night": muted …`.
  public var description: String {
    switch self {
    case .fault(let policy, let reason):
      "plug-in \"\(policy)\" broke its contract (\(reason)); the configuration answers instead"
    case .overrun(let policy, let took, let limit, let count):
      "plug-in \"\(policy)\" took \(took / 1_000) us of the \(limit / 1_000) us that a call may "
        + "take, overrun \(count) of \(CallBudget.overruns)"
    case .muted(let policy):
      "plug-in \"\(policy)\" is muted until the next start; the configuration answers instead"
    case .said(let policy, let text): "plug-in \"\(policy)\": \(text)"
    }
  }
}
