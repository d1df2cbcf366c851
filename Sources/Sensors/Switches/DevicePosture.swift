// SPDX-License-Identifier: Apache-2.0

/// How a device is folded, as far as its switches tell.
public enum DevicePosture: String, CaseIterable, Hashable, Sendable {
  /// No switch tells.
  case unknown
  /// The lid is closed.
  case closed
  /// The keyboard is to be used.
  case laptop
  /// Folded to a tablet, or without its keyboard.
  case tablet

  /// What the switches come to; nil stands for no switch.
  public init(tabletMode: Bool?, lidClosed: Bool?) {
    // Folded right round, some devices report their lid as closed.
    self =
      switch (tabletMode, lidClosed) {
      case (true, _): .tablet
      case (_, true): .closed
      case (false, _), (_, false): .laptop
      case (nil, nil): .unknown
      }
  }
}
