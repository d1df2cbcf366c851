// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// What a window said and what its gates made of it.
  func vote(_ id: WindowID) -> WindowVote? { window(id).map { WindowVote($0, verdict) } }

  /// Whether a window was asked anything in this step.
  func wasAsked(_ id: WindowID) -> Bool { verdict.asked.contains { $0.window == id } }

  /// Whether a window's topmost controller says NO already, or nobody asks that (E-1).
  func saysNo(_ id: WindowID) -> Bool {
    guard !isDesktop, let window = verdict.before.window(id) ?? window(id) else { return false }
    if let turn = vote(id)?.turn { return turn.flag == false }
    let topmost = verdict.page.flatMap { $0.window == id ? $0.controller : nil }
    let controller = topmost.flatMap { window.root?.find($0) } ?? window.root
    return controller?.declared?.autorotate == false
  }

  /// How a window stood before the event.
  func standing(_ id: WindowID) -> OrientationMask {
    (verdict.before.window(id) ?? window(id))?.orientation.mask ?? []
  }

  /// What kept a window from turning, or what it answered, such as `answered NO (written)`.
  func answerWords(_ id: WindowID) -> String {
    guard let vote = vote(id) else { return say(AnswerPhrase.isGone) }
    if vote.stop?.gate == .disableCount {
      return say(AnswerPhrase.disabled, calls(vote.window.disableCount))
    }
    if let limit = limitWords(vote) { return limit }
    return vote.words(wanted, language) ?? notAskedWords(id)
  }

  /// The same for the page, in short: `said NO`.
  func pageWords(_ id: WindowID) -> String {
    guard let vote = vote(id), vote.stop?.gate != .disableCount,
      limitWords(vote) == nil, let words = vote.shortWords(wanted, language)
    else { return answerWords(id) }
    return words
  }

  /// The orientation that was asked for, by the event or by what a window turned to.
  var wanted: InterfaceOrientation? { verdict.requested }

  /// Who else than the window excludes what it would have accepted; nil if nobody.
  func limitWords(_ vote: WindowVote) -> String? {
    guard let wanted, vote.stop?.gate == .effectiveMask, vote.stop?.rule != .b11,
      vote.allows(wanted)
    else { return nil }
    let phrase = vote.wasAsked ? AnswerPhrase.wouldTurnBut : .heldBut
    return say(phrase, limit(vote.window.id, wanted), wanted.name)
  }

  /// Which of app, delegate and device lacks an orientation for a window.
  private func limit(_ id: WindowID, _ wanted: InterfaceOrientation) -> String {
    let told = verdict.asked.last { $0.window == id && $0.question == .appSupported }
    if let told, let mask = told.mask, !mask.allows(wanted) {
      return say(
        told.controller == "scene.delegate" ? AnswerPhrase.sceneDelegate : .appDelegate)
    }
    if !verdict.after.device.mask.allows(wanted) { return say(AnswerPhrase.device) }
    return say(AnswerPhrase.appList)
  }

  /// A count of open calls in words.
  func calls(_ count: Int) -> String {
    say(count == 1 ? AnswerPhrase.openCall : .openCalls, "\(count)")
  }

  /// Why a window was not asked, as a half sentence.
  func notAskedWords(_ id: WindowID) -> String { say(AnswerPhrase.notAsked, notAskedReason(id)) }
}
