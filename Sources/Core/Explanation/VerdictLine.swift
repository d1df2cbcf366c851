// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation
import Text

/// A verdict as one line of a log: time, output, result, reason.
public struct VerdictLine: Sendable {
  private let evidence: Evidence
  private let headline: Headline
  private let style: TextStyle

  /// Creates the line of a rule set's verdict; `names` has the names of windows that were removed
  /// before the step.
  public init(
    _ verdict: Verdict, rulesID: String, style: TextStyle = .plain,
    names: [WindowID: String] = [:]
  ) {
    evidence = Evidence(verdict: verdict, rulesID: rulesID, names: names, language: style.language)
    headline = Headline(evidence)
    self.style = style
  }

  /// The line, such as `1.250 DP-1 turned normal -> 90 (left edge up): no window has the focus, …`.
  public var text: String {
    "\(style.paint(evidence.verdict.at.seconds, .dim)) \(sentence)"
  }

  /// The elements of `outputs`, each as a line with the time.
  public var lines: [String] {
    let time = style.paint(evidence.verdict.at.seconds, .dim)
    return outputs.map { "\(time) \($0)" }
  }

  /// The line without the time.
  public var sentence: String {
    outputs.joined(separator: evidence.say(EffectPhrase.separator))
  }

  /// The parts of the line: one for each blocked output, then one for all rotated ones.
  ///
  /// Without a blocked output there is one part for each reason to rotate; if nothing rotated
  /// either, or the rule set rotates no outputs, there is one part.
  public var outputs: [String] {
    guard evidence.turnsOutputs else { return ["\(headline.word): \(headline.text)"] }
    let blocked = evidence.blockedOutputs
    let turned = evidence.turnedOutputs
    let changes = turned.map { output, from, to in
      HeadlinePhrase.outputTurned(
        style.language, UntrustedText(output.name).name(), from.wireName,
        to.shortWords(style.language))
    }
    guard blocked.isEmpty else {
      return blocked.map { "\(stands($0.output)): \(DesktopSentences(evidence).reason($0))" }
        + (changes.isEmpty ? [] : [changes.joined(separator: ", ")])
    }
    if !turned.isEmpty {
      var groups: [(changes: [String], reason: String)] = []
      for (change, turned) in zip(changes, turned) {
        let reason =
          headline.code == .turned
          ? DesktopSentences(evidence).reasonToTurn(turned.output) : headline.why
        if let index = groups.firstIndex(where: { $0.reason == reason }) {
          groups[index].changes.append(change)
        } else {
          groups.append(([change], reason))
        }
      }
      return groups.map { "\($0.changes.joined(separator: ", ")): \($0.reason)" }
    }
    let managed = evidence.verdict.after.outputs.filter { $0.isManaged }
    let subject =
      managed.isEmpty ? headline.word : managed.map { stands($0.id) }.joined(separator: ", ")
    return ["\(subject): \(headline.text)"]
  }

  /// The outcome for all outputs, as the line states it.
  public var outcome: Outcome { headline.outcome }

  /// The code of the outcome.
  public var code: ExplanationCode { headline.code }

  /// The sentence about a missed turn; `nil` if the decision missed none.
  public var missedTurn: String? {
    guard let scope = evidence.scope else { return nil }
    var search = MissedTurnSearch(scope)
    search.note([.report(evidence.verdict)])
    return search.missedTurn(at: evidence.verdict.at).map {
      MissedTurnText($0, rulesID: evidence.rulesID, language: style.language).sentence
    }
  }

  private func stands(_ id: OutputID) -> String {
    let output = evidence.verdict.after.outputs.first { $0.id == id }
    return HeadlinePhrase.outputStands(
      style.language, evidence.name(of: id), headline.word,
      output?.desired.shortWords(style.language) ?? "")
  }
}

extension Verdict {
  /// Whether the verdict has a device event, a conflict, a rotated output, or an outcome other than
  /// `unchanged`.
  public var isNoteworthy: Bool {
    if case .device = event { return true }
    if outcome != .unchanged || !conflicts.isEmpty { return true }
    return moves.contains { if case .output = $0 { true } else { false } }
  }
}

/// The display server's result of a rotation, as one line of a log.
public struct OutputLine: Sendable {
  /// The code of the result.
  public let code: ExplanationCode
  private let report: OutputReport
  private let name: String
  private let style: TextStyle

  /// Creates the line of a report with the name of its output.
  public init(_ report: OutputReport, output name: String, style: TextStyle = .plain) {
    self.report = report
    self.name = UntrustedText(name).name()
    self.style = style
    self.code = ExplanationCode(report.result)
  }

  /// The line, such as `SW0501 confirmed: eDP-1 shows transform 0 (normal, top edge up)`.
  public var text: String {
    style.paint("\(code.rawValue) \(report.result.rawValue)", color)
      + LayoutPhrase.colon(style.language) + sentence
  }

  private var sentence: String {
    let phrase: OutputPhrase =
      switch report.result {
      case .confirmed: report.attempts > 1 ? .confirmedLate : .confirmed
      case .retried: .retried
      case .refused: .refused
      case .cancelled: .cancelled
      case .unanswered: .unanswered
      case .unsupported: .unsupported
      case .byOther: .byOther
      case .overruled: .overruled
      case .contested: .contested
      }
    let count: OutputPhrase = report.attempts == 1 ? .attempt : .attempts
    return phrase(
      style.language, name, report.transform.words(style.language),
      phrase == .confirmedLate
        ? "\(report.attempts)" : count(style.language, "\(report.attempts)"))
  }

  private var color: TextColor {
    switch report.result {
    case .confirmed: .green
    case .retried, .byOther, .overruled: .yellow
    case .refused, .cancelled, .unanswered, .unsupported, .contested: .red
    }
  }
}

/// The texts about the display server's results.
enum OutputPhrase: String, Phrase {
  case confirmed = "{output} shows {description} | {output} 显示 {description}"
  case confirmedLate = """
    {output} shows {description}, at attempt {number} | {output} 在第 {number} 次尝试后显示 {description}
    """
  case retried = """
    {output} has not confirmed {description} after {attempts}, which is requested once more | \
    {output} 在{attempts}后没有确认 {description}，再请求一次
    """
  case refused = """
    {output} refused {description}, {attempts}; it stays as it is until the device turns | \
    {output} 拒绝了 {description}，{attempts}；在设备转动之前保持不变
    """
  case cancelled = """
    {output} cancelled {description}, {attempts}: the outputs kept changing; it stays as it is | \
    {output} 取消了 {description}，{attempts}：输出一直在变；保持不变
    """
  case unanswered = """
    {output} never confirmed {description}, {attempts}; it stays as it is until the device turns | \
    {output} 始终没有确认 {description}，{attempts}；在设备转动之前保持不变
    """
  case unsupported = """
    {output} cannot be rotated: the display server offers no way to request {description} | \
    {output} 不能旋转：显示服务器没有提供请求 {description} 的办法
    """
  case byOther = """
    {output} was rotated to {description} by another program and stays so until the device turns | \
    {output} 被别的程序旋转到 {description}，在设备转动之前保持不变
    """
  case overruled = """
    {output} was rotated to {description} by another program and is rotated back | \
    {output} 被别的程序旋转到 {description}，正在转回来
    """
  case contested = """
    {output} is rotated to {description} by another program again and again, and stays so until \
    the device turns | \
    {output} 一再被别的程序旋转到 {description}，在设备转动之前保持不变
    """
  case attempt = "1 attempt | 1 次尝试"
  case attempts = "{count} attempts | {count} 次尝试"
}
