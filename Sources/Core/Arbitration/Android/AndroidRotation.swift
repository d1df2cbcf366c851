// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// How far Android turns content clockwise against the panel; raw values are degrees.
public enum AndroidRotation: UInt16, CaseIterable, Sendable, Hashable {
  case rotation0 = 0
  case rotation90 = 90
  case rotation180 = 180
  case rotation270 = 270

  private static let byQuarterTurns: [AndroidRotation] = [
    .rotation0, .rotation270, .rotation180, .rotation90,
  ]

  /// The rotation of an unflipped transform; transforms count the other way round.
  public init(_ transform: Transform) { self = Self.byQuarterTurns[transform.quarterTurns] }

  /// The rotation that shows an orientation on a panel; rotation 0 for unknown.
  public init(_ orientation: InterfaceOrientation, on panel: PanelNature) {
    self.init(orientation.transform(on: panel) ?? .normal)
  }

  /// The transform that shows it.
  public var transform: Transform {
    Transform(flipped: false, quarterTurns: -Int(rawValue / 90))
  }

  /// What a person sees on a panel.
  public func orientation(on panel: PanelNature) -> InterfaceOrientation {
    InterfaceOrientation(transform: transform, on: panel)
  }

  /// Whether it shows a class on a panel.
  func shows(_ shape: PanelNature, on panel: PanelNature) -> Bool {
    (self == .rotation0 || self == .rotation180) == (shape == panel)
  }

  /// The rotation that a class means by default on a device, or its reverse (AN-18).
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
