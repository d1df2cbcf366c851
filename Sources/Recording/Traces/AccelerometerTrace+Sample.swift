// SPDX-License-Identifier: Apache-2.0

extension AccelerometerTrace {
  /// One reading.
  public struct Sample: Equatable, Sendable {
    /// The time since the start of the recording, in microseconds.
    public var microseconds: Int64
    /// The acceleration to the right of the panel, in m/s².
    public var x: Double
    /// The acceleration to the top of the panel, in m/s².
    public var y: Double
    /// The acceleration out of the panel, in m/s².
    public var z: Double

    /// Makes a reading.
    public init(microseconds: Int64, x: Double, y: Double, z: Double) {
      self.microseconds = microseconds
      self.x = x
      self.y = y
      self.z = z
    }
  }
}
