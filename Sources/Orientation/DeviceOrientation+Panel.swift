// SPDX-License-Identifier: Apache-2.0

extension DeviceOrientation {
  /// The panel edge that points up when the device is held like this; nil when flat or unknown.
  public var edgeUp: PanelEdge? {
    switch self {
    case .portrait: .top
    case .landscapeRight: .left
    case .portraitUpsideDown: .bottom
    case .landscapeLeft: .right
    case .unknown, .faceUp, .faceDown: nil
    }
  }

  /// The orientation in which a panel edge is up.
  public init(edgeUp: PanelEdge) {
    switch edgeUp {
    case .top: self = .portrait
    case .left: self = .landscapeRight
    case .bottom: self = .portraitUpsideDown
    case .right: self = .landscapeLeft
    }
  }

  /// The name that a person would use on a panel of the given nature.
  ///
  /// On a natively landscape panel with its top edge up a person sees a landscape.
  public func named(on panel: PanelNature) -> DeviceOrientation {
    guard let edgeUp else { return self }
    return InterfaceOrientation(transform: edgeUp.transform, on: panel).device
  }
}
