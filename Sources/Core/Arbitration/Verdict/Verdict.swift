// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Everything about one decision, written down while it was made.
public struct Verdict: Sendable, Hashable {
  /// The step, counted from 0.
  public var step: Int
  /// When it was decided.
  public var at: Instant
  /// What called for it.
  public var event: Event
  /// The scene before the event.
  public var before: Scene
  /// The scene after the decision.
  public var after: Scene
  /// The page before; nil if there was none.
  public var pageBefore: Page?
  /// The page after; nil if there is none.
  public var page: Page?
  /// The orientation that was asked for, if one was.
  public var requested: InterfaceOrientation?
  /// Who was asked what, in order.
  public var asked: [Asked]
  /// The gates passed and stopped at, in order.
  public var gates: [GateRecord]
  /// What changed, in order.
  public var moves: [Move]
  /// What the app heard, in order.
  public var notices: [Notice]
  /// What was raised, if anything.
  public var error: RotationError?
  /// What came of it.
  public var outcome: Outcome
  /// The conflicts that stand.
  public var conflicts: [Conflict]
  /// The step in which the status bar was last written; nil if that was never, or before this run.
  public var barWrittenAt: Int?
  /// Whether the status bar is out of sight.
  public var hidesStatusBar: Bool
  /// The windows that were never shown to the rule set (diagnostic ones).
  public var exempt: [Window]
  /// What live policies answered; empty when nobody had to be asked.
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

/// The topmost controller of the key window, and how it is turned (format:page).
public struct Page: Sendable, Hashable {
  /// Its window.
  public var window: WindowID
  /// Its controller; nil when the window has no root.
  public var controller: String?
  /// How it is turned.
  public var orientation: InterfaceOrientation
}

/// What came of an event; the first that applies, in this order.
public enum Outcome: String, Sendable, Hashable, CaseIterable {
  case exception
  /// Error 101, or a forced orientation from iOS 16 on (E-5, E-6).
  case refused
  /// Status bar and page differ afterwards.
  case split
  /// The page's orientation changed and the bar agrees.
  case turned
  /// Put off by a disable count, a running turn or the background.
  case deferred
  /// Another orientation was asked for and neither page nor bar moved.
  case blocked
  case unchanged
}

/// Something that an app hears: a notification or a callback.
public enum Notice: Sendable, Hashable {
  case notification(Notification)
  case callback(Callback)
}
