// SPDX-License-Identifier: Apache-2.0

/// A reason for which a reading does not change the reported orientation.
public enum Gate: String, CaseIterable, Sendable, Hashable {
  /// Too weak or too strong to be gravity alone: free fall, a shake, a knock.
  case magnitude
  /// The screen looks up or down, but not yet for long enough.
  case flat
  /// Past the diagonal between two orientations, but not by enough to leave the current one.
  case gap
  /// Clearly another orientation, but not yet for long enough.
  case settle
}
