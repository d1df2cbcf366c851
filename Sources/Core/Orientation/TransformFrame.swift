// SPDX-License-Identifier: Apache-2.0

/// The frame of reference in which a program counts an output's transforms.
///
/// Swivel, accelerometers with a right mount matrix, and most compositors count from the panel as it
/// is scanned out. Some compositors count from the casing, in which a panel may be mounted turned:
/// they add the kernel's `panel orientation` themselves. The two differ on such panels only.
public enum TransformFrame: String, CaseIterable, Sendable, Hashable {
  /// From the panel as scanned out.
  case panel
  /// From the casing: `normal` is upright while the device stands as it was built to stand.
  case casing

  /// Returns the transform of this frame that shows the same picture as one that counts from the
  /// panel.
  ///
  /// `top` is the panel's edge at the top of the casing.
  public func transform(from panel: Transform, mountedWith top: PanelEdge) -> Transform {
    self == .casing ? panel.followed(by: top.transform.inverse) : panel
  }

  /// Returns the transform that counts from the panel and shows the same picture as one of this
  /// frame.
  ///
  /// `top` is the panel's edge at the top of the casing.
  public func panelTransform(from own: Transform, mountedWith top: PanelEdge) -> Transform {
    self == .casing ? own.followed(by: top.transform) : own
  }

  /// Returns the size on the panel of a mode or surface of a size in this frame.
  ///
  /// `top` is the panel's edge at the top of the casing.
  public func panelSize(from own: Size, mountedWith top: PanelEdge) -> Size {
    self == .casing ? top.transform.apply(to: own) : own
  }
}
