// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// What a window did or why it did nothing, in a few words.
  func effect(_ id: WindowID) -> String {
    if isExempt(id) { return "not asked: diagnostic" }
    var parts: [String] = []
    if verdict.moves.contains(.putOff(id)) {
      parts = ["put off: disabled"]
    } else if !wasAsked(id), !votesUnasked(id) {
      // A row says why nobody asked even if the window came along.
      parts.append("not asked: \(notAskedReason(id))")
      if stands(id) != nil { parts.append("came along") }
    } else {
      parts = deeds(id)
      if parts.isEmpty { parts = [rest(id)] }
    }
    if verdict.error?.window == id, let rule = verdict.error?.rule {
      parts.append("raised \(rule.rawValue)")
    }
    if wroteBar(id), !isDesktop { parts.append("moved the bar") }
    return parts.joined(separator: "; ")
  }

  private func deeds(_ id: WindowID) -> [String] {
    if conflict(.veto)?.culprits.contains(.window(id)) == true { return ["vetoed"] }
    if isDesktop { return stance(id)?.stop == nil ? ["let it turn"] : ["kept it"] }
    if let target = target(id) { return ["turned to \(target.letter)"] }
    return []
  }

  private func rest(_ id: WindowID) -> String {
    guard let stance = stance(id) else { return "gone" }
    if !isThere(id) { return "removed" }
    if verdict.error != nil { return "nothing" }
    guard stance.stop == nil, stance.allows(wanted) else { return "stayed" }
    if let wanted, wanted != stance.window.orientation { return "would turn" }
    return "stayed at \(stance.window.orientation.letter)"
  }

  // Without a root (B-12), or where the answers are void (P-2), a window turns with nobody asked.
  private func votesUnasked(_ id: WindowID) -> Bool {
    verdict.gates.contains { $0.window == id && ($0.rule == .b12 || $0.rule == .p2) }
  }

  /// What a window came to stand at in this step; nil when it stands as before.
  private func stands(_ id: WindowID) -> InterfaceOrientation? {
    guard let old = verdict.before.window(id), let new = verdict.after.window(id),
      old.orientation != new.orientation
    else { return nil }
    return new.orientation
  }
}
