// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation
import Text

/// The answers of one window in a decision, and the gate at which it stopped.
struct WindowVote: Sendable {
  let window: Window
  /// The last answer on autorotation; `nil` if the window was not asked about it.
  let turn: Asked?
  /// Each controller's last answer with a mask; several if a presented controller narrows the mask.
  ///
  /// An Android request without a mask replaces the answer's rule.
  let supports: [Asked]
  /// The window's first gate that was not passed, apart from `takesPart`; `nil` if there is none.
  let stop: GateRecord?

  init(_ window: Window, _ verdict: Verdict) {
    let asked = verdict.asked.filter { $0.window == window.id }
    self.window = window
    turn = asked.last { $0.question == .shouldAutorotate }
    let masks = asked.filter { $0.question == .supported || $0.question == .legacy }
    // Only one answer per controller is kept, since placing all windows repeats the questions.
    let last = masks.enumerated().filter { index, record in
      !masks.dropFirst(index + 1).contains { $0.controller == record.controller }
    }.map { $0.element }
    let request = Self.maskless(window)
    supports = last.map { record in
      guard let request else { return record }
      var record = record
      record.rule = request.rule
      return record
    }
    stop = verdict.gates.first {
      $0.window == window.id && !$0.isPassed && $0.gate != .takesPart
    }
  }

  /// An Android window's request that corresponds to no mask, with the rule for its meaning; `nil`
  /// for other requests, and if the window was not asked.
  var request: (word: String, rule: RuleID)? {
    wasAsked ? Self.maskless(window) : nil
  }

  private static func maskless(_ window: Window) -> (word: String, rule: RuleID)? {
    switch window.android.request {
    case .behind: ("BEHIND", .an21)
    case .unset: ("UNSET", .an22)
    default: nil
    }
  }

  var wasAsked: Bool { turn != nil || !supports.isEmpty }

  /// Whether the policy for all windows, not the window's own rule, gave or limits its answers.
  var isByCommonPolicy: Bool {
    (!window.shell.hasRule || window.shell.isLimitedByCommonPolicy)
      && ([turn].compactMap { $0 } + supports).contains { $0.origin == .written && $0.by == nil }
  }

  /// Whether the window allows autorotation; true if it was not asked, as in versions that do not
  /// ask (E-1).
  var wantsToTurn: Bool { turn?.flag ?? true }

  /// The intersection of the masks that controllers answered; `nil` if no mask was asked for.
  var mask: OrientationMask? {
    let masks = supports.compactMap { $0.mask }
    guard var joined = masks.first else { return nil }
    for mask in masks.dropFirst() { joined.formIntersection(mask) }
    return joined
  }

  func allows(_ orientation: InterfaceOrientation?) -> Bool {
    guard wantsToTurn else { return false }
    guard let orientation, let mask else { return true }
    return mask.allows(orientation)
  }
}

extension Asked {
  var flag: Bool? { if case .flag(let flag) = answer { flag } else { nil } }

  var mask: OrientationMask? { if case .mask(let mask) = answer { mask } else { nil } }

  /// Returns the asked controller and those that forwarded the question, such as `nav > quiz`, cut
  /// to a width in terminal columns.
  func chain(columns: Int = .max) -> String {
    var chain = ""
    var width = 0
    var last: String?
    // The chain is read only as far as it is displayed.
    for name in [[controller].compactMap({ $0 }), via].joined() where name != last {
      let link = (last == nil ? "" : " > ") + UntrustedText(name).name()
      chain += link
      width += DisplayWidth.of(link)
      if width > columns { return DisplayWidth.cut(chain, columns: columns) }
      last = name
    }
    return chain
  }
}

extension WindowVote {
  /// Returns the sentence about the answer, such as `window "main" answered YES by default`; `nil`
  /// if the window was not asked and does not lock its orientation.
  func sentence(
    _ subject: String, _ wanted: InterfaceOrientation?, _ language: Language,
    _ word: (InterfaceOrientation) -> String
  ) -> String? {
    if stop?.gate == .orientationLock { return AnswerPhrase.locked(language, subject) }
    guard wasAsked else { return nil }
    guard let turn else { return maskSentence(subject, wanted, language, word) }
    let answer = turn.flag == true ? "YES" : "NO"
    let sentence = turn.origin.sentence(subject, answer, turn, language)
    guard turn.flag == true, let wanted, let mask, !mask.allows(wanted) else { return sentence }
    return AnswerPhrase.notFor(language, sentence, word(wanted), words(mask, language))
  }

  /// Returns the short sentence about the page's answer, such as `"main" answered NO`; `nil` as in
  /// `sentence`.
  func shortSentence(
    _ subject: String, _ wanted: InterfaceOrientation?, _ language: Language,
    _ word: (InterfaceOrientation) -> String
  ) -> String? {
    guard let turn, turn.origin == .written, stop?.gate != .orientationLock else {
      return sentence(subject, wanted, language, word)
    }
    guard turn.flag == true else { return AnswerPhrase.saidNo(language, subject) }
    guard let wanted, let mask, !mask.allows(wanted) else {
      return AnswerPhrase.saidYes(language, subject)
    }
    return AnswerPhrase.saidYesNotFor(language, subject, word(wanted))
  }

  private func maskSentence(
    _ subject: String, _ wanted: InterfaceOrientation?, _ language: Language,
    _ word: (InterfaceOrientation) -> String
  ) -> String? {
    if let request {
      return AnswerPhrase.asksFor(language, subject, request.word, request.rule.rawValue)
    }
    guard let mask else { return nil }
    guard let wanted, !mask.allows(wanted) else {
      return AnswerPhrase.supports(language, subject, words(mask, language))
    }
    return AnswerPhrase.onlySupports(language, subject, word(wanted), words(mask, language))
  }

  /// Returns a mask in words, with its origin unless it was written.
  private func words(_ mask: OrientationMask, _ language: Language) -> String {
    let letters = mask.letters(language)
    guard let record = supports.last, record.origin != .written else { return letters }
    return record.origin == .standard
      ? AnswerPhrase.maskByDefault(language, letters)
      : AnswerPhrase.maskByOrigin(language, letters, record.origin.cell(language))
  }
}

extension Origin {
  fileprivate func sentence(
    _ subject: String, _ answer: String, _ asked: Asked, _ language: Language
  ) -> String {
    let phrase: AnswerPhrase =
      switch self {
      case .written: .written
      case .standard: .standard
      case .forwarded: .forwarded
      case .containerDelegate: .container
      case .cached: .cached
      case .timedOut: .timedOut
      case .failed: .failed
      }
    let source = asked.via.last.map { UntrustedText($0).quotedName() }
    return phrase(language, subject, answer, source ?? AnswerPhrase.another(language))
  }

  /// Returns the origin's name in tables; in capitals for the two origins that identify the
  /// responsible party.
  func cell(_ language: Language) -> String {
    switch self {
    case .written: LayoutPhrase.written(language)
    case .standard: LayoutPhrase.standard(language)
    case .forwarded: LayoutPhrase.forwarded(language)
    case .containerDelegate: LayoutPhrase.containerDelegate(language)
    case .cached: LayoutPhrase.cached(language)
    case .timedOut: LayoutPhrase.timedOut(language)
    case .failed: LayoutPhrase.failed(language)
    }
  }
}

extension Verdict {
  /// Returns the orientations that a party supported in this decision; `nil` if the party was not
  /// asked and declares no orientations.
  public func supported(by party: Party) -> OrientationMask? {
    switch party {
    case .app, .delegate, .device:
      return Evidence(verdict: self, rulesID: "", names: [:]).mask(of: party)
    case .window(let id):
      guard let window = after.window(id) ?? before.window(id) else { return nil }
      return WindowVote(window, self).mask ?? window.root?.declared?.supported
    }
  }
}
