// SPDX-License-Identifier: Apache-2.0

/// The orientation of content; raw values are those of UIInterfaceOrientation (V-1).
public enum InterfaceOrientation: UInt8, CaseIterable, Sendable, Hashable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeRight = 3
  case landscapeLeft = 4

  /// The search order of a fallback: portrait, upside down, landscape right, left (format:placing).
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
  // The orientations for transforms 0 to 3. The row for landscape panels follows the
  // natural-landscape angles of the W3C Screen Orientation draft (landscape-primary 0,
  // portrait-primary 90, …).
  private static let onPortrait: [InterfaceOrientation] = [
    .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
  ]
  private static let onLandscape: [InterfaceOrientation] = [
    .landscapeRight, .portraitUpsideDown, .landscapeLeft, .portrait,
  ]

  /// Creates the orientation of content on a panel under a transform; mirroring is ignored.
  public init(transform: Transform, on panel: PanelNature) {
    let row = panel == .portrait ? Self.onPortrait : Self.onLandscape
    self = row[transform.quarterTurns]
  }

  /// Returns the unflipped transform that shows this orientation on a panel; `nil` for unknown.
  public func transform(on panel: PanelNature) -> Transform? {
    let row = panel == .portrait ? Self.onPortrait : Self.onLandscape
    return row.firstIndex(of: self).flatMap { Transform(rawValue: UInt8($0)) }
  }
}

/// A set of interface orientations with UIKit's raw bits (1 << raw value).
///
/// Invalid bits are kept, so that invalid masks (V-3) can be described.
public struct OrientationMask: OptionSet, Sendable, Hashable {
  /// UIKit's mask value; bits 1 to 4 are valid.
  public var rawValue: UInt32

  /// Creates a mask from any raw value, valid or not.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Portrait; raw value 2.
  public static let portrait = OrientationMask(rawValue: 2)
  /// Portrait upside down; raw value 4.
  public static let portraitUpsideDown = OrientationMask(rawValue: 4)
  /// Landscape right; raw value 8.
  public static let landscapeRight = OrientationMask(rawValue: 8)
  /// Landscape left; raw value 16.
  public static let landscapeLeft = OrientationMask(rawValue: 16)
  /// Both landscape orientations; raw value 24.
  public static let landscape: OrientationMask = [.landscapeLeft, .landscapeRight]
  /// All but upside down, raw value 26: the default on a phone (V-8).
  public static let allButUpsideDown: OrientationMask = [.portrait, .landscape]
  /// All four, raw value 30: the default on a pad (V-8).
  public static let all: OrientationMask = [.allButUpsideDown, .portraitUpsideDown]

  /// Returns whether an orientation is in the set; false for an unknown orientation.
  public func allows(_ orientation: InterfaceOrientation) -> Bool {
    rawValue & (1 << UInt32(orientation.rawValue)) & Self.all.rawValue != 0
  }

  /// The mask without invalid bits.
  public var legal: OrientationMask { intersection(.all) }

  /// The first valid orientation in the set in the order of `fallbackOrder`; `nil` if it has none.
  public var first: InterfaceOrientation? {
    InterfaceOrientation.fallbackOrder.first { allows($0) }
  }

  /// The valid orientations in the set in the order of `fallbackOrder`.
  public var orientations: [InterfaceOrientation] {
    InterfaceOrientation.fallbackOrder.filter { allows($0) }
  }
}
