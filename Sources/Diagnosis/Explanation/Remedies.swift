// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What can be done about an outcome: plain suggestions, the safest first.
struct Remedies: Sendable {
  let evidence: Evidence
  let code: ExplanationCode

  private var verdict: Verdict { evidence.verdict }

  /// The suggestions; empty where nothing is wrong.
  var lines: [String] {
    switch code {
    case .hijack, .keyboardSplit: windows.flatMap { stray($0) }
    case .hijackAtCreation: windows.flatMap { early($0) }
    case .stuck: stuck
    case .reverseSplit: windows.map { "let \(evidence.quoted($0)) \(follow)" }
    case .vetoByWindow: windows.flatMap { vetoing($0) }
    case .vetoBySetting: settings
    case .blockedByPage: blocked
    case .emptyIntersection, .preferredNotSupported, .exception, .refused: failed
    case .forwardingCycle:
      ["let one of them answer by itself: give its root an autorotate and a supported of its own"]
    case .deferred:
      verdict.moves.isEmpty ? [] : ["balance every disable call with an enable call"]
    case .split: ["let the page's window control the status bar (controls-status-bar: true)"]
    default: []
    }
  }

  /// A rule set with a cure under which the same can be tried; nil if none applies.
  var cure: String? {
    // Android's and ChromeOS's sets have no variants.
    guard !evidence.rulesID.contains("+"),
      RuleSetCatalog.make("\(evidence.rulesID)+\(Cure.followKey.rawValue)") != nil
    else { return nil }
    switch code {
    case .hijack, .hijackAtCreation, .stuck, .keyboardSplit, .reverseSplit, .vetoByWindow:
      return "\(evidence.rulesID)+\(Cure.followKey.rawValue)"
    default: return nil
    }
  }

  private var windows: [WindowID] {
    (evidence.mainConflict?.culprits ?? []).compactMap {
      if case .window(let id) = $0 { id } else { nil }
    }
  }

  private var follow: String {
    guard evidence.rulesID.hasPrefix("uikit") else {
      return "answer what the key window answers"
    }
    guard let page = verdict.page?.window, let window = evidence.window(page) else {
      return "answer what the key window answers (cure: follow-key)"
    }
    return "answer what the key window answers (forwards-to: \(SafeText.name(window.name)))"
  }

  private func stray(_ id: WindowID) -> [String] {
    let name = evidence.quoted(id)
    var lines = ["let \(name) \(follow)"]
    if evidence.window(id)?.isHidden == true {
      lines.append("take its root controller away while it is hidden (root: null)")
      lines.append("create it when it is to be shown, not before")
    }
    return lines
  }

  private func early(_ id: WindowID) -> [String] {
    let name = evidence.quoted(id)
    return [
      "create \(name) when it is to be shown, not before",
      "let \(name) \(follow)",
      "give \(name) the page's mask before it gets its root controller",
    ]
  }

  private var stuck: [String] {
    let names = windows.map { evidence.quoted($0) }.joined(separator: ", ")
    return [
      "let a window write the bar again: have all windows try to turn (attempt-rotation)",
      "let \(names) \(follow), so that it never turns the bar alone",
    ]
  }

  private func vetoing(_ id: WindowID) -> [String] {
    let name = evidence.quoted(id)
    guard let window = evidence.window(id) else { return [] }
    if window.disableCount > 0 {
      return ["balance every disable call of \(name) with an enable call"]
    }
    if evidence.isDesktop {
      let app = window.shell.appID
      let rule = app.isEmpty ? "that matches it" : "for app-id \(SafeText.quoted(app))"
      return ["take veto away from \(name): veto: false in the rule \(rule)"]
    }
    return stray(id)
  }
}
