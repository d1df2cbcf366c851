// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The one orientation that all windows share and that any of them may write (M-4).
public struct StatusBar: Sendable, Hashable {
  /// The party that changed the bar last.
  public enum Writer: Sendable, Hashable {
    case app
    case window(WindowID)
  }

  /// The kind of event of the last change, by which conflicts differ.
  public enum Cause: Sendable, Hashable {
    /// A set-up, add, show or set-root event.
    case placing
    /// Any other event.
    case other
  }

  /// The bar's orientation.
  public var orientation: InterfaceOrientation
  /// The party that changed the bar last; nil before any change.
  public var writer: Writer?
  /// The kind of event of the last change.
  public var cause: Cause
  /// Whether the writer was removed, hidden or lost its root after it wrote.
  public var writerLeft: Bool

  /// Creates a bar without a writer.
  public init(orientation: InterfaceOrientation = .portrait) {
    self.orientation = orientation
    self.writer = nil
    self.cause = .placing
    self.writerLeft = false
  }
}
