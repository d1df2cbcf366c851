// SPDX-License-Identifier: Apache-2.0

extension InterfaceOrientation {
  // Rows of transforms 0 to 3. The landscape row follows the natural-landscape angles of the
  // W3C Screen Orientation draft (landscape-primary 0, portrait-primary 90, …).
  private static let onPortrait: [InterfaceOrientation] = [
    .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
  ]
  private static let onLandscape: [InterfaceOrientation] = [
    .landscapeRight, .portraitUpsideDown, .landscapeLeft, .portrait,
  ]

  /// What a person sees on a panel of the given nature under a transform; mirroring is ignored.
  public init(transform: Transform, on panel: PanelNature) {
    let row = panel == .portrait ? Self.onPortrait : Self.onLandscape
    self = row[transform.quarterTurns]
  }

  /// The unflipped transform that shows this on a panel of the given nature; nil for unknown.
  public func transform(on panel: PanelNature) -> Transform? {
    let row = panel == .portrait ? Self.onPortrait : Self.onLandscape
    return row.firstIndex(of: self).flatMap { Transform(rawValue: UInt8($0)) }
  }
}
