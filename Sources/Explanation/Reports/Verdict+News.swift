// SPDX-License-Identifier: Apache-2.0
public import Arbitration

extension Verdict {
  /// Whether it says more than that nothing was to be done.
  public var isNews: Bool {
    if case .device = event { return true }
    if outcome != .unchanged || !conflicts.isEmpty { return true }
    return moves.contains { if case .output = $0 { true } else { false } }
  }
}
