// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The reason for a decision.
public enum DecisionTrigger: Sendable, Hashable {
  /// An orientation that the device requests, of all windows or of one.
  case turn(to: InterfaceOrientation, only: WindowID?)
  /// The first placement of a window (format:placing).
  case place(WindowID)
  /// A new topmost controller, after a full-screen presentation or its end.
  case present(WindowID)
  /// A window's announcement of a changed mask (E-2).
  case update(WindowID)
  /// The app's request for one of some orientations (E-4).
  case geometry(WindowID, OrientationMask)
  /// The app's own write of the status bar (B-11).
  case statusBar(InterfaceOrientation)
  /// A change of focus, windows or settings on a display with one orientation.
  case reconsider
}
