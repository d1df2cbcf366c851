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
