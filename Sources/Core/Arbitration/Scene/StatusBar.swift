// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The one orientation that all windows share and any of them may write (M-4).
public struct StatusBar: Sendable, Hashable {
  /// Who changed it last.
  public enum Writer: Sendable, Hashable {
    case app
    case window(WindowID)
  }

  /// What kind of event the last change belongs to; conflicts differ by it.
  public enum Cause: Sendable, Hashable {
    /// Set-up, add, show or set-root.
    case placing
    /// Anything else.
    case other
  }

  /// Where it stands.
  public var orientation: InterfaceOrientation
  /// Who changed it last; nil before any change.
  public var writer: Writer?
  /// The kind of event that the last change belongs to.
  public var cause: Cause
  /// Whether the writer was removed, hidden or lost its root after it wrote.
  public var writerLeft: Bool

  /// A bar that nobody has written yet.
  public init(orientation: InterfaceOrientation = .portrait) {
    self.orientation = orientation
    self.writer = nil
    self.cause = .placing
    self.writerLeft = false
  }
}
