// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The record of one decision, written while the decision was made.
public struct Verdict: Sendable, Hashable {
  /// The step, counted from 0.
  public var step: Int
  /// The instant of the decision.
  public var at: Instant
  /// The event that led to the decision.
  public var event: Event
  /// The scene before the event.
  public var before: Scene
  /// The scene after the decision.
  public var after: Scene
  /// The page before the event; nil if there was none.
  public var pageBefore: Page?
  /// The page after the decision; nil if there is none.
  public var page: Page?
  /// The requested orientation, if there was one.
  public var requested: InterfaceOrientation?
  /// The questions asked, with their answers, in order.
  public var asked: [Asked]
  /// The gates passed and stopped at, in order.
  public var gates: [GateRecord]
  /// The moves, in order.
  public var moves: [Move]
  /// The notifications and callbacks that the app received, in order.
  public var notices: [Notice]
  /// The error that was raised, if any.
  public var error: RotationError?
  /// The outcome of the event.
  public var outcome: Outcome
  /// The conflicts that are open after the decision.
  public var conflicts: [Conflict]
  /// The step in which the status bar was last written; nil if never, or before this run.
  public var barWrittenAt: Int?
  /// Whether the status bar is hidden.
  public var hidesStatusBar: Bool
  /// The diagnostic windows, which the rule set never sees.
  public var exempt: [Window]
  /// The answers of live policies; empty when none had to be asked.
  public var answers: Answers

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
  /// The orientation of the first shown follower; nil when no keyboard is shown.
  public var keyboard: InterfaceOrientation? {
    after.windows.first { $0.isFollower && !$0.isHidden }?.orientation
  }
}

/// The topmost controller of the key window, and its orientation (format:page).
public struct Page: Sendable, Hashable {
  /// The page's window.
  public var window: WindowID
  /// The page's controller; nil when the window has no root, and outside UIKit.
  public var controller: String?
  /// The page's orientation.
  public var orientation: InterfaceOrientation
}

/// The outcome of an event; the first that applies, in this order.
public enum Outcome: String, Sendable, Hashable, CaseIterable {
  case exception
  /// Error 101, or a forced orientation from iOS 16 on (E-5, E-6).
  case refused
  /// Status bar and page differ afterwards.
  case split
  /// The page's orientation changed and the bar agrees.
  case turned
  /// Deferred by a disable count or the background.
  case deferred
  /// Another orientation was requested and neither page nor bar moved.
  case blocked
  case unchanged
}

/// A notification or a callback that an app receives.
public enum Notice: Sendable, Hashable {
  case notification(Notification)
  case callback(Callback)
}
