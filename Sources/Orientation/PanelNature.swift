// SPDX-License-Identifier: Apache-2.0

/// Whether a panel, as natively scanned out, is higher than wide or not.
public enum PanelNature: String, CaseIterable, Sendable, Hashable {
  case portrait
  case landscape

  /// The nature of a panel with the given native mode; a square counts as landscape.
  public init(mode: Size) { self = mode.height > mode.width ? .portrait : .landscape }
}
