// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What a source of orientation, or a switch, has to say.
public enum SensorEvent: Hashable, Sendable {
  /// A sensor is there; the words say which and how it is read.
  case available(String)
  /// The sensor is gone, and why; the last orientation stays.
  case lost(String)
  /// A raw reading, for a classifier to judge.
  case reading(Acceleration, Instant)
  /// The panel edge that somebody else's classifier found to be up.
  case edgeUp(PanelEdge)
  /// Whether the device is folded to a tablet; nil when no switch tells any more.
  case tabletMode(Bool?)
  /// Whether the lid is closed; nil when no switch tells any more.
  case lidClosed(Bool?)
  /// A finger touches the screen, or the last one has left it.
  case touch(isDown: Bool)
  /// Whether the session that we belong to is locked; nil if nothing tells it.
  case sessionLocked(Bool?)
  /// Whether that session is the one on its seat's screen; nil if nothing tells it.
  case sessionActive(Bool?)
  /// The machine has slept and is awake again.
  case awoke
  /// Something is wrong, with its remedy if there is one; told once until it is right again.
  case problem(String)
  /// Something worth knowing, such as what was chosen and why.
  case note(String)
}
