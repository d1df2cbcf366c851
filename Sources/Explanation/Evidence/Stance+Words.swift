// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Stance {
  /// What it answered, such as `answered YES by default`; nil when nobody asked it.
  func words(_ wanted: InterfaceOrientation?, _ language: Language) -> String? {
    if stop?.gate == .orientationLock { return AnswerPhrase.locked(language) }
    guard wasAsked else { return nil }
    guard let turn else { return maskWords(wanted, language) }
    let said = turn.origin.words(turn.flag == true ? "YES" : "NO", turn, language)
    guard turn.flag == true, let wanted, let mask, !mask.allows(wanted) else { return said }
    return AnswerPhrase.notFor(
      language, said, wanted.name, mask.letters(language), maskOrigin(language))
  }

  /// The same in short for the page: `said NO`.
  func shortWords(_ wanted: InterfaceOrientation?, _ language: Language) -> String? {
    guard let turn, turn.origin == .written, stop?.gate != .orientationLock else {
      return words(wanted, language)
    }
    guard turn.flag == true else { return AnswerPhrase.saidNo(language) }
    guard let wanted, let mask, !mask.allows(wanted) else { return AnswerPhrase.saidYes(language) }
    return AnswerPhrase.saidYesNotFor(language, wanted.name)
  }

  private func maskWords(_ wanted: InterfaceOrientation?, _ language: Language) -> String? {
    if let request { return AnswerPhrase.asksFor(language, request.word, request.rule.rawValue) }
    guard let mask else { return nil }
    if let wanted, !mask.allows(wanted) {
      return AnswerPhrase.onlySupports(
        language, wanted.name, mask.letters(language), maskOrigin(language))
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
  /// A sentence about an answer that came this way.
  func words(_ answer: String, _ asked: Asked, _ language: Language) -> String {
    switch self {
    case .written: AnswerPhrase.written(language, answer)
    case .standard: AnswerPhrase.standard(language, answer)
    case .forwarded:
      AnswerPhrase.forwarded(
        language, answer,
        asked.via.last.map { SafeText.quoted($0) } ?? AnswerPhrase.another(language))
    case .containerDelegate: AnswerPhrase.container(language, answer)
    case .cached: AnswerPhrase.cached(language, answer)
    case .timedOut: AnswerPhrase.timedOut(language, answer)
    case .failed: AnswerPhrase.failed(language, answer)
    }
  }

  /// The word in tables; capitals for the two that say who is responsible.
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
