// SPDX-License-Identifier: Apache-2.0

/// One accelerometer reading in thousandths of g (9.80665 m/s²).
///
/// Android and kernel axis signs, device seen from the front: +x = right edge up, +y = top edge
/// up, +z = face up.
public struct Acceleration: Sendable, Hashable {
  /// Thousandths of g along x.
  public var x: Int32
  /// Thousandths of g along y.
  public var y: Int32
  /// Thousandths of g along z.
  public var z: Int32

  /// Takes thousandths of g.
  public init(x: Int32, y: Int32, z: Int32) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The reading that iio-sensor-proxy means: its x and y have the opposite sign, z has not.
  public init(proxyX x: Int32, y: Int32, z: Int32) {
    self.init(x: 0 &- x, y: 0 &- y, z: z)
  }
}
