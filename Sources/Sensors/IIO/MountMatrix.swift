// SPDX-License-Identifier: Apache-2.0

/// How a sensor sits in its device: what turns its axes into those of the panel.
///
/// Applied as the matrix times the column vector of the reading, as the kernel and iio-sensor-proxy
/// compute it.
public struct MountMatrix: Hashable, Sendable {
  /// Three rows of three, row by row.
  public let elements: [Double]

  /// The sensor's axes are the panel's.
  public static let identity = MountMatrix(trusted: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  private init(trusted elements: [Double]) { self.elements = elements }

  /// Reads the form of sysfs and udev: `1, 0, 0; 0, 1, 0; 0, 0, 1`.
  ///
  /// Nil unless it is three rows of three finite numbers of at most 1000, none of them all zero.
  public init?(_ text: some StringProtocol) {
    let rows = text.split(separator: ";", omittingEmptySubsequences: false)
    guard rows.count == 3 else { return nil }
    var elements: [Double] = []
    for row in rows {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(\.decimal)
      guard cells.count == 3 else { return nil }
      let numbers = cells.compactMap { $0 }
      guard numbers.count == 3, numbers.allSatisfy({ abs($0) <= 1000 }),
        numbers.contains(where: { $0 != 0 })
      else { return nil }
      elements += numbers
    }
    self.elements = elements
  }

  /// +1 for a turn of the sensor, −1 for a reflection, 0 for one that loses an axis.
  public var determinant: Double {
    let m = elements
    let first = m[0] * (m[4] * m[8] - m[5] * m[7])
    let second = m[1] * (m[3] * m[8] - m[5] * m[6])
    let third = m[2] * (m[3] * m[7] - m[4] * m[6])
    return first - second + third
  }

  /// The vector along the panel's axes.
  public func callAsFunction(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    let m = elements
    return SIMD3(
      m[0] * vector.x + m[1] * vector.y + m[2] * vector.z,
      m[3] * vector.x + m[4] * vector.y + m[5] * vector.z,
      m[6] * vector.x + m[7] * vector.y + m[8] * vector.z)
  }
}
