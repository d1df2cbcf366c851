// SPDX-License-Identifier: Apache-2.0

/// Where one decision stopped first, or why there was nothing to stop.
public struct FirstBlockedGate: Sendable, Hashable {
  /// What there is to say.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Something moved; a gate is named if the page itself was stopped.
    case moved
    /// What was asked for did not happen, because of the gate.
    case stopped
    /// Everything already stood as the answers want it.
    case stands
    /// The event is none that calls for a decision under this rule set.
    case asksNobody = "asks-nobody"
  }

  /// What there is to say.
  public let kind: Kind
  /// The first gate that was not passed: the whole decision's, else the page's, else any window's.
  public let gate: GateRecord?

  /// Reads a verdict.
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
    // One output that turns is enough; the others are not what stopped it.
    let turns = verdict.gates.contains { $0.window == nil && $0.gate == .output && $0.isPassed }
    let isBlocked = verdict.outcome == .blocked
    let whole = stops.filter { $0.window == nil && !($0.gate == .output && turns) }
    if !hasMoved || isBlocked, let first = whole.first { return first }
    if let page = verdict.page, let own = stops.first(where: { $0.window == page.window }) {
      return own
    }
    if hasMoved && !isBlocked { return nil }
    // Hidden windows that take no part stop nothing as long as somebody else did.
    return stops.first { $0.window != nil && $0.gate != .takesPart } ?? stops.first
  }
}
