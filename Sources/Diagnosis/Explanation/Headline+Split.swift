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
    let page = verdict.page?.orientation.name ?? "nowhere"
    switch (evidence.barMoved, evidence.pageMoved) {
    case (true, false): return "the status bar turned, the page did not"
    case (false, true): return "the page turned, the status bar did not"
    case (true, true): return "the status bar turned to \(bar), the page to \(page)"
    case (false, false): return "the status bar stands at \(bar), the page at \(page)"
    }
  }

  private func because(_ conflict: Conflict) -> String {
    let names = conflict.culprits.map { evidence.called($0) }
    switch conflict.kind {
    case .stuck: return "\(list(names)) turned the bar and then left, nobody turned it back"
    case .hijackAtCreation:
      let when =
        conflict.since == verdict.step ? "when it came" : "when it came at step \(conflict.since)"
      return "\(list(names)) turned the bar \(when)" + pageAdds
    default: return hijack(conflict, names)
    }
  }

  private func hijack(_ conflict: Conflict, _ names: [String]) -> String {
    let ids = conflict.culprits.compactMap { if case .window(let id) = $0 { id } else { nil } }
    // Without a write in this step the answers of this step are not what turned the bar.
    guard evidence.barMoved else {
      return "\(list(names)) turned the bar at step \(conflict.since)"
    }
    let alone = ids.count > 1 ? " (either alone is enough)" : ""
    let each = ids.map { "\(evidence.called($0)) \(evidence.answerWords($0))" }
    return list(each) + alone + pageAdds
  }

  // What the page itself said, if it was asked in this step.
  private var pageAdds: String {
    guard let page = verdict.page, evidence.wasAsked(page.window) else { return "" }
    return ", \(evidence.quoted(page.window)) \(evidence.pageWords(page.window))"
  }

  private var nobody: String {
    guard let page = verdict.page, let window = evidence.window(page.window) else {
      return "no window is to blame"
    }
    if !window.controlsStatusBar {
      return "window \(evidence.quoted(page.window)) may not move the bar"
    }
    if verdict.after.statusBar.writer == .app { return "the app set the bar itself" }
    return "no other window is to blame"
  }

  private var reverse: (String, String) {
    let ids = (evidence.mainConflict?.culprits ?? []).compactMap { party in
      if case .window(let id) = party { id } else { nil }
    }
    let each = ids.map { id in
      let stands = evidence.window(id)?.orientation.name ?? "?"
      let said = evidence.wasAsked(id) ? ", it \(evidence.answerWords(id))" : ""
      return "\(evidence.called(id)) stands at \(stands)\(said)"
    }
    let page = verdict.page?.orientation.name ?? "?"
    return ("status bar and page are at \(page)", list(each))
  }
}
