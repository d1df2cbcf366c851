// SPDX-License-Identifier: Apache-2.0

/// Whether the screen follows the device, given how the device is folded.
public enum TabletPolicy: String, CaseIterable, Hashable, Sendable {
  /// In tablet mode, and always where no switch tells the mode.
  case auto
  /// Whatever the switches say.
  case always
  /// In tablet mode only, and not before a switch has said so.
  case tabletMode = "tablet-mode"

  /// Whether to follow; nil stands for no switch.
  ///
  /// A closed lid shows nothing that could turn.
  public func follows(tabletMode: Bool?, lidClosed: Bool?) -> Bool {
    // Folded right round, some devices report their lid as closed.
    if tabletMode == true { return true }
    switch self {
    case .always: return lidClosed != true
    case .auto: return tabletMode == nil && lidClosed != true
    case .tabletMode: return false
    }
  }
}
