// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// Code that answers for windows: it receives notifications, questions and commands.
///
/// All calls are on the thread of the daemon's loop, so a policy needs no locks and must not block:
/// a call, other than `start` and `stop`, that exceeds its budget is an overrun, and
/// `CallBudget.overruns` of them mute the policy.
public protocol RootPolicy: AnyObject {
  /// Called with a notification, which has no answer.
  func advise(_ notification: PolicyNotification)

  /// Called once for each window in a decision, to ask whether the window rotates and which
  /// orientations it supports and prefers.
  ///
  /// For an answer or a field that is nil, the window's configured answers apply. A thrown
  /// fault is reported, and the configured answers apply.
  func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy?

  /// Called with a command.
  func handle(_ command: PolicyCommand)
}

extension RootPolicy {
  /// Ignores the notification.
  public func advise(_ notification: PolicyNotification) {}

  /// Ignores the command.
  public func handle(_ command: PolicyCommand) {}
}

/// A notification from the host to a policy, which has no answer.
///
/// A policy that the host has muted, because its calls took too long, gets none, and none is sent
/// while one of the policy's functions runs.
public enum PolicyNotification: Sendable, Hashable {
  /// The policy answers for a window from now on.
  ///
  /// The daemon sends it when the window's rule names this policy: at the start for every existing
  /// window, then for each that opens or is transferred from another policy. It precedes the first
  /// question about that window.
  case appeared(PolicyQuery)
  /// The policy no longer answers for a window: the window has closed or has another policy.
  ///
  /// The daemon sends the notification before it decides the consequences, and for every window
  /// when the compositor is gone.
  case gone(WindowID)
  /// A decision in which the policy was asked about this window, with its outcome.
  ///
  /// The host sends it with the verdict, once for each window that it asked about. The query has
  /// the window's state after the decision.
  case decided(PolicyQuery, Outcome)
}

/// A command from the host to a policy.
public enum PolicyCommand {
  /// The policy is registered; the context allows it to act without being asked.
  ///
  /// The host sends it once, before anything else.
  case start(PolicyContext)
  /// A window of the policy has rotated from this orientation to the query's.
  ///
  /// The host sends it after each verdict that rotates the window, after `decided`, whether or not
  /// the policy was asked in that decision. A muted policy does not get it.
  case turned(PolicyQuery, from: InterfaceOrientation)
  /// The policy will not be called any more.
  ///
  /// The host sends it once, when the daemon ends, to the last registered policy first; not to a
  /// muted one.
  case stop
}

/// The actions that a policy may take at any time.
public struct PolicyContext {
  /// Writes a line into the log under the policy's name.
  public let log: (String) -> Void
  /// Requests a new decision, because the policy's answers have changed.
  ///
  /// The decision is never made within this call.
  public let reconsider: () -> Void

  /// Creates a context from its two actions.
  public init(log: @escaping (String) -> Void, reconsider: @escaping () -> Void) {
    self.log = log
    self.reconsider = reconsider
  }
}

/// A window as its policy sees it, with the proposed orientation.
///
/// The title is not included, since titles can be private; rules of the configuration can match
/// titles.
public struct PolicyQuery: Sendable, Hashable {
  /// The window's ID, which is never reused.
  public var window: WindowID
  /// The application's identifier; empty when unknown.
  public var appID: String
  /// The proposed orientation; unknown if none is proposed.
  public var proposed: InterfaceOrientation
  /// The window's present orientation.
  public var current: InterfaceOrientation
  /// Whether the window has the focus.
  public var isFocused: Bool
  /// Whether the window fills its output.
  public var isFullscreen: Bool
  /// Whether the window is minimised or hidden.
  public var isHidden: Bool
  /// Whether the window may veto a rotation without the focus.
  public var mayVeto: Bool

  /// Creates a query, by default for a plain window in portrait.
  public init(
    window: WindowID, appID: String = "", proposed: InterfaceOrientation = .unknown,
    current: InterfaceOrientation = .portrait, isFocused: Bool = false,
    isFullscreen: Bool = false, isHidden: Bool = false, mayVeto: Bool = false
  ) {
    self.window = window
    self.appID = appID
    self.proposed = proposed
    self.current = current
    self.isFocused = isFocused
    self.isFullscreen = isFullscreen
    self.isHidden = isHidden
    self.mayVeto = mayVeto
  }

  /// Creates a query for a window of a scene.
  ///
  /// For a removed window, only the ID and the proposed orientation are set.
  public init(_ id: WindowID, proposed: InterfaceOrientation = .unknown, in scene: Scene) {
    self.init(window: id, proposed: proposed)
    guard let index = scene.index(of: id) else { return }
    appID = scene.windows[index].shell.appID
    current = scene.windows[index].orientation
    isFocused = scene.keyWindow == id
    isFullscreen = scene.windows[index].shell.isFullscreen
    isHidden = scene.windows[index].isHidden || scene.windows[index].shell.isMinimized
    mayVeto = scene.windows[index].shell.mayVeto
  }
}

/// The reason why a policy could not answer, as a clause that follows "because".
public struct PolicyFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The clause that follows "because".
  public let description: String

  /// Creates a fault.
  public init(_ description: String) { self.description = description }
}

/// A policy that accepts only landscape while the window fills its output, as for films; otherwise
/// it has no opinion.
public final class FullscreenPolicy: RootPolicy {
  /// The name in configurations.
  public static let name = "fullscreen-landscape"

  /// Creates the policy, which is stateless.
  public init() {}

  /// Answers that a window filling its output rotates, and supports and prefers landscape; has no
  /// opinion about other windows.
  public func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    guard query.isFullscreen else { return nil }
    return DeclaredPolicy(
      autorotate: true, supported: .landscape,
      preferred: query.current.isLandscape ? query.current : .landscapeLeft)
  }
}

/// A policy that keeps a window in the first known orientation in which it was asked, as for
/// reading.
public final class SteadyPolicy: RootPolicy {
  /// The name of this policy in configurations.
  public static let name = "steady"
  private var kept: [WindowID: InterfaceOrientation] = [:]

  /// Creates the policy, at first without windows.
  public init() {}

  /// Removes the state of windows that are gone.
  public func advise(_ notification: PolicyNotification) {
    if case .gone(let window) = notification { kept[window] = nil }
  }

  /// Answers that the window supports only the first known orientation in which it was asked; has no
  /// opinion before.
  public func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    let own = kept[query.window] ?? query.current
    guard own != .unknown else { return nil }
    kept[query.window] = own
    return DeclaredPolicy(autorotate: true, supported: own.mask, preferred: own)
  }
}
