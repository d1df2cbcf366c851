// SPDX-License-Identifier: Apache-2.0

/// One of the eight wl_output transforms; the raw value is the one on the wire.
///
/// Rotations count counter-clockwise as seen on the panel; a flipped value mirrors left and right
/// first and turns afterwards.
public enum Transform: UInt8, CaseIterable, Sendable, Hashable {
  case normal = 0
  case rotated90 = 1
  case rotated180 = 2
  case rotated270 = 3
  case flipped = 4
  case flipped90 = 5
  case flipped180 = 6
  case flipped270 = 7

  /// Whether width and height change places (the odd values).
  public var swapsDimensions: Bool { rawValue & 1 == 1 }

  /// Whether the picture is mirrored.
  public var isFlipped: Bool { rawValue >= 4 }

  /// Quarter turns counter-clockwise after the mirroring, 0 to 3.
  public var quarterTurns: Int { Int(rawValue & 3) }

  /// Builds from a mirroring followed by quarter turns counter-clockwise; any integer is folded.
  public init(flipped: Bool, quarterTurns: Int) {
    let folded = UInt8(((quarterTurns % 4) + 4) % 4)
    self = Transform(rawValue: (flipped ? 4 : 0) + folded) ?? .normal
  }
}
