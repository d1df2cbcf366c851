// SPDX-License-Identifier: Apache-2.0

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
