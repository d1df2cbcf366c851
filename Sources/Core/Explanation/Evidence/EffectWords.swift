// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The effects on windows, in words.
struct EffectWords {
  private let evidence: Evidence

  init(_ evidence: Evidence) { self.evidence = evidence }

  private func say(_ phrase: EffectPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  /// Returns a window's part in the decision, in a few words.
  func text(_ id: WindowID) -> String {
    if evidence.isExempt(id) { return say(.exempt) }
    var parts: [String] = []
    if evidence.verdict.moves.contains(.putOff(id)) {
      parts = [say(.putOff)]
    } else if !evidence.wasAsked(id), !votesUnasked(id) {
      // The row gives the reason even if the window turned along.
      parts.append(say(.notAsked, NotAskedReason(evidence).text(id)))
      if stands(id) != nil { parts.append(say(.cameAlong)) }
    } else {
      parts = deeds(id)
      if parts.isEmpty { parts = [rest(id)] }
    }
    if evidence.verdict.error?.window == id, let rule = evidence.verdict.error?.rule {
      parts.append(say(.raised, rule.rawValue))
    }
    if evidence.wroteBar(id), !evidence.turnsOutputs { parts.append(say(.movedBar)) }
    return parts.joined(separator: say(.separator))
  }

  private func deeds(_ id: WindowID) -> [String] {
    if evidence.conflict(.veto)?.culprits.contains(.window(id)) == true { return [say(.vetoed)] }
    if evidence.turnsOutputs {
      return evidence.vote(id)?.stop == nil ? [say(.letTurn)] : [say(.kept)]
    }
    if let target = evidence.target(id) { return [say(.turnedTo, target.letter)] }
    return []
  }

  private func rest(_ id: WindowID) -> String {
    guard let vote = evidence.vote(id) else { return say(.gone) }
    if !evidence.isThere(id) { return say(.removed) }
    if evidence.verdict.error != nil { return say(.nothing) }
    guard vote.stop == nil, vote.allows(evidence.wanted) else { return say(.stayed) }
    if let wanted = evidence.wanted, wanted != vote.window.orientation { return say(.wouldTurn) }
    return say(.stayedAt, vote.window.orientation.letter)
  }

  // Without a root (B-12), or if the answers are void (P-2), a window turns without a question.
  private func votesUnasked(_ id: WindowID) -> Bool {
    evidence.verdict.gates.contains { $0.window == id && ($0.rule == .b12 || $0.rule == .p2) }
  }

  /// Returns a window's new orientation after this step; `nil` if it did not change.
  private func stands(_ id: WindowID) -> InterfaceOrientation? {
    guard let old = evidence.verdict.before.window(id), let new = evidence.verdict.after.window(id),
      old.orientation != new.orientation
    else { return nil }
    return new.orientation
  }
}
