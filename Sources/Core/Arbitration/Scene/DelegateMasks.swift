// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What the app delegate's per-window mask method answers (B-4).
///
/// A window without an entry and without a default is one for which it is not implemented.
public struct DelegateMasks: Sendable, Hashable {
  /// One window's own answer.
  public struct Entry: Sendable, Hashable {
    /// The window asked about.
    public var window: WindowID
    /// The answer for it.
    public var mask: OrientationMask

    /// Pairs a window with its answer.
    public init(window: WindowID, mask: OrientationMask) {
      self.window = window
      self.mask = mask
    }
  }

  /// The answer for windows without their own; nil if there is none.
  public var standard: OrientationMask?
  /// The windows with answers of their own.
  public var entries: [Entry]

  /// One answer for all, answers for some, or both.
  public init(standard: OrientationMask?, entries: [Entry] = []) {
    self.standard = standard
    self.entries = entries
  }

  /// The answer for a window; nil means not implemented for it.
  public func mask(for window: WindowID) -> OrientationMask? {
    entries.first { $0.window == window }?.mask ?? standard
  }
}
