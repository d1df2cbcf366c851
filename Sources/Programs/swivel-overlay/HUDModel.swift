// SPDX-License-Identifier: Apache-2.0
import Control
import Drawing
import Explanation
import Formats
import Text

/// The state machine of the overlay: the daemon's events in, the lines to draw out.
///
/// The model has no clock and no display. While a rotation is pending, warnings are dropped and the
/// last decision that arrives is kept until the end of the rotation.
struct HUDModel: Sendable, Equatable {
  enum Action: Sendable, Equatable {
    /// Request the explanation of a decision.
    case explain(Int)
    case quit
  }

  private(set) var detail: OverlayOptions.Detail
  private(set) var message: HUDMessage?
  private(set) var isShown = false

  private let language: Language
  /// The number of the shown decision; -1 for another message.
  private var number = -1
  /// The time of the shown decision, in nanoseconds.
  private var decided: Int64 = 0
  private var isTurning = false
  private var isMissedTurn = false
  /// The last decision that arrived while a rotation was pending; shown when the rotation has
  /// ended.
  private var waiting: JSONValue?

  init(_ options: OverlayOptions) {
    detail = options.detail
    language = options.language
  }

  /// The lines to draw; none while the overlay is hidden, or with the detail `off`.
  var lines: [String] { isShown ? message?.lines(detail) ?? [] : [] }

  /// Whether the message reports a split, a blocked or deferred rotation, a failure or a warning;
  /// only such messages become desktop notifications.
  var isAlarming: Bool {
    guard let tone = message?.tone else { return false }
    return tone != .turned && tone != .quiet
  }

  /// Updates the message for an event of the daemon, and returns the next action, if any.
  ///
  /// `state` is the daemon's state after the event; with `nil`, the last known one counts.
  mutating func receive(_ event: ControlEvent, state: JSONValue?) -> Action? {
    let wasTurning = isTurning
    if let state { isTurning = ControlState.isTurning(state) }
    switch event {
    case .decision(let entry):
      guard wasTurning else {
        waiting = nil
        return show(entry)
      }
      waiting = entry
    case .output(let report):
      return show(report: report)
    case .warning(let warning):
      guard !isTurning else { return nil }
      message = HUDMessage(tone: .warning, verdict: warning["text"]?.string ?? "")
      number = -1
      isShown = true
    case .overlay(let command): return perform(command)
    case .configuration, .change, .missed: break
    case .end:
      message = HUDMessage(tone: .quiet, verdict: HUDPhrase.ended(language))
      return .quit
    }
    return nil
  }

  /// Adds the culprit and the fix from a decision's explanation to the message.
  ///
  /// `text` replaces the verdict, except that of a missed turn; an explanation of a decision that
  /// is no longer shown is ignored.
  mutating func receive(explanation: JSONValue, text: String, of number: Int) {
    guard number == self.number, var message else { return }
    // The sentence about a missed turn is more specific than the explanation's summary.
    if !isMissedTurn { message.verdict = text }
    let rows = explanation["windows"]?.array ?? []
    message.culprit = rows.first { $0["culprit"]?.bool == true }.map(culprit)
    message.fix = HUDMessage.fix(in: explanation).map { HUDPhrase.fix(language, $0) }
    self.message = message
  }

  /// Hides the overlay; called when the display time has passed.
  mutating func expire() { isShown = false }

  // MARK: - Parts

  private mutating func show(_ entry: JSONValue) -> Action? {
    number = Int(entry["decision"]?.int ?? -1)
    decided = entry["at"]?.int ?? 0
    let missed = entry["missed-turn"]?.string
    isMissedTurn = missed != nil
    message = HUDMessage(
      tone: HUDTone(outcome: entry["outcome"]?.string ?? ""),
      verdict: missed ?? entry["line"]?.string ?? "",
      status: isTurning ? HUDPhrase.applying(language, "\(number)") : nil)
    isShown = true
    return .explain(number)
  }

  private mutating func show(report: JSONValue) -> Action? {
    let result = report["result"]?.string ?? ""
    switch result {
    case "confirmed":
      let milliseconds = ((report["at"]?.int ?? 0) &- decided) / 1_000_000
      if number >= 0, message?.status != nil {
        message?.status = HUDPhrase.applied(language, "\(number)", "\(max(0, milliseconds))")
      }
    case "by-other":
      message = HUDMessage(
        tone: .warning,
        verdict: (report["output"]?.string ?? "") + ": " + HUDPhrase.byOther(language))
      number = -1
      isShown = true
    case "retried", "cancelled": break
    default:
      if number >= 0 { message?.status = HUDPhrase.refused(language, "\(number)") }
      message?.tone = .failed
      isShown = true
    }
    guard !isTurning, let entry = waiting else { return nil }
    waiting = nil
    return show(entry)
  }

  private mutating func perform(_ command: OverlayCommand) -> Action? {
    switch command {
    case .cycle:
      detail = detail.next
      isShown = message != nil
    case .show: isShown = message != nil
    case .hide: isShown = false
    case .quit: return .quit
    }
    return nil
  }

  private func culprit(_ row: JSONValue) -> String {
    var parts = ["\"\(UntrustedText(row["window"]?.string ?? "").name())\""]
    if row["shown"]?.bool == false { parts.append(HUDPhrase.hidden(language)) }
    if let allows = row["allows"]?.string {
      if allows != "-" { parts.append(HUDPhrase.allows(language, allows)) }
    } else if let turn = row["turn"]?.bool {
      let word = turn ? "YES" : "NO"
      switch row["turn-origin"]?.string {
      case "default": parts.append(HUDPhrase.byDefault(language, word))
      case "written": parts.append(HUDPhrase.wrote(language, word))
      default: parts.append(word)
      }
    }
    return HUDPhrase.blame(language, parts.joined(separator: " · "))
  }
}

/// The message of the overlay: a verdict, then status, culprit and fix as far as they fit into
/// `maximumLines`.
struct HUDMessage: Sendable, Equatable {
  static let maximumLines = 3

  var tone: HUDTone
  var verdict: String
  /// The words for the output's rotation: pending, applied or refused; `nil` without one.
  var status: String?
  /// The first window to blame, and its answer; `nil` if there is none, or before the explanation.
  var culprit: String?
  var fix: String?

  /// Returns the commands that fix a conflict, except trials, or else the first fix as a sentence;
  /// `nil` for none.
  static func fix(in explanation: JSONValue) -> String? {
    let commands = (explanation["actions"]?.array ?? []).compactMap { action in
      action["kind"] == "trial" ? nil : action["command"]?.string
    }
    if !commands.isEmpty { return commands.joined(separator: " · ") }
    return explanation["fixes"]?.array?.first?.string
  }

  func lines(_ detail: OverlayOptions.Detail) -> [String] {
    let first = "\(tone.symbol) \(verdict)"
    switch detail {
    case .off: return []
    case .short: return [first]
    case .full:
      return Array(([first] + [status, culprit, fix].compactMap(\.self)).prefix(Self.maximumLines))
    }
  }
}

/// The overlay's own phrases; all others come from explanations.
enum HUDPhrase: String, Phrase {
  case applying = "#{step} applying… | #{step} 正在应用…"
  case applied = "#{step} applied after {milliseconds} ms | #{step} 已应用，用时 {milliseconds} 毫秒"
  case refused = "#{step} the display server refused | #{step} 显示服务器拒绝了"
  case byOther = "another program rotated it | 别的程序转动了它"
  case hidden = "hidden | 隐藏"
  case wrote = "{answer} by its author | 作者写的 {answer}"
  case byDefault = "{answer} by default | 默认的 {answer}"
  case allows = "allows: {mask} | 允许：{mask}"
  case blame = "to blame: {windows} | 肇因：{windows}"
  case fix = "fix: {command} | 办法：{command}"
  case ended = "the daemon ended | 守护进程结束了"
}

enum HUDTone: Sendable, CaseIterable {
  case turned, split, blocked, deferred, failed, warning, quiet

  init(outcome: String) {
    switch outcome {
    case "turned": self = .turned
    case "split": self = .split
    case "blocked": self = .blocked
    case "deferred": self = .deferred
    case "refused", "exception": self = .failed
    default: self = .quiet
    }
  }

  /// The symbol before the verdict; each tone has a shape of its own, for users who do not see
  /// colours.
  var symbol: String {
    switch self {
    case .turned: "✔"
    case .split: "≠"
    case .blocked: "■"
    case .deferred: "…"
    case .failed: "✖"
    case .warning: "▲"
    case .quiet: "–"
    }
  }

  var colour: RGB {
    switch self {
    case .turned: 0x86D79F
    case .split, .failed: 0xFF9D94
    case .blocked, .warning: 0xE8BD6A
    case .deferred: 0x8DB4EC
    case .quiet: 0xC9CED6
    }
  }
}
