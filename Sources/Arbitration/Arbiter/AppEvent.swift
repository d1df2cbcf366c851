// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What happens to the app as a whole.
public enum AppEvent: Sendable, Hashable {
  case background
  case foreground
  /// Nil removes the implementation.
  case setDelegate(DelegateMasks?)
  /// All windows try to turn to the device's orientation (F-4).
  case attemptRotation
  /// The app sets the status bar's orientation itself (B-11).
  case setStatusBar(InterfaceOrientation)
  /// The scene gets the screen's size, or a part of it.
  case resize(isFull: Bool)
  /// The window that has the text focus, or none.
  case focusText(WindowID?)
  /// A controller, found by its name, answers differently from now on.
  case setPolicy(controller: String, DeclaredPolicy)
}
