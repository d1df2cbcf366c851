// SPDX-License-Identifier: Apache-2.0

/// The orientation in which the device is held; raw values are UIDeviceOrientation's (V-1).
///
/// In terms of a panel that is natively portrait: portrait = top edge up, landscapeLeft = right
/// edge up (turned to its left), landscapeRight = left edge up.
public enum DeviceOrientation: UInt8, CaseIterable, Sendable, Hashable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeLeft = 3
  case landscapeRight = 4
  case faceUp = 5
  case faceDown = 6

  /// The name in scenario files and in JSON.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .portrait: "portrait"
    case .portraitUpsideDown: "portrait-upside-down"
    case .landscapeLeft: "landscape-left"
    case .landscapeRight: "landscape-right"
    case .faceUp: "face-up"
    case .faceDown: "face-down"
    }
  }

  /// Creates the orientation with a name of scenario files; `nil` for any other text.
  public init?(name: String) {
    guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = value
  }

  /// Whether the screen faces up or down (raw values 5 and 6; V-2).
  public var isFlat: Bool { self == .faceUp || self == .faceDown }

  /// The interface orientation with the same raw value, whose landscape names are crossed (V-1).
  ///
  /// `nil` for unknown and flat orientations, which request none (B-1).
  public var interface: InterfaceOrientation? {
    switch self {
    case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight:
      InterfaceOrientation(rawValue: rawValue)
    case .unknown, .faceUp, .faceDown: nil
    }
  }
}

extension DeviceOrientation {
  /// The panel edge that points up in this orientation; `nil` if flat or unknown.
  public var edgeUp: PanelEdge? {
    switch self {
    case .portrait: .top
    case .landscapeRight: .left
    case .portraitUpsideDown: .bottom
    case .landscapeLeft: .right
    case .unknown, .faceUp, .faceDown: nil
    }
  }

  /// Creates the orientation in which an edge of the panel is up.
  public init(edgeUp: PanelEdge) {
    switch edgeUp {
    case .top: self = .portrait
    case .left: self = .landscapeRight
    case .bottom: self = .portraitUpsideDown
    case .right: self = .landscapeLeft
    }
  }

  /// Converts the name for a natively portrait panel to the name for `panel`, as a user sees it;
  /// flat and unknown orientations keep theirs.
  ///
  /// For example, `portrait`, the top edge up, becomes a landscape name on a landscape panel.
  public func named(on panel: PanelNature) -> DeviceOrientation {
    guard let edgeUp else { return self }
    return InterfaceOrientation(transform: edgeUp.transform, on: panel).device
  }
}
