// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Headline {
  /// Sentences for everything in which parts of the screen differ.
  var split: (String, String) {
    guard code != .reverseSplit else { return reverse }
    guard let conflict = evidence.mainConflict else { return (parted, nobody) }
    return (parted, because(conflict))
  }

  private var parted: String {
    let bar = verdict.after.statusBar.orientation.name
    let page = verdict.page?.orientation.name ?? say(.nowhere)
    switch (evidence.barMoved, evidence.pageMoved) {
    case (true, false): return say(.barTurned)
    case (false, true): return say(.pageTurned)
    case (true, true): return say(.bothTurned, bar, page)
    case (false, false): return say(.bothStand, bar, page)
    }
  }

  private func because(_ conflict: Conflict) -> String {
    let names = conflict.culprits.map { evidence.called($0) }
    switch conflict.kind {
    case .unwritten: return nobody
    case .stuck: return say(.stuck, list(names))
    case .hijackAtCreation:
      guard let step = verdict.barWrittenAt, step != verdict.step else {
        return say(.atCreation, list(names)) + pageAdds
      }
      return say(.atCreationStep, list(names), "\(step)") + pageAdds
    default: return hijack(conflict, names)
    }
  }

  private func hijack(_ conflict: Conflict, _ names: [String]) -> String {
    let ids = conflict.culprits.compactMap { if case .window(let id) = $0 { id } else { nil } }
    // Without a write in this step the answers of this step are not what turned the bar.
    guard evidence.barMoved else {
      return verdict.barWrittenAt.map { say(.turnedBarAt, list(names), "\($0)") }
        ?? say(.turnedBarBefore, list(names))
    }
    let alone = ids.count > 1 ? say(.eitherAlone) : ""
    let each = ids.map {
      evidence.say(AnswerPhrase.of, evidence.called($0), evidence.answerWords($0))
    }
    return list(each) + alone + pageAdds
  }

  // What the page itself said, if it was asked in this step.
  private var pageAdds: String {
    guard let page = verdict.page, evidence.wasAsked(page.window) else { return "" }
    return say(.also, evidence.quoted(page.window), evidence.pageWords(page.window))
  }

  private var nobody: String {
    guard let page = verdict.page, let window = evidence.window(page.window) else {
      return say(.nobody)
    }
    if !window.controlsStatusBar {
      return say(.mayNotMove, evidence.quoted(page.window))
    }
    if verdict.after.statusBar.writer == .app { return say(.appSet) }
    return say(.nobodyElse)
  }

  private var reverse: (String, String) {
    let ids = (evidence.mainConflict?.culprits ?? []).compactMap { party in
      if case .window(let id) = party { id } else { nil }
    }
    let each = ids.map { id in
      let stands = evidence.window(id)?.orientation.name ?? "?"
      return evidence.wasAsked(id)
        ? say(.standsAtSaid, evidence.called(id), stands, evidence.answerWords(id))
        : say(.standsAt, evidence.called(id), stands)
    }
    let page = verdict.page?.orientation.name ?? "?"
    return (say(.agreeAt, page), list(each))
  }
}
