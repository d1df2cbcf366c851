// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Everything that an output shows at a moment, from the bottom to the top.
public struct DrawList {
  /// The size of the panel in physical pixels, before its transform.
  public var panel: Size
  /// Physical pixels for each logical pixel, at least 1.
  public var scale: Int32
  /// From the logical picture to the panel.
  public var transform: Transform
  /// What is below everything, `0xAARRGGBB`.
  public var background: UInt32
  /// The items in the order of drawing.
  public var items: [DrawItem]

  /// The size of the logical picture.
  public var logicalSize: Size {
    let turned = transform.apply(to: panel)
    return Size(width: turned.width / scale, height: turned.height / scale)
  }
}
