// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Explanation
import Formats
import Orientation
import Text

/// The state machine of the rotate button, driven by the daemon's events and by touches.
///
/// The model has no clock and no display. A suggestion begins when the daemon reports a decision
/// with a new pose of the device and the output does not follow. It ends when the daemon's state
/// has another rotation to suggest or none, when the user has chosen, or after Android's times: 5 s
/// (the default of `--stay`), 16 s while the user interacts, and 0.1 s to fade. Source:
/// `RotationButtonController` of Android's SystemUI,
/// https://github.com/aosp-mirror/platform_frameworks_base.
struct SuggestionModel: Sendable {
  enum State: Sendable, Equatable {
    case hidden
    /// Waiting for the daemon's explanation, which names the window that blocks the rotation.
    case waiting(RotationSuggestion)
    case shown(RotationSuggestion)
    /// The button is pressed; the release or `longPress` decides between tap and long press.
    case pressed(RotationSuggestion)
    /// The choices of the long press are shown; `row` is the pressed row.
    case choices(RotationSuggestion, row: Int?)
    /// The question how an output is to be rotated is shown; `row` is the pressed row.
    case asking(OrientationQuestion, row: Int?)
    /// The lines of the explanation are shown; none before the explanation arrives.
    case reasons(RotationSuggestion, [String])
    case fading(RotationSuggestion, step: Int)
  }

  enum Action: Sendable, Equatable {
    case draw(ButtonFace)
    case hide
    /// Request the explanation of a decision.
    case explain(Int)
    case send(ControlRequest)
    /// Store these applications as those for which no rotation is suggested.
    case keepQuiet([String])
    /// Call `wake` after this duration; the request replaces an earlier one.
    case wake(after: Duration)
    /// Cancel the pending wake-up.
    case rest
    case quit
  }

  /// The time limit for the explanation that names the blocking window.
  ///
  /// After this time the button appears without the name.
  static let nameWait = Duration.milliseconds(50)
  static let longPress = Duration.milliseconds(500)
  static let attended = Duration.seconds(16)
  static let fadeStep = Duration.milliseconds(20)
  static let fadeSteps = 5
  static let mostReasons = 6

  private(set) var state = State.hidden
  /// The display time of a button that is not touched; `nil` for no limit.
  private let stay: Duration?
  private let language: Language
  /// The device's last known pose, as the transform that suits it; `nil` before the first.
  private var pose: Transform?
  /// The applications for which no rotation is suggested.
  private var quiet: [String]
  /// The outputs whose question was shown; each is shown once in a run.
  private var asked: Set<String> = []

  /// Creates a model for the daemon's present state; a rotation is suggested only after a later
  /// change of the pose.
  init(_ options: OverlayOptions, beginning state: JSONValue?, quiet: [String] = []) {
    self.quiet = quiet
    stay = options.stay == 0 ? nil : .seconds(options.stay)
    language = options.language
    pose = state.flatMap { RotationSuggestion.pose(in: $0) }
  }

  /// The current suggestion; `nil` while the button is hidden or shows a question.
  var suggestion: RotationSuggestion? {
    switch state {
    case .hidden, .asking: nil
    case .waiting(let suggestion), .shown(let suggestion), .pressed(let suggestion),
      .choices(let suggestion, _), .reasons(let suggestion, _), .fading(let suggestion, _):
      suggestion
    }
  }

  /// The output to show the button on; `nil` for the output that the daemon rotates.
  var output: String? {
    if case .asking(let question, _) = state { question.output } else { nil }
  }

  /// The choices that a notification offers, with their names and labels; empty if nothing is
  /// suggested or asked.
  var choices: [(name: String, words: String)] {
    if case .asking = state {
      return OrientationAnswer.allCases.map { ($0.rawValue, $0.words(language)) }
    }
    return (suggestion.map { SuggestionChoice.offered(for: $0) } ?? [])
      .map { ($0.rawValue, $0.words(language)) }
  }

  /// Returns the actions for the daemon's present state, which show a question if one is due.
  mutating func begin(_ state: JSONValue?) -> [Action] { state.map { ask($0) } ?? [] }

  mutating func receive(_ event: ControlEvent, _ state: JSONValue?) -> [Action] {
    let actions = follow(event, state)
    return actions + (state.map { ask($0) } ?? [])
  }

  private mutating func follow(_ event: ControlEvent, _ state: JSONValue?) -> [Action] {
    if event == .end { return hide() + [.quit] }
    guard let state else { return [] }
    var decision: Int?
    if case .decision(let entry) = event { decision = entry["decision"]?.int.map { Int($0) } }
    let new = RotationSuggestion(state, decision: decision ?? suggestion?.decision ?? 0)
    let pose = RotationSuggestion.pose(in: state) ?? self.pose
    defer { self.pose = pose }
    if case .asking(let question, _) = self.state {
      // No rotation is suggested while the question is shown.
      return OrientationQuestion.all(in: state).contains { $0.output == question.output }
        ? [] : hide()
    }
    guard let new else { return hide() }
    if decision != nil, pose != self.pose { return begin(new) }
    return suggestion.map { new.isSameTurn(as: $0) } ?? true ? [] : hide()
  }

  mutating func receive(explanation: JSONValue, text: String, of number: Int) -> [Action] {
    guard var suggestion, suggestion.decision == number else { return [] }
    switch state {
    case .waiting:
      suggestion.blocker = Self.blocker(in: explanation)
      if let app = suggestion.blocker?.app, quiet.contains(app) { return hide() }
      return show(suggestion)
    case .reasons:
      let fix = HUDMessage.fix(in: explanation).map { HUDPhrase.fix(language, $0) }
      let lines = text.split(separator: "\n").map(String.init) + [fix].compactMap(\.self)
      return go(
        .reasons(suggestion, Array(lines.prefix(Self.mostReasons))), .wake(after: Self.attended))
    case .hidden, .shown, .pressed, .choices, .asking, .fading: return []
    }
  }

  /// Called when a row, counted from 0, is pressed; returns the actions that follow.
  mutating func pressed(row: Int) -> [Action] {
    switch state {
    case .shown(let suggestion), .fading(let suggestion, _):
      return go(.pressed(suggestion), .wake(after: Self.longPress))
    case .choices(let suggestion, _):
      return go(.choices(suggestion, row: row), .wake(after: Self.attended))
    case .asking(let question, _):
      // The first row is the question.
      return go(.asking(question, row: row > 0 ? row : nil), .wake(after: Self.attended))
    case .hidden, .waiting, .pressed, .reasons: return []
    }
  }

  /// Called when the finger is lifted, or the touch cancelled; returns the actions that follow.
  ///
  /// `row` is the row under the finger; `nil` outside all rows, or if the touch was cancelled.
  mutating func released(row: Int?) -> [Action] {
    switch state {
    case .pressed(let suggestion):
      return row == nil ? show(suggestion) : hide() + [.send(suggestion.request)]
    case .choices(let suggestion, let pressed?):
      let offered = SuggestionChoice.offered(for: suggestion)
      guard row == pressed, offered.indices.contains(pressed) else {
        return go(.choices(suggestion, row: nil), .wake(after: Self.attended))
      }
      return choose(offered[pressed], suggestion)
    case .asking(let question, let pressed?):
      guard row == pressed, pressed <= OrientationAnswer.allCases.count else {
        return go(.asking(question, row: nil), .wake(after: Self.attended))
      }
      return choose(OrientationAnswer.allCases[pressed - 1], question)
    case .reasons: return hide()
    // In `choices` without a pressed row, this release ends the long press.
    case .hidden, .waiting, .shown, .choices, .asking, .fading: return []
    }
  }

  /// Called when the user has chosen in a notification; returns the actions that follow.
  mutating func choose(name: String) -> [Action] {
    if case .asking(let question, _) = state {
      return OrientationAnswer(rawValue: name).map { choose($0, question) } ?? []
    }
    guard let suggestion, let choice = SuggestionChoice(rawValue: name) else { return [] }
    return choose(choice, suggestion)
  }

  private mutating func choose(
    _ answer: OrientationAnswer, _ question: OrientationQuestion
  ) -> [Action] {
    hide() + [.send(.orient(output: question.output, answer.transform(from: question.shown)))]
  }

  private mutating func choose(_ choice: SuggestionChoice, _ suggestion: RotationSuggestion)
    -> [Action]
  {
    switch choice {
    case .turnOnce: return hide() + [.send(.rotate(.by(suggestion.quarters)))]
    case .unlock: return hide() + [.send(.unlock)]
    case .why:
      return go(.reasons(suggestion, []), .wake(after: Self.attended))
        + [.explain(suggestion.decision)]
    case .never:
      guard let app = suggestion.blocker?.app, !quiet.contains(app) else { return hide() }
      quiet.append(app)
      return hide() + [.keepQuiet(quiet)]
    }
  }

  /// Called when the duration of the last `wake` action has passed; returns the actions that
  /// follow.
  mutating func wake() -> [Action] {
    switch state {
    case .hidden: return []
    case .asking: return hide()
    case .waiting(let suggestion): return show(suggestion)
    case .pressed(let suggestion):
      return go(.choices(suggestion, row: nil), .wake(after: Self.attended))
    case .shown(let suggestion), .choices(let suggestion, _), .reasons(let suggestion, _):
      return go(.fading(suggestion, step: 1), .wake(after: Self.fadeStep))
    case .fading(let suggestion, let step):
      guard step < Self.fadeSteps else { return hide() }
      return go(.fading(suggestion, step: step + 1), .wake(after: Self.fadeStep))
    }
  }

  // MARK: - Transitions

  /// Shows the first question in the daemon's state that was not shown yet, if the model is
  /// `hidden`.
  private mutating func ask(_ state: JSONValue) -> [Action] {
    guard self.state == .hidden,
      let question = OrientationQuestion.all(in: state).first(where: { !asked.contains($0.output) })
    else { return [] }
    asked.insert(question.output)
    return go(.asking(question, row: nil), .wake(after: Self.attended))
  }

  private mutating func begin(_ suggestion: RotationSuggestion) -> [Action] {
    guard suggestion.lock == nil else { return show(suggestion) }
    // A shown suggestion is for an earlier pose of the device.
    let before = hide()
    state = .waiting(suggestion)
    return before + [.explain(suggestion.decision), .wake(after: Self.nameWait)]
  }

  private mutating func show(_ suggestion: RotationSuggestion) -> [Action] {
    go(.shown(suggestion), stay.map { .wake(after: $0) } ?? .rest)
  }

  private mutating func hide() -> [Action] {
    guard state != .hidden else { return [] }
    state = .hidden
    return [.hide, .rest]
  }

  private mutating func go(_ new: State, _ action: Action) -> [Action] {
    state = new
    return face.map { [.draw($0), action] } ?? [action]
  }

  private var face: ButtonFace? {
    if case .asking(let question, let row) = state {
      let answers = OrientationAnswer.allCases.map { $0.words(language) }
      return ButtonFace(
        rows: [question.words(language)] + answers, marked: row, quarters: 0, strength: 1)
    }
    guard let suggestion else { return nil }
    let words = suggestion.words(language)
    func face(_ rows: [String], marked: Int? = nil, strength: Double = 1) -> ButtonFace {
      ButtonFace(rows: rows, marked: marked, quarters: suggestion.quarters, strength: strength)
    }
    switch state {
    case .hidden, .waiting, .asking: return nil
    case .shown: return face([words])
    case .pressed: return face([words], marked: 0)
    case .choices(_, let row):
      return face(
        SuggestionChoice.offered(for: suggestion).map { $0.words(language) }, marked: row)
    case .reasons(_, let lines): return face(lines.isEmpty ? [words] : lines)
    case .fading(_, let step):
      return face([words], strength: 1 - Double(step) / Double(Self.fadeSteps))
    }
  }

  private static func blocker(in explanation: JSONValue) -> RotationSuggestion.Blocker? {
    guard
      let row = explanation["windows"]?.array?.first(where: { $0["culprit"]?.bool == true }),
      let window = row["window"]?.string
    else { return nil }
    let app = row["app"]?.string ?? ""
    return RotationSuggestion.Blocker(
      window: window, app: app.isEmpty ? window : app, isShown: row["shown"]?.bool != false)
  }
}

struct ButtonFace: Sendable, Equatable {
  /// The text of each row; a single row is drawn with the button's arrow.
  var rows: [String]
  /// The index of the row that is drawn as pressed; `nil` for none.
  var marked: Int?
  /// The rotation of the picture that makes it upright for the user, in quarter turns
  /// counter-clockwise.
  var quarters: Int
  /// The opacity, from 1 (opaque) to 0.
  var strength: Double
}

/// A suggested rotation: the missing quarter turns, and the lock or the window that blocks them.
struct RotationSuggestion: Sendable, Equatable {
  struct Blocker: Sendable, Equatable {
    var window: String
    /// The application's identifier, or the window's name if the application is unknown.
    var app: String
    var isShown: Bool
  }

  /// The number of the decision that did not rotate the output.
  let decision: Int
  /// The quarter turns, counter-clockwise, from the output's picture to the device's pose: 1 to 3.
  let quarters: Int
  /// The name of the output's present interface orientation.
  let shows: String
  /// The user's lock; nil while rotation is unlocked.
  let lock: OrientationLock?
  private let lockWords: String?
  /// The window that blocks the rotation; nil if it is unknown or there is none.
  var blocker: Blocker?

  /// Returns the transform that suits the device's pose; `nil` if the device is flat or its pose
  /// unknown.
  static func pose(in state: JSONValue) -> Transform? {
    state["device"]?.string.flatMap { DeviceOrientation(name: $0) }?.edgeUp?.transform
  }

  /// Creates a suggestion from the daemon's state for its first output that rotates with the
  /// device; `decision` is the decision that did not rotate the output.
  ///
  /// Returns `nil` if there is no such output, if the device is flat or its pose unknown, or if the
  /// output follows the device, is flipped, has a pending rotation or keeps the transform that
  /// another program set.
  init?(_ state: JSONValue, decision: Int) {
    guard let pose = Self.pose(in: state),
      let output = state["outputs"]?.array?.first(where: { $0["turns"]?.bool == true }),
      output["held-by-other"]?.bool != true, let shown = output["transform"]?.string,
      output["wanted"]?.string == shown,
      let transform = Transform(name: shown, in: .wayland), !transform.isFlipped
    else { return nil }
    quarters = (pose.quarterTurns - transform.quarterTurns + 4) % 4
    guard quarters != 0 else { return nil }
    self.decision = decision
    shows = output["shows"]?.string ?? ""
    lock = state["lock"]?.string.flatMap { OrientationLock(rawValue: $0) }
    lockWords = ControlState.locked(state)
  }

  /// Returns whether the other suggestion has the same rotation, lock and present orientation; the
  /// blockers may differ.
  func isSameTurn(as other: RotationSuggestion) -> Bool {
    quarters == other.quarters && lock == other.lock && shows == other.shows
  }

  /// Whether the user may rotate the output without unlocking.
  ///
  /// A lock to the present orientation permits this: the rotation changes the lock's orientation.
  var canTurnOnce: Bool { lock == nil || lock == .current }

  var request: ControlRequest { canTurnOnce ? .rotate(.by(quarters)) : .unlock }

  /// Returns the label of the button, which states the reason in about five words.
  func words(_ language: Language) -> String {
    switch lock {
    case .current?: return SuggestionPhrase.locked(language)
    case let lock?: return SuggestionPhrase.lockedTo(language, lockWords ?? lock.rawValue)
    case nil: break
    }
    let kind = String(shows.prefix { $0 != "-" })
    guard let blocker else { return SuggestionPhrase.stays(language, kind) }
    let name = UntrustedText(blocker.window).name(columns: 24)
    let window = blocker.isShown ? name : "\(name) (\(HUDPhrase.hidden(language)))"
    return SuggestionPhrase.keeps(language, window, kind)
  }
}

enum SuggestionChoice: String, Sendable, CaseIterable {
  case turnOnce = "turn-once"
  case unlock, why, never

  /// Returns the choices that apply to a suggestion, in the order of the rows.
  static func offered(for suggestion: RotationSuggestion) -> [SuggestionChoice] {
    allCases.filter { choice in
      switch choice {
      case .turnOnce: suggestion.canTurnOnce
      case .unlock: suggestion.lock != nil
      case .why: true
      case .never: suggestion.lock == nil && suggestion.blocker != nil
      }
    }
  }

  func words(_ language: Language) -> String {
    switch self {
    case .turnOnce: SuggestionPhrase.turnOnce(language)
    case .unlock: SuggestionPhrase.unlock(language)
    case .why: SuggestionPhrase.why(language)
    case .never: SuggestionPhrase.never(language)
    }
  }
}

/// The question how to rotate an output whose mount only the user knows.
struct OrientationQuestion: Sendable, Equatable {
  let output: String
  let shown: Transform

  /// Returns a question for each output about which the daemon asks the user, except flipped ones.
  static func all(in state: JSONValue) -> [OrientationQuestion] {
    (state["outputs"]?.array ?? []).compactMap { output in
      guard output["asks-orientation"]?.bool == true, let name = output["name"]?.string,
        let shown = output["transform"]?.string.flatMap({ Transform(name: $0, in: .wayland) }),
        !shown.isFlipped
      else { return nil }
      return OrientationQuestion(output: name, shown: shown)
    }
  }

  func words(_ language: Language) -> String {
    SuggestionPhrase.isUpright(language, UntrustedText(output).name(columns: 24))
  }
}

enum OrientationAnswer: String, Sendable, CaseIterable {
  case yes
  case left, right
  case over
  case withDevice = "with-device"

  /// Returns the transform that the output is to keep; `nil` if it is to rotate with the device.
  func transform(from shown: Transform) -> Transform? {
    let quarters: Int
    switch self {
    case .yes: quarters = 0
    case .left: quarters = 1
    case .over: quarters = 2
    case .right: quarters = 3
    case .withDevice: return nil
    }
    return Transform(flipped: false, quarterTurns: shown.quarterTurns + quarters)
  }

  func words(_ language: Language) -> String {
    switch self {
    case .yes: SuggestionPhrase.yes(language)
    case .left: SuggestionPhrase.left(language)
    case .right: SuggestionPhrase.right(language)
    case .over: SuggestionPhrase.over(language)
    case .withDevice: SuggestionPhrase.withDevice(language)
    }
  }
}

/// The words of the rotate button.
enum SuggestionPhrase: String, Phrase {
  case waits = """
    waiting for a turn of the device that a lock or a window keeps the screen from following; then \
    the button appears (Ctrl-C ends) | \
    等待设备转动而锁定或窗口使屏幕不跟随；那时会出现按钮（Ctrl-C 结束）
    """
  case locked = "rotation is locked | 旋转已锁定"
  case lockedTo = "locked to {transform} | 锁定在 {transform}"
  case stays = "the screen keeps {transform} | 屏幕保持 {transform}"
  case keeps = "{window} keeps {transform} | {window} 保持 {transform}"
  case turnOnce = "Turn once | 转一次"
  case unlock = "Unlock rotation | 解锁旋转"
  case why = "Why? | 为什么？"
  case never = "Never for this window | 不再为这个窗口提示"
  case isUpright = "Is {output} the right way up? | {output} 的方向对吗？"
  case yes = "Yes | 对"
  case left = "Turn it left | 向左转"
  case right = "Turn it right | 向右转"
  case over = "Turn it upside down | 转半圈"
  case withDevice = "Turn it with the device | 跟随设备转动"
}
