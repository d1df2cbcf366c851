// SPDX-License-Identifier: Apache-2.0
import Control
import Explanation
import Formats

/// What the overlay shows, out of what the daemon tells: a value without clock and display.
///
/// While a turn is on its way the message of its decision stands; what is decided meanwhile waits.
struct HUDModel: Sendable, Equatable {
  /// What is to be done besides drawing.
  enum Wish: Sendable, Equatable {
    /// Ask for the explanation of a decision.
    case explain(Int)
    /// End.
    case quit
  }

  /// The level of detail.
  private(set) var detail: OverlayOptions.Detail
  /// What was told last; nil before anything was.
  private(set) var message: HUDMessage?
  /// Whether it is to be seen.
  private(set) var isShown = false

  private let language: Language
  /// The decision of the message, when it was made in nanoseconds, and whether it is on its way.
  private var number = -1
  private var decided: Int64 = 0
  private var isTurning = false
  /// The last decision that came meanwhile.
  private var waiting: JSONValue?

  init(_ options: OverlayOptions) {
    detail = options.detail
    language = options.language
  }

  /// The lines to be drawn now; none when nothing is to be seen.
  var lines: [String] { isShown ? message?.lines(detail) ?? [] : [] }

  /// Whether the message says that something is wrong, so that it should be noticed.
  var isAlarming: Bool {
    guard let tone = message?.tone else { return false }
    return tone != .turned && tone != .quiet
  }

  /// Takes in an event of the daemon.
  mutating func take(_ event: ControlEvent, state: JSONValue?) -> Wish? {
    let wasTurning = isTurning
    if let state { isTurning = Self.isTurning(state) }
    switch event {
    case .decision(let entry):
      if wasTurning {
        waiting = entry
        return nil
      }
      return show(entry)
    case .output(let report):
      return took(report)
    case .warning(let warning):
      guard !isTurning else { return nil }
      message = HUDMessage(tone: .warning, verdict: warning["text"]?.string ?? "")
      number = -1
      isShown = true
    case .overlay(let command): return take(command)
    case .configuration, .missed: break
    case .end:
      message = HUDMessage(tone: .quiet, verdict: HUDPhrase.ended(language))
      return .quit
    }
    return nil
  }

  /// Takes in the explanation of a decision.
  mutating func take(explanation: JSONValue, text: String, of number: Int) {
    guard number == self.number, var message else { return }
    message.verdict = text
    let rows = explanation["windows"]?.array ?? []
    message.culprit = rows.first { $0["culprit"]?.bool == true }.map(culprit)
    message.fix = explanation["fixes"]?.array?.first?.string.map { HUDPhrase.fix(language, $0) }
    self.message = message
  }

  /// The message has been there for long enough.
  mutating func expire() { isShown = false }

  // MARK: - Parts

  private mutating func show(_ entry: JSONValue) -> Wish? {
    number = Int(entry["decision"]?.int ?? -1)
    decided = entry["at"]?.int ?? 0
    message = HUDMessage(
      tone: HUDTone(outcome: entry["outcome"]?.string ?? ""), verdict: entry["line"]?.string ?? "",
      status: isTurning ? HUDPhrase.applying(language, "\(number)") : nil)
    isShown = true
    return .explain(number)
  }

  private mutating func took(_ report: JSONValue) -> Wish? {
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

  private mutating func take(_ command: OverlayCommand) -> Wish? {
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
    var parts = ["\"\(SafeText.name(row["window"]?.string ?? ""))\""]
    if row["shown"]?.bool == false { parts.append(HUDPhrase.hidden(language)) }
    if let turn = row["turn"]?.bool {
      let word = turn ? "YES" : "NO"
      switch row["turn-origin"]?.string {
      case "default": parts.append(HUDPhrase.byDefault(language, word))
      case "written": parts.append(HUDPhrase.wrote(language, word))
      default: parts.append(word)
      }
    }
    return HUDPhrase.blame(language, parts.joined(separator: " · "))
  }

  private static func isTurning(_ state: JSONValue) -> Bool {
    (state["outputs"]?.array ?? []).contains { output in
      output["turns"]?.bool == true && output["held-by-other"]?.bool != true
        && output["transform"]?.string != output["wanted"]?.string
    }
  }
}
