// SPDX-License-Identifier: Apache-2.0

/// How long calls may take, and how often one has taken longer.
public struct CallBudget: Sendable, Hashable {
  /// How long one call may take unless somebody says otherwise: 5 ms, in nanoseconds.
  public static let usual: Int64 = 5_000_000
  /// How many overruns mute a plug-in.
  public static let overruns = 3
  /// After so many calls in time an overrun is forgotten: a busy machine is nobody's fault.
  static let forgiven = 1_000

  /// How long a call may take, in nanoseconds.
  public let limit: Int64
  /// How many calls took longer and are not forgotten.
  public private(set) var count = 0
  private var inTime = 0

  /// A budget for each call, in nanoseconds.
  public init(limit: Int64 = usual) { self.limit = limit }

  /// Whether the plug-in is to be called no more.
  public var isSpent: Bool { count >= Self.overruns }

  /// Takes note of a call; true when it took too long.
  mutating func note(_ took: Int64) -> Bool {
    if took > limit {
      count += 1
      inTime = 0
      return true
    }
    if count > 0, !isSpent {
      inTime += 1
      if inTime == Self.forgiven {
        count -= 1
        inTime = 0
      }
    }
    return false
  }
}
