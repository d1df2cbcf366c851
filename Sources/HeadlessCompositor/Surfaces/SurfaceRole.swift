// SPDX-License-Identifier: Apache-2.0

/// What a surface is used for; given once, for good.
enum RoleKind: String {
  case toplevel, popup, layer, subsurface, cursor

  /// Whether the role's objects belong to xdg-shell.
  var isXdg: Bool { self == .toplevel || self == .popup }
}

/// Somebody who gives a surface its meaning.
protocol SurfaceRole: AnyObject {
  /// A commit is about to be applied; false after a protocol error stops it.
  func mayCommit(_ surface: Surface, bringsContent: Bool?) -> Bool
  /// A commit has been applied.
  func committed(_ surface: Surface)
  /// The surface object has gone.
  func surfaceGone()
}
