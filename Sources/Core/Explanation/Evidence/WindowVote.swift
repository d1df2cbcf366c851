// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation
import Text

/// The answers of one window in a decision, and the gates that they met.
struct WindowVote: Sendable {
  let window: Window
  /// The last answer on whether to turn at all.
  let turn: Asked?
  /// The last answers with a mask; several if a presentation narrows them.
  let supports: [Asked]
  /// The window's first gate that was not passed, except `takesPart`.
  let stop: GateRecord?

  init(_ window: Window, _ verdict: Verdict) {
    let asked = verdict.asked.filter { $0.window == window.id }
    self.window = window
    turn = asked.last { $0.question == .shouldAutorotate }
    let masks = asked.filter { $0.question == .supported || $0.question == .legacy }
    // One answer per controller: a placing that asks all windows repeats the questions.
    let last = masks.enumerated().filter { index, record in
      !masks.dropFirst(index + 1).contains { $0.controller == record.controller }
    }.map(\.element)
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

  /// An Android window's request that is no mask, and the rule for its meaning.
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

  /// Whether the window accepts rotations at all; true if this is no longer asked (E-1).
  var wantsToTurn: Bool { turn?.flag ?? true }

  /// The mask that all its controllers support; `nil` if none was asked.
  var mask: OrientationMask? {
    let masks = supports.compactMap(\.mask)
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

  /// Returns the controllers that the question went through, such as `nav > quiz`, cut to a width.
  func chain(columns: Int = .max) -> String {
    var chain = ""
    var width = 0
    var last: String?
    // A long chain is read only as far as it is shown.
    for name in [[controller].compactMap(\.self), via].joined() where name != last {
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
  /// Returns the answer in words, such as `answered YES by default`; `nil` without a question.
  func words(
    _ wanted: InterfaceOrientation?, _ language: Language,
    _ word: (InterfaceOrientation) -> String
  ) -> String? {
    if stop?.gate == .orientationLock { return AnswerPhrase.locked(language) }
    guard wasAsked else { return nil }
    guard let turn else { return maskWords(wanted, language, word) }
    let said = turn.origin.words(turn.flag == true ? "YES" : "NO", turn, language)
    guard turn.flag == true, let wanted, let mask, !mask.allows(wanted) else { return said }
    return AnswerPhrase.notFor(
      language, said, word(wanted), mask.letters(language), maskOrigin(language))
  }

  /// Returns the page's answer in short, such as `said NO`.
  func shortWords(
    _ wanted: InterfaceOrientation?, _ language: Language,
    _ word: (InterfaceOrientation) -> String
  ) -> String? {
    guard let turn, turn.origin == .written, stop?.gate != .orientationLock else {
      return words(wanted, language, word)
    }
    guard turn.flag == true else { return AnswerPhrase.saidNo(language) }
    guard let wanted, let mask, !mask.allows(wanted) else { return AnswerPhrase.saidYes(language) }
    return AnswerPhrase.saidYesNotFor(language, word(wanted))
  }

  private func maskWords(
    _ wanted: InterfaceOrientation?, _ language: Language,
    _ word: (InterfaceOrientation) -> String
  ) -> String? {
    if let request { return AnswerPhrase.asksFor(language, request.word, request.rule.rawValue) }
    guard let mask else { return nil }
    if let wanted, !mask.allows(wanted) {
      return AnswerPhrase.onlySupports(
        language, word(wanted), mask.letters(language), maskOrigin(language))
    }
    return AnswerPhrase.supports(language, mask.letters(language), maskOrigin(language))
  }

  private func maskOrigin(_ language: Language) -> String {
    guard let record = supports.last, record.origin != .written else { return "" }
    return record.origin == .standard
      ? AnswerPhrase.byDefault(language)
      : AnswerPhrase.byOrigin(language, record.origin.cell(language))
  }
}

extension Origin {
  /// Returns a clause about an answer of this origin.
  func words(_ answer: String, _ asked: Asked, _ language: Language) -> String {
    switch self {
    case .written: AnswerPhrase.written(language, answer)
    case .standard: AnswerPhrase.standard(language, answer)
    case .forwarded:
      AnswerPhrase.forwarded(
        language, answer,
        asked.via.last.map { UntrustedText($0).quotedName() } ?? AnswerPhrase.another(language))
    case .containerDelegate: AnswerPhrase.container(language, answer)
    case .cached: AnswerPhrase.cached(language, answer)
    case .timedOut: AnswerPhrase.timedOut(language, answer)
    case .failed: AnswerPhrase.failed(language, answer)
    }
  }

  /// Returns the name in tables; in capitals for the two origins that identify the responsible
  /// party.
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
  /// Returns the orientations that a party supported in this decision; `nil` if it was not asked
  /// and has declared none.
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
