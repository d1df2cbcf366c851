// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// What a window did or why it did nothing, in a few words.
  func effect(_ id: WindowID) -> String {
    if isExempt(id) { return say(EffectPhrase.exempt) }
    var parts: [String] = []
    if verdict.moves.contains(.putOff(id)) {
      parts = [say(EffectPhrase.putOff)]
    } else if !wasAsked(id), !votesUnasked(id) {
      // A row says why nobody asked even if the window came along.
      parts.append(say(EffectPhrase.notAsked, notAskedReason(id)))
      if stands(id) != nil { parts.append(say(EffectPhrase.cameAlong)) }
    } else {
      parts = deeds(id)
      if parts.isEmpty { parts = [rest(id)] }
    }
    if verdict.error?.window == id, let rule = verdict.error?.rule {
      parts.append(say(EffectPhrase.raised, rule.rawValue))
    }
    if wroteBar(id), !isDesktop { parts.append(say(EffectPhrase.movedBar)) }
    return parts.joined(separator: say(EffectPhrase.separator))
  }

  private func deeds(_ id: WindowID) -> [String] {
    if conflict(.veto)?.culprits.contains(.window(id)) == true { return [say(EffectPhrase.vetoed)] }
    if isDesktop {
      return vote(id)?.stop == nil ? [say(EffectPhrase.letTurn)] : [say(EffectPhrase.kept)]
    }
    if let target = target(id) { return [say(EffectPhrase.turnedTo, target.letter)] }
    return []
  }

  private func rest(_ id: WindowID) -> String {
    guard let vote = vote(id) else { return say(EffectPhrase.gone) }
    if !isThere(id) { return say(EffectPhrase.removed) }
    if verdict.error != nil { return say(EffectPhrase.nothing) }
    guard vote.stop == nil, vote.allows(wanted) else { return say(EffectPhrase.stayed) }
    if let wanted, wanted != vote.window.orientation { return say(EffectPhrase.wouldTurn) }
    return say(EffectPhrase.stayedAt, vote.window.orientation.letter)
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
