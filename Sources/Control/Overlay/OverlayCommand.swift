// SPDX-License-Identifier: Apache-2.0

/// What the daemon passes on to overlays.
public enum OverlayCommand: String, Equatable, Sendable, CaseIterable {
  /// Go to the next level of detail.
  case cycle
  /// Show the last message again.
  case show
  /// Show nothing until the next message.
  case hide
  /// End.
  case quit
}
