// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Why a rule set is asked to decide.
public enum DecisionTrigger: Sendable, Hashable {
  /// The device asks for an orientation, of all windows or of one.
  case turn(to: InterfaceOrientation, only: WindowID?)
  /// A window has to be given its first orientation (format:placing).
  case place(WindowID)
  /// Another controller became topmost by a full-screen presentation or its end.
  case present(WindowID)
  /// A window's mask changed and says so (E-2).
  case update(WindowID)
  /// The app asks for one of some orientations (E-4).
  case geometry(WindowID, OrientationMask)
  /// The app sets the status bar itself (B-11).
  case statusBar(InterfaceOrientation)
  /// Focus, windows or settings changed on a display with one orientation.
  case reconsider
}
