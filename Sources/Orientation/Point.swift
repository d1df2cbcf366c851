// SPDX-License-Identifier: Apache-2.0

/// A point in logical pixels; x to the right, y down.
public struct Point: Sendable, Hashable {
  /// Pixels to the right of the origin.
  public var x: Int32
  /// Pixels below the origin.
  public var y: Int32

  /// Takes coordinates in logical pixels.
  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}
