// SPDX-License-Identifier: Apache-2.0
public import Orientation

extension Window {
  /// The root view's size in an orientation; a window with a size of its own keeps it.
  public func viewBounds(_ orientation: InterfaceOrientation, on device: Device) -> Size {
    if let size { return size }
    return orientation.isLandscape ? device.size.swapped : device.size
  }

  /// The window's own bounds: interface-oriented from iOS 8 on, portrait before (V-5, C-3).
  public func bounds(_ traits: UIKitTraits, on device: Device) -> Size {
    viewBounds(traits.windowCarriesTransform ? orientation : .portrait, on: device)
  }
}

extension InterfaceOrientation {
  /// The matrix [a, b, c, d] that turns content from portrait, y down (V-5).
  public var matrix: [Int] {
    switch self {
    case .landscapeRight: [0, 1, -1, 0]
    case .portraitUpsideDown: [-1, 0, 0, -1]
    case .landscapeLeft: [0, -1, 1, 0]
    case .portrait, .unknown: [1, 0, 0, 1]
    }
  }
}
