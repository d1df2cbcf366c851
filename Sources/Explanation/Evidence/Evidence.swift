// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// A verdict read for explaining: lookups and words, nothing decided anew.
struct Evidence: Sendable {
  let verdict: Verdict
  let rulesID: String
  /// Names of windows that the verdict can no longer know, because they are gone.
  let names: [WindowID: String]
  let language: Language
  /// Every window that the verdict knows, in creation order.
  let windows: [Window]

  init(
    verdict: Verdict, rulesID: String, names: [WindowID: String], language: Language = .english
  ) {
    self.verdict = verdict
    self.rulesID = rulesID
    self.names = names
    self.language = language
    let gone = verdict.before.windows.filter { verdict.after.window($0.id) == nil }
    windows = (verdict.after.windows + gone + verdict.exempt).sorted { $0.id < $1.id }
  }

  /// A phrase in the reader's language.
  func say(_ phrase: some Phrase, _ parameters: String...) -> String {
    phrase.filled(language, parameters)
  }

  /// Whether outputs turn as a whole and windows only have a say.
  var isDesktop: Bool { RuleSetCatalog.family(rulesID) == .desktop }

  /// The window with a number; nil when it was gone before this step.
  func window(_ id: WindowID) -> Window? { windows.first { $0.id == id } }

  /// Whether a window is there after this step.
  func isThere(_ id: WindowID) -> Bool {
    verdict.after.window(id) != nil || isExempt(id)
  }

  /// Whether a window is diagnostic and so never shown to the rule set.
  func isExempt(_ id: WindowID) -> Bool { verdict.exempt.contains { $0.id == id } }

  /// The window's name, or its number if nobody knows the name any more.
  func name(_ id: WindowID) -> String {
    (window(id)?.name ?? names[id]).map { SafeText.name($0) }
      ?? say(AnswerPhrase.number, "\(id.rawValue)")
  }

  /// The window's name in quotes, or its number if nobody knows the name any more.
  func quoted(_ id: WindowID) -> String {
    guard let name = window(id)?.name ?? names[id] else {
      return say(AnswerPhrase.number, "\(id.rawValue)")
    }
    return SafeText.quoted(name)
  }

  /// The window's name with what a person cannot see of it, such as `hidden window "menu"`.
  func called(_ id: WindowID) -> String {
    guard let window = window(id), isThere(id) else {
      return say(AnswerPhrase.removedWindow, quoted(id))
    }
    let phrase: AnswerPhrase =
      window.isHidden
      ? .hiddenWindow : isDesktop && window.shell.isMinimized ? .minimisedWindow : .window
    return say(phrase, quoted(id))
  }

  /// The party's name in running text.
  func called(_ party: Party) -> String {
    switch party {
    case .app: say(AnswerPhrase.appList)
    case .delegate: say(AnswerPhrase.appDelegate)
    case .device: say(AnswerPhrase.device)
    case .window(let id): called(id)
    }
  }

  /// The first conflict of some kinds.
  func conflict(_ kinds: Conflict.Kind...) -> Conflict? {
    verdict.conflicts.first { kinds.contains($0.kind) }
  }

  /// The conflict that the first line is about.
  var mainConflict: Conflict? {
    let code = ExplanationCode(verdict)
    // What puts a turn off is also a veto while it lasts.
    if code == .deferred { return conflict(.veto) }
    return verdict.conflicts.first { ExplanationCode($0) == code }
  }

  /// Everybody whom some conflict blames, and whoever raised an error.
  var culprits: [Party] {
    var parties = verdict.conflicts.flatMap(\.culprits)
    if let error = verdict.error, parties.isEmpty {
      parties = error.rule == .e5 ? outside : [.window(error.window)]
    }
    if parties.isEmpty, verdict.outcome == .blocked {
      parties = refusing.map { .window($0) }
      if parties.isEmpty, let page = verdict.page { parties = [.window(page.window)] }
    }
    return Array(Set(parties)).sorted()
  }

  /// The windows that were asked in the page's place and do not allow what was asked for.
  var refusing: [WindowID] {
    guard let wanted else { return [] }
    if let page = verdict.page, vote(page.window)?.stop != nil { return [] }
    return windows.filter { window in
      let vote = WindowVote(window, verdict)
      return vote.wasAsked && !vote.allows(wanted)
    }.map(\.id)
  }
}
