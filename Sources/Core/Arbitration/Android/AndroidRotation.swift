// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The angle by which Android rotates content clockwise on the panel; raw values are degrees.
public enum AndroidRotation: UInt16, CaseIterable, Sendable, Hashable {
  case rotation0 = 0
  case rotation90 = 90
  case rotation180 = 180
  case rotation270 = 270

  private static let byQuarterTurns: [AndroidRotation] = [
    .rotation0, .rotation270, .rotation180, .rotation90,
  ]

  /// Creates the rotation that equals a transform's quarter turns, which count counter-clockwise; a
  /// flip is ignored.
  public init(_ transform: Transform) { self = Self.byQuarterTurns[transform.quarterTurns] }

  /// Creates the rotation that shows an orientation on a panel; rotation 0 for an unknown
  /// orientation.
  public init(_ orientation: InterfaceOrientation, on panel: PanelNature) {
    self.init(orientation.transform(on: panel) ?? .normal)
  }

  /// The unflipped transform that equals this rotation.
  public var transform: Transform {
    Transform(flipped: false, quarterTurns: -Int(rawValue / 90))
  }

  /// Returns the interface orientation that content has on a panel with this rotation.
  public func orientation(on panel: PanelNature) -> InterfaceOrientation {
    InterfaceOrientation(transform: transform, on: panel)
  }

  func shows(_ shape: PanelNature, on panel: PanelNature) -> Bool {
    (self == .rotation0 || self == .rotation180) == (shape == panel)
  }

  /// Returns the rotation that a fixed request names; `nil` for other requests.
  package static func shown(by request: AndroidRequest, on device: Device) -> AndroidRotation? {
    guard request.isFixed, let shape = request.shape else { return nil }
    return standard(shape, reverse: request.isReverse, on: device)
  }

  /// Returns the default rotation of a class on a device or, if `reverse`, the rotation opposite to
  /// it (AN-18).
  static func standard(
    _ shape: PanelNature, reverse: Bool, on device: Device
  ) -> AndroidRotation {
    let isOther = reverse != device.android.reversesDefaultRotation
    return switch (shape, device.panel) {
    case (.portrait, .portrait), (.landscape, .landscape): reverse ? .rotation180 : .rotation0
    case (.landscape, .portrait): isOther ? .rotation270 : .rotation90
    case (.portrait, .landscape): isOther ? .rotation90 : .rotation270
    }
  }
}
