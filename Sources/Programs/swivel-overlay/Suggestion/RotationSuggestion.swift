// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Explanation
import Formats
import Orientation
import Text

/// A turn that has not come: how the device is held, and what keeps the output from following.
struct RotationSuggestion: Sendable, Equatable {
  /// A window that keeps the output as it is.
  struct Blocker: Sendable, Equatable {
    var window: String
    /// The application's identifier, or the window's name where there is none.
    var app: String
    var isShown: Bool
  }

  /// The decision that did not turn the output.
  let decision: Int
  /// By how many quarter turns counter-clockwise the device is held otherwise than the output shows,
  /// 1 to 3.
  let quarters: Int
  /// The name of the orientation that is shown.
  let shows: String
  /// The user's lock; nil while rotation is free.
  let lock: OrientationLock?
  /// Who keeps it; nil while that is not known, or nobody does.
  var blocker: Blocker?

  /// How the device is held, as the transform that would show it upright; nil for flat or unknown.
  static func pose(in state: JSONValue) -> Transform? {
    state["device"]?.string.flatMap { DeviceOrientation(name: $0) }?.edgeUp?.transform
  }

  /// What the daemon's state calls for; nil where the output follows the device, is being turned, or
  /// is held by somebody else.
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

  /// Whether both are about the same turn, whoever keeps it.
  func isSameTurn(as other: RotationSuggestion) -> Bool {
    quarters == other.quarters && lock == other.lock && shows == other.shows
  }

  /// Whether the user's own hand may turn it: a lock to what is shown goes with it, another would not
  /// let it.
  var canTurnOnce: Bool { lock == nil || lock == .current }

  /// What a tap asks for.
  var request: ControlRequest { canTurnOnce ? .rotate(.by(quarters)) : .unlock }

  /// What keeps it, in about five words.
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

/// What a long press offers.
enum SuggestionChoice: String, Sendable, CaseIterable {
  case turnOnce = "turn-once"
  case unlock, why, never

  /// Those that make sense, in their order.
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
