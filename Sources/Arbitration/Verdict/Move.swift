// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One thing that a decision changes.
public enum Move: Sendable, Hashable {
  case window(WindowID, to: InterfaceOrientation)
  /// Nil means that no window decided.
  case statusBar(to: InterfaceOrientation, by: StatusBar.Writer?)
  case output(OutputID, to: Transform)
  /// The window's turn is put off until it is enabled again (M-15).
  case putOff(WindowID)
}
