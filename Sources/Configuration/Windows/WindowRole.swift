// SPDX-License-Identifier: Apache-2.0

/// What a window is to its application and its session.
public enum WindowRole: String, CaseIterable, Sendable {
  /// A window of its own.
  case main
  /// A window that belongs to another one, as a dialog does.
  case dialog
  /// What covers everything while the session is locked.
  case lockScreen = "lock-screen"
}
