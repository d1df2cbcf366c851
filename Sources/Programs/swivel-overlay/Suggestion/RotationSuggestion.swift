// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Explanation
import Formats
import Orientation
import Text

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
    case let lock?: return SuggestionPhrase.lockedTo(language, lock.rawValue)
    case nil: break
    }
    guard let blocker else { return SuggestionPhrase.stays(language, shows) }
    let name = UntrustedText(blocker.window).name(columns: 24)
    let window = blocker.isShown ? name : "\(name) (\(HUDPhrase.hidden(language)))"
    return SuggestionPhrase.keeps(language, window, shows)
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

/// The phrases of the rotate button.
enum SuggestionPhrase: Phrase {
  case locked, lockedTo, stays, keeps, turnOnce, unlock, why, never

  var patterns: (english: String, chinese: String) {
    switch self {
    case .locked: ("rotation is locked", "旋转已锁定")
    case .lockedTo: ("locked to {0}", "锁定在 {0}")
    case .stays: ("the screen keeps {0}", "屏幕保持 {0}")
    case .keeps: ("{0} keeps {1}", "{0} 保持 {1}")
    case .turnOnce: ("Turn once", "转一次")
    case .unlock: ("Unlock rotation", "解锁旋转")
    case .why: ("Why?", "为什么？")
    case .never: ("Never for this window", "不再为这个窗口提示")
    }
  }
}
