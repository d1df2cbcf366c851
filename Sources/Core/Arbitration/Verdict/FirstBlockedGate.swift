// SPDX-License-Identifier: Apache-2.0

/// The first gate that stopped a decision, or the reason why no gate did.
public struct FirstBlockedGate: Sendable, Hashable {
  /// The kinds of result.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A change was made; a gate is named if the page itself was stopped.
    case moved
    /// A requested change was prevented by the gate.
    case stopped
    /// Everything already was as the answers require.
    case stands
    /// The event triggers no decision under this rule set.
    case asksNobody = "asks-nobody"
  }

  /// The kind of result.
  public let kind: Kind
  /// The first gate that was not passed: the whole decision's, else the page's, else any window's.
  public let gate: GateRecord?

  /// Creates the result for a verdict.
  public init(_ verdict: Verdict) {
    let hasMoved = verdict.moves.contains {
      if case .putOff = $0 { false } else { true }
    }
    let gate = Self.gate(of: verdict, hasMoved: hasMoved)
    self.gate = gate
    if hasMoved, verdict.outcome != .blocked || gate == nil {
      kind = .moved
    } else if gate != nil {
      kind = .stopped
    } else {
      kind = verdict.gates.isEmpty && verdict.asked.isEmpty ? .asksNobody : .stands
    }
  }

  private static func gate(of verdict: Verdict, hasMoved: Bool) -> GateRecord? {
    if verdict.outcome == .turned { return nil }
    let stops = verdict.gates.filter { !$0.isPassed }
    // One output that rotates is enough; the gates of the others stopped nothing.
    let turns = verdict.gates.contains { $0.window == nil && $0.gate == .output && $0.isPassed }
    let isBlocked = verdict.outcome == .blocked
    let whole = stops.filter { $0.window == nil && !($0.gate == .output && turns) }
    if !hasMoved || isBlocked, let first = whole.first { return first }
    if let page = verdict.page, let own = stops.first(where: { $0.window == page.window }) {
      return own
    }
    if hasMoved && !isBlocked { return nil }
    // Hidden windows that take no part are named only if no other window was stopped.
    return stops.first { $0.window != nil && $0.gate != .takesPart } ?? stops.first
  }
}
