// SPDX-License-Identifier: Apache-2.0

/// The frame of reference in which a program counts an output's transforms.
///
/// Swivel, accelerometers with a right mount matrix, and most compositors count from the panel as
/// scanned out. Some compositors count from the casing, in which a panel may be mounted rotated:
/// they add the kernel's `panel orientation` themselves. The frames differ only for such panels.
public enum TransformFrame: String, CaseIterable, Sendable, Hashable {
  /// Transforms count from the panel as scanned out.
  case panel
  /// Transforms count from the casing: `normal` is upright while the device stands as it was built
  /// to.
  case casing

  /// Converts a transform that counts from the panel to this frame.
  ///
  /// `top` is the panel's edge at the top of the casing.
  public func transform(from panel: Transform, mountedWith top: PanelEdge) -> Transform {
    self == .casing ? panel.followed(by: top.transform.inverse) : panel
  }

  /// Converts a transform of this frame to one that counts from the panel.
  ///
  /// `top` is the panel's edge at the top of the casing.
  public func panelTransform(from own: Transform, mountedWith top: PanelEdge) -> Transform {
    self == .casing ? own.followed(by: top.transform) : own
  }

  /// Converts the size of a mode or surface in this frame to the size on the panel.
  ///
  /// `top` is the panel's edge at the top of the casing.
  public func panelSize(from own: Size, mountedWith top: PanelEdge) -> Size {
    self == .casing ? top.transform.apply(to: own) : own
  }
}
