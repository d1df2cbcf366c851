// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The answers of the app delegate's per-window mask method (B-4).
///
/// For a window without an entry and without a default the method counts as not implemented.
public struct DelegateMasks: Sendable, Hashable {
  /// One window's own answer.
  public struct Entry: Sendable, Hashable {
    /// The window asked about.
    public var window: WindowID
    /// The answer for the window.
    public var mask: OrientationMask

    /// Creates an entry.
    public init(window: WindowID, mask: OrientationMask) {
      self.window = window
      self.mask = mask
    }
  }

  /// The answer for windows without their own; nil if there is none.
  public var standard: OrientationMask?
  /// The windows with answers of their own.
  public var entries: [Entry]

  /// Creates masks: one answer for all windows, answers for some, or both.
  public init(standard: OrientationMask?, entries: [Entry] = []) {
    self.standard = standard
    self.entries = entries
  }

  /// Returns the answer for a window; nil means not implemented for it.
  public func mask(for window: WindowID) -> OrientationMask? {
    entries.first { $0.window == window }?.mask ?? standard
  }
}
