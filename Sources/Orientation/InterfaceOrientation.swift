// SPDX-License-Identifier: Apache-2.0

/// How content is shown; raw values are UIInterfaceOrientation's (V-1).
public enum InterfaceOrientation: UInt8, CaseIterable, Sendable, Hashable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeRight = 3
  case landscapeLeft = 4

  /// P, U, R, L: the order in which a fallback is looked for (format:placing).
  public static let fallbackOrder: [InterfaceOrientation] = [
    .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft,
  ]

  /// The word used in scenario files and in JSON.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .portrait: "portrait"
    case .portraitUpsideDown: "portrait-upside-down"
    case .landscapeRight: "landscape-right"
    case .landscapeLeft: "landscape-left"
    }
  }

  /// The value for a word of scenario files; nil for any other word.
  public init?(name: String) {
    guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = value
  }

  /// Whether width and height are exchanged against portrait (V-2).
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

  /// The device orientation with the same raw value, whose landscape name is crossed (V-1).
  public var device: DeviceOrientation { DeviceOrientation(rawValue: rawValue) ?? .unknown }

  /// The mask that holds only this orientation; empty for unknown.
  public var mask: OrientationMask {
    self == .unknown ? [] : OrientationMask(rawValue: 1 << UInt32(rawValue))
  }
}
