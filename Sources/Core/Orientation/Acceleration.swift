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

  /// Creates a reading from thousandths of g.
  public init(x: Int32, y: Int32, z: Int32) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Creates a reading from iio-sensor-proxy's axes: x and y have the opposite sign, z the same.
  public init(proxyX x: Int32, y: Int32, z: Int32) {
    self.init(x: 0 &- x, y: 0 &- y, z: z)
  }
}
