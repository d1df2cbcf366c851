// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What can be done about an outcome: plain suggestions, the safest first.
struct Remedies: Sendable {
  let evidence: Evidence
  let code: ExplanationCode

  private var verdict: Verdict { evidence.verdict }

  /// A suggestion in the reader's language.
  func say(_ phrase: RemedyPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  /// The suggestions; empty where nothing is wrong.
  var lines: [String] {
    switch code {
    case .hijack, .keyboardSplit: windows.flatMap { stray($0) }
    case .hijackAtCreation: windows.flatMap { early($0) }
    case .stuck: stuck
    case .reverseSplit: windows.map { say(.letFollow, evidence.quoted($0), follow) }
    case .vetoByWindow: windows.flatMap { vetoing($0) }
    case .vetoBySetting: settings
    case .blockedByPage: blocked
    case .emptyIntersection, .preferredNotSupported, .exception, .refused: failed
    case .forwardingCycle:
      [say(.answerSelf)]
    case .deferred:
      verdict.moves.isEmpty ? [] : [say(.balance)]
    case .split: [say(.controlBar)]
    default: []
    }
  }

  /// Whether all there is to say is that nothing can be done.
  var isNone: Bool { code == .vetoBySetting && evidence.mainConflict?.culprits == [.device] }

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
      return say(.follow)
    }
    guard let page = verdict.page?.window, let window = evidence.window(page) else {
      return say(.followCure)
    }
    return say(.followPage, SafeText.name(window.name))
  }

  private func stray(_ id: WindowID) -> [String] {
    let name = evidence.quoted(id)
    var lines = [say(.letFollow, name, follow)]
    if evidence.window(id)?.isHidden == true {
      lines.append(say(.takeRoot))
      lines.append(say(.createItLate))
    }
    return lines
  }

  private func early(_ id: WindowID) -> [String] {
    let name = evidence.quoted(id)
    return [
      say(.createLate, name),
      say(.letFollow, name, follow),
      say(.maskFirst, name),
    ]
  }

  private var stuck: [String] {
    let names = windows.map { evidence.quoted($0) }.joined(
      separator: evidence.say(LayoutPhrase.listSeparator))
    return [
      say(.writeAgain),
      say(.letFollowAlone, names, follow),
    ]
  }

  private func vetoing(_ id: WindowID) -> [String] {
    let name = evidence.quoted(id)
    guard let window = evidence.window(id) else { return [] }
    if window.disableCount > 0 {
      return [say(.balanceOf, name)]
    }
    if evidence.isDesktop {
      let app = window.shell.appID
      let rule = app.isEmpty ? say(.ruleMatching) : say(.ruleFor, SafeText.quoted(app))
      return [say(.takeVeto, name, rule)]
    }
    return stray(id)
  }
}
