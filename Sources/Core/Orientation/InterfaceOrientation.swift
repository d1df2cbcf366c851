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

/// A set of interface orientations with UIKit's raw bits (1 << raw value).
///
/// Illegal bits are kept, so that invalid masks (V-3) can be described.
public struct OrientationMask: OptionSet, Sendable, Hashable {
  /// UIKit's mask value; bits 1 to 4 are legal.
  public var rawValue: UInt32

  /// Creates a mask from any raw value, with or without legal bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Interface portrait, 2.
  public static let portrait = OrientationMask(rawValue: 2)
  /// Interface portrait upside down, 4.
  public static let portraitUpsideDown = OrientationMask(rawValue: 4)
  /// Interface landscape right, 8.
  public static let landscapeRight = OrientationMask(rawValue: 8)
  /// Interface landscape left, 16.
  public static let landscapeLeft = OrientationMask(rawValue: 16)
  /// Both landscapes, 24.
  public static let landscape: OrientationMask = [.landscapeLeft, .landscapeRight]
  /// All but upside down, 26: the phone default (V-8).
  public static let allButUpsideDown: OrientationMask = [.portrait, .landscape]
  /// All four, 30: the pad default (V-8).
  public static let all: OrientationMask = [.allButUpsideDown, .portraitUpsideDown]

  /// Returns whether an orientation is in the set; false for unknown.
  public func allows(_ orientation: InterfaceOrientation) -> Bool {
    rawValue & (1 << UInt32(orientation.rawValue)) & Self.all.rawValue != 0
  }

  /// The mask with only the legal bits.
  public var legal: OrientationMask { intersection(.all) }

  /// The first of P, U, R, L in the set; `nil` if no legal bit is set.
  public var first: InterfaceOrientation? {
    InterfaceOrientation.fallbackOrder.first { allows($0) }
  }

  /// The orientations in the order P, U, R, L.
  public var orientations: [InterfaceOrientation] {
    InterfaceOrientation.fallbackOrder.filter { allows($0) }
  }
}
