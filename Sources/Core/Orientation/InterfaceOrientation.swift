// SPDX-License-Identifier: Apache-2.0

/// The orientation of content; raw values are UIInterfaceOrientation's (V-1).
public enum InterfaceOrientation: UInt8, CaseIterable, Sendable, Hashable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeRight = 3
  case landscapeLeft = 4

  /// P, U, R, L: the order in which a fallback is searched (format:placing).
  public static let fallbackOrder: [InterfaceOrientation] = [
    .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft,
  ]

  /// The name in scenario files and in JSON.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .portrait: "portrait"
    case .portraitUpsideDown: "portrait-upside-down"
    case .landscapeRight: "landscape-right"
    case .landscapeLeft: "landscape-left"
    }
  }

  /// Creates the orientation with a name of scenario files; `nil` for any other text.
  public init?(name: String) {
    guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = value
  }

  /// Whether width and height are exchanged relative to portrait (V-2).
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

  /// The device orientation with the same raw value; landscape names are crossed (V-1).
  public var device: DeviceOrientation { DeviceOrientation(rawValue: rawValue) ?? .unknown }

  /// The mask with only this orientation; empty for unknown.
  public var mask: OrientationMask {
    self == .unknown ? [] : OrientationMask(rawValue: 1 << UInt32(rawValue))
  }
}

extension InterfaceOrientation {
  // Rows of transforms 0 to 3. The landscape row follows the natural-landscape angles of the
  // W3C Screen Orientation draft (landscape-primary 0, portrait-primary 90, …).
  private static let onPortrait: [InterfaceOrientation] = [
    .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
  ]
  private static let onLandscape: [InterfaceOrientation] = [
    .landscapeRight, .portraitUpsideDown, .landscapeLeft, .portrait,
  ]

  /// Creates the orientation of content on a panel of the given nature under a transform; mirroring
  /// is ignored.
  public init(transform: Transform, on panel: PanelNature) {
    let row = panel == .portrait ? Self.onPortrait : Self.onLandscape
    self = row[transform.quarterTurns]
  }

  /// Returns the unflipped transform that shows this orientation on a panel of the given nature;
  /// `nil` for unknown.
  public func transform(on panel: PanelNature) -> Transform? {
    let row = panel == .portrait ? Self.onPortrait : Self.onLandscape
    return row.firstIndex(of: self).flatMap { Transform(rawValue: UInt8($0)) }
  }
}
