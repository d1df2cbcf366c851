// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The record of the decisions about one event, written while they were made.
public struct Verdict: Sendable, Hashable {
  /// The step, counted from 0.
  public var step: Int
  /// The instant of the decision.
  public var at: Instant
  /// The event that was decided.
  public var event: Event
  /// The scene before the event.
  public var before: Scene {
    _read { yield scenes.value.before }
    _modify { yield &scenes.value.before }
  }
  /// The scene after the decisions.
  public var after: Scene {
    _read { yield scenes.value.after }
    _modify { yield &scenes.value.after }
  }
  /// The scenes before and after, which all copies of the verdict share.
  var scenes: Shared<Scenes>
  /// The page before the event, if any.
  public var pageBefore: Page?
  /// The page after the decisions, if any.
  public var page: Page?
  /// The orientation that the event requests; `nil` without a request, and if the user's settings
  /// prevent it.
  public var requested: InterfaceOrientation?
  /// The questions asked, with their answers, in order.
  public var asked: [Asked]
  /// The gates that were passed or stopped at, in order.
  public var gates: [GateRecord]
  /// The moves, in order.
  public var moves: [Move]
  /// The notifications and callbacks that the app received, in order.
  public var notices: [Notice]
  /// The error that was raised, if any.
  public var error: RotationError?
  /// The outcome of the event.
  public var outcome: Outcome
  /// The conflicts that remain after the decisions.
  public var conflicts: [Conflict]
  /// The last step that changed the status bar's orientation or writer; `nil` if none did.
  public var barWrittenAt: Int?
  /// Whether the status bar is hidden.
  public var hidesStatusBar: Bool
  /// The diagnostic windows, which the rule set never sees.
  public var exempt: [Window]
  /// The answers of live policies; empty if no live policy was asked.
  public var answers: Answers

  struct Scenes: Sendable, Hashable {
    var before: Scene
    var after: Scene
  }

  /// The notifications among the notices.
  public var notifications: [Notification] {
    notices.compactMap { if case .notification(let value) = $0 { value } else { nil } }
  }

  /// The callbacks among the notices.
  public var callbacks: [Callback] {
    notices.compactMap { if case .callback(let value) = $0 { value } else { nil } }
  }
}

extension Verdict {
  /// The orientation of the first shown follower, such as a keyboard, if any.
  public var keyboard: InterfaceOrientation? {
    after.windows.first { $0.isFollower && !$0.isHidden }?.orientation
  }
}

/// The topmost controller of the key window or its substitute, with its orientation (format:page).
public struct Page: Sendable, Hashable {
  /// The page's window.
  public var window: WindowID
  /// The name of the page's controller; `nil` if the window has no root, and for other platforms
  /// than UIKit.
  public var controller: String?
  /// The page's orientation.
  public var orientation: InterfaceOrientation
}

/// The outcome of an event; the first case that applies, in this order.
public enum Outcome: String, Sendable, Hashable, CaseIterable {
  case exception
  /// The event failed with UIKit's error 101, or iOS 16 or later rejected a forced orientation
  /// (E-5, E-6).
  case refused
  /// Status bar and page differ after the event.
  case split
  /// The page's orientation changed, and the status bar agrees.
  ///
  /// In the scopes `display` and `output`: the status bar's orientation or an output's desired
  /// transform changed. A `setUp` that begins a run never has this outcome.
  case turned
  /// The rotation was deferred, because autorotation is disabled or the app is in the background.
  case deferred
  /// Another orientation was requested, and neither page nor status bar changed.
  case blocked
  case unchanged
}

/// The record of one question and its answer.
public struct Asked: Sendable, Hashable {
  /// The window that the question concerned.
  public var window: WindowID
  /// The name of the controller that was asked; `app.delegate` or `scene.delegate` for a delegate,
  /// `nil` for platforms without controllers.
  public var controller: String?
  /// The kind of question.
  public var question: Question.Kind
  /// The answer to the question.
  public var answer: Answer
  /// The origin of the answer.
  public var origin: Origin
  /// The controllers to which the question was forwarded, in order; on a desktop the window's name.
  public var via: [String]
  /// The rule by which the question was asked or answered.
  public var rule: RuleID
  /// The live policy that was asked, if any, even if it did not answer.
  public var by: Respondent?

  /// Creates a record.
  public init(
    window: WindowID, controller: String?, question: Question.Kind, answer: Answer,
    origin: Origin, via: [String] = [], rule: RuleID, by: Respondent? = nil
  ) {
    self.window = window
    self.controller = controller
    self.question = question
    self.answer = answer
    self.origin = origin
    self.via = via
    self.rule = rule
    self.by = by
  }
}

/// A gate that a window, or the whole decision, passed or stopped at.
public struct GateRecord: Sendable, Hashable {
  /// The gates, in no order; raw values are the words used in explanations.
  public enum Gate: String, Sendable, Hashable, CaseIterable {
    case deviceOrientation = "device-orientation"
    case rotationLock = "rotation-lock"
    case background
    case takesPart = "takes-part"
    case disableCount = "disable-count"
    case autorotate
    case effectiveMask = "effective-mask"
    case orientationLock = "orientation-lock"
    case arbitration
    case output
    case focus
    case veto
    case version
    /// The device's state, such as a lid, a dock or tablet mode, or a rotation that the user
    /// requested (W-14).
    case deviceSetting = "device-setting"
  }

  /// The window that the gate concerns; `nil` for the whole decision.
  public var window: WindowID?
  /// The gate that was passed or failed.
  public var gate: Gate
  /// Whether the gate was passed.
  public var isPassed: Bool
  /// The rule that defines the gate.
  public var rule: RuleID

  /// Creates a record of a gate.
  public init(window: WindowID?, gate: Gate, isPassed: Bool, rule: RuleID) {
    self.window = window
    self.gate = gate
    self.isPassed = isPassed
    self.rule = rule
  }
}

/// The first gate that stopped a decision, or the reason why no gate stopped it.
public struct FirstBlockedGate: Sendable, Hashable {
  /// The kinds of result of a decision.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A change was made. If the page itself did not rotate, `gate` names the gate that stopped the
    /// page.
    case moved
    /// The decision, or a window in it, stopped at `gate`.
    case stopped
    /// Nothing had to be changed: every orientation is already as the answers require.
    case stands
    /// The event triggers no decision under this rule set.
    case asksNobody = "asks-nobody"
  }

  /// The kind of the decision's result.
  public let kind: Kind
  /// The first gate that was not passed: the whole decision's, otherwise the page's, otherwise any
  /// window's; `nil` if there is none or the outcome is `turned`.
  ///
  /// After a result of the kind `moved`, only the page's gate is named.
  public let gate: GateRecord?

  /// Creates the result for a verdict.
  public init(_ verdict: Verdict) {
    let hasMoved = verdict.moves.contains {
      if case .putOff = $0 { false } else { true }
    }
    let gate = Self.gate(of: verdict, hasMoved: hasMoved)
    self.gate = gate
    if hasMoved, verdict.outcome != .blocked || gate == nil {
      kind = .moved
    } else if gate != nil {
      kind = .stopped
    } else {
      kind = verdict.gates.isEmpty && verdict.asked.isEmpty ? .asksNobody : .stands
    }
  }

  private static func gate(of verdict: Verdict, hasMoved: Bool) -> GateRecord? {
    if verdict.outcome == .turned { return nil }
    let stops = verdict.gates.filter { !$0.isPassed }
    // If one output rotates, the gates of other outputs did not stop the decision.
    let turns = verdict.gates.contains { $0.window == nil && $0.gate == .output && $0.isPassed }
    let isBlocked = verdict.outcome == .blocked
    let whole = stops.filter { $0.window == nil && !($0.gate == .output && turns) }
    if !hasMoved || isBlocked, let first = whole.first { return first }
    if let page = verdict.page, let own = stops.first(where: { $0.window == page.window }) {
      return own
    }
    if hasMoved && !isBlocked { return nil }
    // A hidden window that takes no part is named only if no other window was stopped.
    return stops.first { $0.window != nil && $0.gate != .takesPart } ?? stops.first
  }
}

/// An exception or an error that a decision raised.
public struct RotationError: Sendable, Hashable {
  /// UIKit's names of the errors.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    case invalidInterfaceOrientation = "UIApplicationInvalidInterfaceOrientation"
    case sceneError101 = "UISceneErrorDomain-101"
  }

  /// UIKit's name of the error.
  public var name: Name
  /// The rule: or E-5.
  public var rule: RuleID
  /// The window whose evaluation raised the error; for UIKit's error 101, a refused geometry
  /// request, the requesting window.
  public var window: WindowID
  /// The controller whose answer raised the error; for error 101, the requesting window's topmost
  /// controller.
  ///
  /// `nil` if the window has no controller.
  public var controller: String?

  /// Creates an error.
  public init(name: Name, rule: RuleID, window: WindowID, controller: String?) {
    self.name = name
    self.rule = rule
    self.window = window
    self.controller = controller
  }

  /// Whether the error ends the app; error 101 does not, since it is passed to an error handler
  /// (E-5).
  public var isException: Bool { name == .invalidInterfaceOrientation }
}

/// A notification or a callback that an app receives.
public enum Notice: Sendable, Hashable {
  case notification(Notification)
  case callback(Callback)
}

/// A posted notification (N-2, N-4).
public enum Notification: Sendable, Hashable {
  case deviceOrientationDidChange(DeviceOrientation)
  /// The status bar is about to rotate; the value is the new orientation (N-4).
  case willChangeStatusBarOrientation(InterfaceOrientation)
  /// The status bar has rotated; the value is the old orientation (N-4).
  case didChangeStatusBarOrientation(InterfaceOrientation)

  /// The notification's name in JSON.
  public var name: String {
    switch self {
    case .deviceOrientationDidChange: "device-orientation-did-change"
    case .willChangeStatusBarOrientation: "will-change-status-bar-orientation"
    case .didChangeStatusBarOrientation: "did-change-status-bar-orientation"
    }
  }

  /// The names of all notifications, in the order in which a rotation posts them.
  public static let names = [
    deviceOrientationDidChange(.unknown), willChangeStatusBarOrientation(.unknown),
    didChangeStatusBarOrientation(.unknown),
  ].map { $0.name }

  /// The name of the orientation that is the notification's value.
  public var value: String {
    switch self {
    case .deviceOrientationDidChange(let value): value.name
    case .willChangeStatusBarOrientation(let value), .didChangeStatusBarOrientation(let value):
      value.name
    }
  }
}

/// A callback that a controller receives when its window rotates, the scene is resized or a
/// dismissal uncovers a controller (B-13, C-1, C-2, P-5).
public struct Callback: Sendable, Hashable {
  /// The kinds of callback; raw values are those of the JSON output.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    case willRotate = "will-rotate"
    case willAnimateRotation = "will-animate-rotation"
    case didRotate = "did-rotate"
    case viewWillLayoutSubviews = "view-will-layout-subviews"
    case layoutSubviews = "layout-subviews"
    case viewDidLayoutSubviews = "view-did-layout-subviews"
    case willTransitionTraits = "will-transition-traits"
    case viewWillTransition = "view-will-transition"
    case animateAlongside = "animate-alongside"
    case transitionCompleted = "transition-completed"
    case sceneDidUpdate = "scene-did-update"
    case sceneDidUpdateGeometry = "scene-did-update-geometry"
  }

  /// The values that a controller could read during the callback.
  public struct Seen: Sendable, Hashable {
    /// The size of the window's root view in points.
    public var bounds: Size
    /// The controller's own interface orientation.
    public var interface: InterfaceOrientation
    /// The status bar's orientation.
    public var statusBar: InterfaceOrientation

    /// Creates the three values.
    public init(bounds: Size, interface: InterfaceOrientation, statusBar: InterfaceOrientation) {
      self.bounds = bounds
      self.interface = interface
      self.statusBar = statusBar
    }
  }

  /// The controller's window.
  public var window: WindowID
  /// The controller's name.
  public var controller: String
  /// The kind of callback.
  public var name: Name
  /// The orientation passed as the new one; `nil` if the callback has no such argument.
  public var to: InterfaceOrientation?
  /// The orientation passed as the old one; `nil` if the callback has no such argument.
  public var from: InterfaceOrientation?
  /// The animation's duration in milliseconds (V-7); `nil` if the callback has no such argument.
  public var duration: Int?
  /// The values that the controller can read during the callback.
  public var seen: Seen

  /// Creates a record of one callback.
  public init(
    window: WindowID, controller: String, name: Name, to: InterfaceOrientation? = nil,
    from: InterfaceOrientation? = nil, duration: Int? = nil, seen: Seen
  ) {
    self.window = window
    self.controller = controller
    self.name = name
    self.to = to
    self.from = from
    self.duration = duration
    self.seen = seen
  }
}
