// SPDX-License-Identifier: Apache-2.0

/// The role of surfaces that follow a pointer; a headless compositor shows none.
final class CursorRole: SurfaceRole {
  func mayCommit(_ surface: Surface, bringsContent: Bool?) -> Bool { true }
  func committed(_ surface: Surface) {}
  func surfaceGone() {}
}
