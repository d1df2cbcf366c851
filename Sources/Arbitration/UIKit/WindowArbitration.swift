// SPDX-License-Identifier: Apache-2.0

/// How the answers of several windows make one decision.
public enum WindowArbitration: String, Sendable, Hashable, CaseIterable {
  /// Each window decides for itself and writes the status bar (M-1 to M-4).
  case autonomous
  /// The page's window decides, all follow.
  case keyOnly = "key-only"
  /// Every asked window has to accept (M-21).
  case intersection
  /// One window decides for the scene (M-23).
  case sceneWide = "scene-wide"
}
