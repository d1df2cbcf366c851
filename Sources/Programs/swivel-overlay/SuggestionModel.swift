// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Explanation
import Formats
import Orientation
import Text

/// The rotate button's state machine, driven by the daemon's events and by touches: a value without
/// clock and display.
///
/// A suggestion begins when the daemon's judge reports a new pose and the output does not follow.
/// A suggestion ends when the output follows, or after Android's times: 5 s, 16 s while the user
/// interacts, and a tenth of a second to fade. Source: `RotationButtonController` of Android's
/// SystemUI, https://github.com/aosp-mirror/platform_frameworks_base.
struct SuggestionModel: Sendable {
  /// The state of the button.
  enum State: Sendable, Equatable {
    case hidden
    /// Waiting for the daemon to name the window that blocks the rotation.
    case waiting(RotationSuggestion)
    case shown(RotationSuggestion)
    /// The button is pressed: a tap or a long press.
    case pressed(RotationSuggestion)
    /// The choices of a long press are shown, with the pressed row.
    case choices(RotationSuggestion, row: Int?)
    /// The explanation is shown, or empty until it arrives.
    case reasons(RotationSuggestion, [String])
    case fading(RotationSuggestion, step: Int)
  }

  /// An action for the caller; of several wake-ups the last one counts.
  enum Action: Sendable, Equatable {
    case draw(ButtonFace)
    case hide
    /// Request the explanation of a decision.
    case explain(Int)
    case send(ControlRequest)
    /// Store the applications for which no rotation is suggested.
    case keepQuiet([String])
    /// Call `wake` after this duration, instead of any earlier request.
    case wake(after: Duration)
    /// Cancel the pending wake-up.
    case rest
    case quit
  }

  /// The time limit for the name of the blocking window.
  static let nameWait = Duration.milliseconds(50)
  static let longPress = Duration.milliseconds(500)
  static let attended = Duration.seconds(16)
  static let fadeStep = Duration.milliseconds(20)
  static let fadeSteps = 5
  /// The largest number of lines of an explanation.
  static let mostReasons = 6

  private(set) var state = State.hidden
  /// The display time of an untouched button; nil for ever.
  private let stay: Duration?
  private let language: Language
  /// The device's last known pose.
  private var pose: Transform?
  /// The applications for which no rotation is suggested.
  private var quiet: [String]

  /// Creates a model with the present state, for which no suggestion is made.
  init(_ options: OverlayOptions, beginning state: JSONValue?, quiet: [String] = []) {
    self.quiet = quiet
    stay = options.stay == 0 ? nil : .seconds(options.stay)
    language = options.language
    pose = state.flatMap { RotationSuggestion.pose(in: $0) }
  }

  /// The current suggestion; nil for none.
  var suggestion: RotationSuggestion? {
    switch state {
    case .hidden: nil
    case .waiting(let suggestion), .shown(let suggestion), .pressed(let suggestion),
      .choices(let suggestion, _), .reasons(let suggestion, _), .fading(let suggestion, _):
      suggestion
    }
  }

  /// Called with an event of the daemon.
  mutating func receive(_ event: ControlEvent, _ state: JSONValue?) -> [Action] {
    if event == .end { return hide() + [.quit] }
    guard let state else { return [] }
    var decision: Int?
    if case .decision(let entry) = event { decision = entry["decision"]?.int.map { Int($0) } }
    let new = RotationSuggestion(state, decision: decision ?? suggestion?.decision ?? 0)
    let pose = RotationSuggestion.pose(in: state) ?? self.pose
    defer { self.pose = pose }
    guard let new else { return hide() }
    if decision != nil, pose != self.pose { return begin(new) }
    return suggestion.map { new.isSameTurn(as: $0) } ?? true ? [] : hide()
  }

  /// Called with the explanation of a decision.
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
    case .hidden, .shown, .pressed, .choices, .fading: return []
    }
  }

  /// Called when a row was pressed.
  mutating func pressed(row: Int) -> [Action] {
    switch state {
    case .shown(let suggestion), .fading(let suggestion, _):
      return go(.pressed(suggestion), .wake(after: Self.longPress))
    case .choices(let suggestion, _):
      return go(.choices(suggestion, row: row), .wake(after: Self.attended))
    case .hidden, .waiting, .pressed, .reasons: return []
    }
  }

  /// Called when the finger was lifted from a row; nil beside all rows, or if the touch was
  /// cancelled.
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
    case .reasons: return hide()
    // The release that ends the long press.
    case .hidden, .waiting, .shown, .choices, .fading: return []
    }
  }

  /// Called when the user has made a choice, on the button or in a notification.
  mutating func choose(_ choice: SuggestionChoice, _ suggestion: RotationSuggestion) -> [Action] {
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

  /// Called when the requested duration has passed.
  mutating func wake() -> [Action] {
    switch state {
    case .hidden: return []
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

  private mutating func begin(_ suggestion: RotationSuggestion) -> [Action] {
    guard suggestion.lock == nil else { return show(suggestion) }
    // The shown suggestion was for another pose.
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
    guard let suggestion else { return nil }
    let words = suggestion.words(language)
    func face(_ rows: [String], marked: Int? = nil, strength: Double = 1) -> ButtonFace {
      ButtonFace(rows: rows, marked: marked, quarters: suggestion.quarters, strength: strength)
    }
    switch state {
    case .hidden, .waiting: return nil
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

/// The appearance of the button.
struct ButtonFace: Sendable, Equatable {
  /// The text of each row; a single row is the button itself.
  var rows: [String]
  /// The pressed row.
  var marked: Int?
  /// The quarter turns counter-clockwise by which the button is drawn, so that it is upright for
  /// the user.
  var quarters: Int
  /// The opacity, 1 to 0.
  var strength: Double
}

/// A rotation that was not made: how the device is held, and what blocks it.
struct RotationSuggestion: Sendable, Equatable {
  /// A window that blocks the rotation.
  struct Blocker: Sendable, Equatable {
    var window: String
    /// The application's identifier, or the window's name if it has none.
    var app: String
    var isShown: Bool
  }

  /// The decision that did not rotate the output.
  let decision: Int
  /// The quarter turns counter-clockwise from the output's picture to the device's pose, 1 to 3.
  let quarters: Int
  /// The name of the output's present orientation.
  let shows: String
  /// The user's lock; nil while rotation is free.
  let lock: OrientationLock?
  /// The lock in words; nil while rotation is free.
  private let lockWords: String?
  /// The window that blocks the rotation; nil if it is unknown or there is none.
  var blocker: Blocker?

  /// Returns the transform that would show the picture upright; nil if the device is flat or
  /// unknown.
  static func pose(in state: JSONValue) -> Transform? {
    state["device"]?.string.flatMap { DeviceOrientation(name: $0) }?.edgeUp?.transform
  }

  /// Creates the suggestion for the daemon's state; nil if the output follows the device, is being
  /// rotated, or is held by another program.
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

  /// Returns whether both suggest the same rotation, even if different windows block it.
  func isSameTurn(as other: RotationSuggestion) -> Bool {
    quarters == other.quarters && lock == other.lock && shows == other.shows
  }

  /// Whether the user may rotate the output once: without a lock, or with a lock to the present
  /// orientation, which moves along.
  var canTurnOnce: Bool { lock == nil || lock == .current }

  /// The request that a tap sends.
  var request: ControlRequest { canTurnOnce ? .rotate(.by(quarters)) : .unlock }

  /// Returns the reason in about five words.
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

/// A choice of the long press.
enum SuggestionChoice: String, Sendable, CaseIterable {
  case turnOnce = "turn-once"
  case unlock, why, never

  /// Returns the choices that apply, in order.
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

/// The words of the rotate button.
private enum SuggestionPhrase: String, Phrase {
  case locked = "rotation is locked | 旋转已锁定"
  case lockedTo = "locked to {transform} | 锁定在 {transform}"
  case stays = "the screen keeps {transform} | 屏幕保持 {transform}"
  case keeps = "{window} keeps {transform} | {window} 保持 {transform}"
  case turnOnce = "Turn once | 转一次"
  case unlock = "Unlock rotation | 解锁旋转"
  case why = "Why? | 为什么？"
  case never = "Never for this window | 不再为这个窗口提示"
}
