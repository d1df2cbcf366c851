// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What windows did, in words.
struct EffectWords {
  private let evidence: Evidence

  init(_ evidence: Evidence) { self.evidence = evidence }

  /// What a window did or why it did nothing, in a few words.
  func text(_ id: WindowID) -> String {
    if evidence.isExempt(id) { return evidence.say(EffectPhrase.exempt) }
    var parts: [String] = []
    if evidence.verdict.moves.contains(.putOff(id)) {
      parts = [evidence.say(EffectPhrase.putOff)]
    } else if !evidence.wasAsked(id), !votesUnasked(id) {
      // A row says why nobody asked even if the window came along.
      parts.append(evidence.say(EffectPhrase.notAsked, NotAskedReason(evidence).text(id)))
      if stands(id) != nil { parts.append(evidence.say(EffectPhrase.cameAlong)) }
    } else {
      parts = deeds(id)
      if parts.isEmpty { parts = [rest(id)] }
    }
    if evidence.verdict.error?.window == id, let rule = evidence.verdict.error?.rule {
      parts.append(evidence.say(EffectPhrase.raised, rule.rawValue))
    }
    if evidence.wroteBar(id), !evidence.isDesktop {
      parts.append(evidence.say(EffectPhrase.movedBar))
    }
    return parts.joined(separator: evidence.say(EffectPhrase.separator))
  }

  private func deeds(_ id: WindowID) -> [String] {
    if evidence.conflict(.veto)?.culprits.contains(.window(id)) == true {
      return [evidence.say(EffectPhrase.vetoed)]
    }
    if evidence.isDesktop {
      return evidence.vote(id)?.stop == nil
        ? [evidence.say(EffectPhrase.letTurn)] : [evidence.say(EffectPhrase.kept)]
    }
    if let target = evidence.target(id) {
      return [evidence.say(EffectPhrase.turnedTo, target.letter)]
    }
    return []
  }

  private func rest(_ id: WindowID) -> String {
    guard let vote = evidence.vote(id) else { return evidence.say(EffectPhrase.gone) }
    if !evidence.isThere(id) { return evidence.say(EffectPhrase.removed) }
    if evidence.verdict.error != nil { return evidence.say(EffectPhrase.nothing) }
    guard vote.stop == nil, vote.allows(evidence.wanted) else {
      return evidence.say(EffectPhrase.stayed)
    }
    if let wanted = evidence.wanted, wanted != vote.window.orientation {
      return evidence.say(EffectPhrase.wouldTurn)
    }
    return evidence.say(EffectPhrase.stayedAt, vote.window.orientation.letter)
  }

  // Without a root (B-12), or where the answers are void (P-2), a window turns with nobody asked.
  private func votesUnasked(_ id: WindowID) -> Bool {
    evidence.verdict.gates.contains { $0.window == id && ($0.rule == .b12 || $0.rule == .p2) }
  }

  /// What a window came to stand at in this step; nil when it stands as before.
  private func stands(_ id: WindowID) -> InterfaceOrientation? {
    guard let old = evidence.verdict.before.window(id), let new = evidence.verdict.after.window(id),
      old.orientation != new.orientation
    else { return nil }
    return new.orientation
  }
}
