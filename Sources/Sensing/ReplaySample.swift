// SPDX-License-Identifier: Apache-2.0

/// One line of a recording, as it was written: nothing about it has been checked.
public struct ReplaySample: Sendable, Hashable {
  /// Microseconds since the start of the recording.
  public var microseconds: Int64
  /// Acceleration along x in m/s², Android and kernel axis signs.
  public var x: Double
  /// Acceleration along y in m/s².
  public var y: Double
  /// Acceleration along z in m/s².
  public var z: Double

  /// Takes microseconds since the start and an acceleration in m/s².
  public init(microseconds: Int64, x: Double, y: Double, z: Double) {
    self.microseconds = microseconds
    self.x = x
    self.y = y
    self.z = z
  }
}
