// SPDX-License-Identifier: Apache-2.0
import Control
import Explanation
import Formats
import Orientation

/// The rotate button, out of what the daemon tells and what a finger does: a value without clock and
/// display.
///
/// A suggestion begins when the device comes to rest in another pose, which the daemon's own judge
/// says, and the output does not follow. It lasts as long as it is true, and not longer than Android's:
/// five seconds, sixteen while somebody is at it, a tenth of a second to fade. Source:
/// `RotationButtonController` of Android's SystemUI,
/// https://github.com/aosp-mirror/platform_frameworks_base.
struct SuggestionModel: Sendable {
  /// What is to be seen, and what ends it.
  enum State: Sendable, Equatable {
    case hidden
    /// Who keeps the output is being asked.
    case waiting(RotationSuggestion)
    case shown(RotationSuggestion)
    /// A finger is on the button, and can still become a tap or a long press.
    case pressed(RotationSuggestion)
    /// The choices of a long press; the row under a finger.
    case choices(RotationSuggestion, row: Int?)
    /// Why it is so, once that is known.
    case reasons(RotationSuggestion, [String])
    case fading(RotationSuggestion, step: Int)
  }

  /// What is to be done; of several wake-ups the last one counts.
  enum Action: Sendable, Equatable {
    case draw(ButtonFace)
    case hide
    /// Ask for the explanation of a decision.
    case explain(Int)
    case send(ControlRequest)
    /// Remember the applications for which nothing is to be suggested.
    case keepQuiet([String])
    /// Call `wake` after so long, in place of any earlier call.
    case wake(after: Duration)
    /// Call `wake` no more.
    case rest
    case quit
  }

  /// After this the button comes without a name.
  static let nameWait = Duration.milliseconds(50)
  static let longPress = Duration.milliseconds(500)
  static let attended = Duration.seconds(16)
  static let fadeStep = Duration.milliseconds(20)
  static let fadeSteps = 5
  /// How many lines of reasons are shown.
  static let mostReasons = 6

  private(set) var state = State.hidden
  /// For how long a button that nobody touches stays; nil is for ever.
  private let stay: Duration?
  private let language: Language
  /// How the device was held when that was last known.
  private var pose: Transform?
  /// The applications for which nothing is suggested any more.
  private var quiet: [String]

  /// Begins with how things stand, about which nothing is suggested.
  init(_ options: OverlayOptions, beginning state: JSONValue?, quiet: [String] = []) {
    self.quiet = quiet
    stay = options.stay == 0 ? nil : .seconds(options.stay)
    language = options.language
    pose = state.flatMap { RotationSuggestion.pose(in: $0) }
  }

  /// What is suggested now; nil for nothing.
  var suggestion: RotationSuggestion? {
    switch state {
    case .hidden: nil
    case .waiting(let suggestion), .shown(let suggestion), .pressed(let suggestion),
      .choices(let suggestion, _), .reasons(let suggestion, _), .fading(let suggestion, _):
      suggestion
    }
  }

  /// The daemon has told something.
  mutating func heard(_ event: ControlEvent, _ state: JSONValue?) -> [Action] {
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

  /// A decision has been explained.
  mutating func heard(explanation: JSONValue, text: String, of number: Int) -> [Action] {
    guard var suggestion, suggestion.decision == number else { return [] }
    switch state {
    case .waiting:
      suggestion.blocker = Self.blocker(in: explanation)
      if let app = suggestion.blocker?.app, quiet.contains(app) { return hide() }
      return show(suggestion)
    case .reasons:
      let fixes = explanation["fixes"]?.array?.first?.string.map { HUDPhrase.fix(language, $0) }
      let lines = text.split(separator: "\n").map(String.init) + (fixes.map { [$0] } ?? [])
      return go(
        .reasons(suggestion, Array(lines.prefix(Self.mostReasons))), .wake(after: Self.attended))
    case .hidden, .shown, .pressed, .choices, .fading: return []
    }
  }

  /// A finger has come down on a row.
  mutating func pressed(row: Int) -> [Action] {
    switch state {
    case .shown(let suggestion), .fading(let suggestion, _):
      return go(.pressed(suggestion), .wake(after: Self.longPress))
    case .choices(let suggestion, _):
      return go(.choices(suggestion, row: row), .wake(after: Self.attended))
    case .hidden, .waiting, .pressed, .reasons: return []
    }
  }

  /// The finger has left from a row; nil for beside all of them, or if it was taken away.
  mutating func released(row: Int?) -> [Action] {
    switch state {
    case .pressed(let suggestion):
      return row == nil ? show(suggestion) : hide() + [.send(suggestion.request)]
    case .choices(let suggestion, let pressed?):
      let offered = SuggestionChoice.offered(for: suggestion)
      guard row == pressed, offered.indices.contains(pressed) else {
        return go(.choices(suggestion, row: nil), .wake(after: Self.attended))
      }
      return take(offered[pressed], suggestion)
    case .reasons: return hide()
    // The release that ends the long press itself.
    case .hidden, .waiting, .shown, .choices, .fading: return []
    }
  }

  /// A choice was made, by finger or in a notification.
  mutating func take(_ choice: SuggestionChoice, _ suggestion: RotationSuggestion) -> [Action] {
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

  /// The time that was asked for has passed.
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
    // What was shown was about another pose.
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

/// What the button looks like at a moment.
struct ButtonFace: Sendable, Equatable {
  /// What each row says; a single one is the button itself.
  var rows: [String]
  /// The row under a finger.
  var marked: Int?
  /// By how many quarter turns counter-clockwise it is drawn, so that it is upright as the device is
  /// held.
  var quarters: Int
  /// How much of it is to be seen, 1 to 0.
  var strength: Double
}
