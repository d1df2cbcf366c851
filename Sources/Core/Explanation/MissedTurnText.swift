// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation
public import Text

/// The description of a missed turn in words: the output that did not rotate, and the reason.
public struct MissedTurnText: Sendable {
  static let mostLater = 3

  private let missed: MissedTurn
  private let evidence: Evidence

  /// Creates the text about a missed turn under the named rule set; `names` includes windows that
  /// were removed before the decision.
  public init(
    _ missed: MissedTurn, rulesID: String, language: Language = .english,
    names: [WindowID: String] = [:]
  ) {
    self.missed = missed
    evidence = Evidence(verdict: missed.verdict, rulesID: rulesID, names: names, language: language)
  }

  /// Returns the sentence, preceded by the time since the decision, such as `42 s ago the screen
  /// did not rotate: …`.
  public func sentence(at now: Instant) -> String {
    Self.ago(sentence, now - missed.verdict.at, evidence.language)
  }

  /// Returns a sentence preceded by an age, such as `42 s ago the screen did not rotate: …`.
  public static func ago(
    _ sentence: String, _ age: Duration, _ language: Language = .english
  ) -> String {
    MissedTurnPhrase.ago(language, words(age, language), sentence)
  }

  /// Returns the reason for one output; `nil` if the output is not one that missed the turn.
  public func reason(for output: OutputID) -> String? {
    missed.outputs.first { $0.output == output }.map { reason($0) }
  }

  /// Returns lines about the last three noteworthy decisions of `verdicts`, oldest first.
  ///
  /// If there are more, the first line counts the others.
  func later(_ verdicts: [Verdict], _ style: TextStyle, at now: Instant) -> [String] {
    let news = verdicts.filter { $0.isNoteworthy }
    let hidden = news.count - Self.mostLater
    return (hidden > 0 ? [evidence.say(MissedTurnPhrase.more, "\(hidden)")] : [])
      + news.suffix(Self.mostLater).map { verdict in
        let line = VerdictLine(verdict, rulesID: evidence.rulesID, style: style)
        let age = Self.words(now - verdict.at, style.language)
        return evidence.say(MissedTurnPhrase.laterLine, "\(verdict.step)", age, line.sentence)
      }
  }

  /// The sentence, such as `the screen did not rotate: mpv had the focus and its rule allows
  /// landscape only`.
  public var sentence: String {
    if missed.cause == .lock, !evidence.isTurn { return evidence.say(MissedTurnPhrase.lockSet) }
    var groups: [(reason: String, names: [String])] = []
    for blocked in missed.outputs {
      let (reason, name) = (reason(blocked), evidence.name(of: blocked.output))
      if let index = groups.firstIndex(where: { $0.reason == reason }) {
        groups[index].names.append(name)
      } else {
        groups.append((reason, [name]))
      }
    }
    let isAlone = evidence.verdict.after.outputs.filter { $0.isManaged }.count < 2
    guard !isAlone, !groups.isEmpty else {
      return evidence.say(
        evidence.isTurn ? MissedTurnPhrase.screen : .screenBehind,
        groups.first?.reason ?? wholeReason)
    }
    return groups.map { group in
      evidence.say(
        evidence.isTurn ? MissedTurnPhrase.output : .outputBehind,
        evidence.list(group.names, MissedTurnPhrase.and), group.reason)
    }.joined(separator: evidence.say(EffectPhrase.separator))
  }

  private func reason(_ blocked: BlockedOutput) -> String {
    guard case .display(let report) = missed.cause else { return evidence.reason(blocked) }
    return switch report.result {
    case .cancelled: evidence.say(MissedTurnPhrase.serverCancelled)
    case .unanswered: evidence.say(MissedTurnPhrase.serverUnanswered)
    case .unsupported: evidence.say(MissedTurnPhrase.serverUnsupported)
    default: evidence.say(MissedTurnPhrase.serverRefused)
    }
  }

  // The reason if no output was blocked, as under rule sets of other platforms.
  private var wholeReason: String {
    if missed.cause == .lock {
      return evidence.lockWords
    }
    return Headline(evidence).text
  }

  private static func words(_ time: Duration, _ language: Language) -> String {
    let seconds = max(0, time.components.seconds)
    return switch seconds {
    case ..<120: MissedTurnPhrase.seconds(language, "\(seconds)")
    case ..<7_200: MissedTurnPhrase.minutes(language, "\(seconds / 60)")
    default: MissedTurnPhrase.hours(language, "\(seconds / 3_600)")
    }
  }
}

extension Evidence {
  /// Returns the reason why an output did not follow the device: the answer of the focused window,
  /// otherwise of the first window that refused, otherwise the gate that stopped the decision.
  func reason(_ blocked: BlockedOutput) -> String {
    let refusing = blocked.windows.compactMap { vote($0) }.filter { $0.wasAsked }
    guard let first = refusing.first else { return blockReason.words }
    // The focused window's answer decides; other windows can only veto (W-5, W-7).
    let focused = refusing.first { $0.window.id == verdict.after.keyWindow }
    let id = (focused ?? first).window.id
    return say(
      focused == nil ? MissedTurnPhrase.veto : .focus, name(of: id), DesktopSentences(self).rule(id)
    )
  }

  func name(of id: OutputID) -> String {
    let known = verdict.after.outputs + verdict.before.outputs
    return known.first { $0.id == id }.map { UntrustedText($0.name).name() }
      ?? say(EventPhrase.outputNumber, "\(id.rawValue)")
  }
}

/// The texts about a rotation that the device requested and that was not made.
enum MissedTurnPhrase: String, Phrase {
  case ago = "{time} ago {outcome} | {time}前，{outcome}"
  case screen = "the screen did not rotate: {why} | 屏幕没有旋转：{why}"
  case output = "{outputs} did not rotate: {why} | {outputs} 没有旋转：{why}"
  case screenBehind = "the screen did not follow the device: {why} | 屏幕没有跟随设备：{why}"
  case outputBehind = """
    {outputs} did not follow the device: {why} | {outputs} 没有跟随设备：{why}
    """
  case lockSet = """
    rotation was locked, so the screen does not follow the device (`swivel unlock` ends that) | \
    旋转被锁定，所以屏幕不跟随设备（`swivel unlock` 解除）
    """
  case focus = "{app} had the focus and {reason} | {app} 有焦点，{reason}"
  case veto = "{app} vetoed it, as {reason} | {app} 否决了它：{reason}"
  case serverRefused = "the compositor refused it | 合成器拒绝了它"
  case serverCancelled = "the compositor's outputs kept changing meanwhile | 合成器的输出在此期间一直在变"
  case serverUnanswered = "the compositor never confirmed it | 合成器始终没有确认它"
  case serverUnsupported = "the compositor offers no way to rotate it | 合成器没有提供旋转它的办法"
  case seconds = "{count} s | {count} 秒"
  case minutes = "{count} min | {count} 分钟"
  case hours = "{count} h | {count} 小时"
  case and = "{first} and {last} | {first} 和 {last}"
  case laterLine = "#{step} {time} ago: {outcome} | #{step} {time}前：{outcome}"
  case more = "… {count} before these (`swivel history`) | … 之前还有 {count} 个（`swivel history`）"
}
