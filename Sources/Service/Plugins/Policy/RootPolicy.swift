// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// Who answers for windows in code: it is told, it is asked, and it deals with things.
///
/// Everything happens on the daemon's one thread, so a policy needs no locks and must not block: a
/// call that takes longer than its budget is counted, and the third mutes the policy.
public protocol RootPolicy: AnyObject {
  /// Is told something; nothing is expected.
  func advise(_ notification: PolicyNotification)

  /// Is asked whether a window may turn, once for each window in a decision.
  ///
  /// What the answer leaves nil, or all of it when there is no answer, the window's configuration
  /// says. A fault that is thrown is reported, and the configuration answers as well.
  func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy?

  /// Has to deal with something.
  func handle(_ command: PolicyCommand)
}

extension RootPolicy {
  /// Takes no notice.
  public func advise(_ notification: PolicyNotification) {}

  /// Has nothing to do.
  public func handle(_ command: PolicyCommand) {}
}

/// Something that a policy is told, by the host that it is registered with; nothing is answered.
///
/// A policy that is muted is told nothing. None of it is sent from within a call of the policy.
public enum PolicyNotification: Sendable, Hashable {
  /// A window belongs to the policy from now on.
  ///
  /// The daemon sends it when the window's rule names this policy: at the start for every window that
  /// is there, then whenever one opens or comes over from another policy. It comes before the first
  /// question about that window.
  case appeared(PolicyQuery)
  /// A window belongs to the policy no longer: it closed, or another policy answers for it.
  ///
  /// The daemon sends it before it decides what follows from that, also for every window when the
  /// compositor is gone.
  case gone(WindowID)
  /// A decision was made in which the policy was asked about this window, and this came of it.
  ///
  /// The host sends it with the verdict, once for each window that it asked about. The query shows
  /// the window as it is after the decision.
  case decided(PolicyQuery, Outcome)
}

/// Something that a policy has to deal with, from the host that it is registered with.
public enum PolicyCommand {
  /// It is in use from now on; the context is its way to speak without being asked.
  ///
  /// The host sends it once, when the policy is registered and before anything else.
  case start(PolicyContext)
  /// Its window turned, from there to how the query has it now.
  ///
  /// The host sends it after each verdict that turns the window, after `decided`, whether the policy
  /// was asked in that decision or not. A muted policy does not get it.
  case turned(PolicyQuery, from: InterfaceOrientation)
  /// It is not called any more.
  ///
  /// The host sends it once, when the daemon ends, the last registered policy first; not to a muted one.
  case stop
}

/// What a policy can do without being asked.
public struct PolicyContext {
  /// Writes a line into the log under the policy's name.
  public let log: (String) -> Void
  /// Asks for a new decision, since the answers have changed; never answered from within.
  public let reconsider: () -> Void

  /// Takes the two ways to speak.
  public init(log: @escaping (String) -> Void, reconsider: @escaping () -> Void) {
    self.log = log
    self.reconsider = reconsider
  }
}

/// A window as its policy sees it, and what would become of it.
///
/// The title is not among it: titles can be private, and rules that match them are enough.
public struct PolicyQuery: Sendable, Hashable {
  /// The window's number; it is never given to another window.
  public var window: WindowID
  /// The application's identifier; empty when unknown.
  public var appID: String
  /// What would be turned to; unknown where nothing is proposed.
  public var proposed: InterfaceOrientation
  /// How the window is shown now.
  public var current: InterfaceOrientation
  /// Whether it has the focus.
  public var isFocused: Bool
  /// Whether it fills its output.
  public var isFullscreen: Bool
  /// Whether it is minimised or hidden.
  public var isHidden: Bool
  /// Whether it may stop a turn although it is not focused.
  public var mayVeto: Bool

  /// A plain window in portrait unless told otherwise.
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

  /// A window of a scene; one that is gone is only a number.
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

/// Why a policy could not answer, in words that follow "because".
public struct PolicyFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public let description: String

  /// Says what went wrong.
  public init(_ description: String) { self.description = description }
}
