// SPDX-License-Identifier: Apache-2.0
import Orientation
public import Sensing

extension MountMatrix {
  /// Parses the format of sysfs and udev: `1, 0, 0; 0, 1, 0; 0, 0, 1`.
  ///
  /// The result is `nil` unless the text has three rows of three finite numbers of at most 1000,
  /// and no row is all zero.
  public init?(_ text: some StringProtocol) {
    let rows = text.split(separator: ";", omittingEmptySubsequences: false)
    guard rows.count == 3 else { return nil }
    var elements: [Double] = []
    for row in rows {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(\.decimal)
      guard cells.count == 3 else { return nil }
      elements += cells.compactMap { $0 }
    }
    self.init(elements: elements)
  }
}

extension Acceleration {
  /// The largest plausible reading, in m/s²: 64 g.
  private static let maximumMeant = 64 * 9.80665

  /// Converts a sensor's m/s² to the panel's axes; `nil` if a component is not finite or above 64
  /// g.
  ///
  /// Signs change only in this function. Linux drivers deliver the axes of iio-sensor-proxy, which
  /// the matrices of udev's hardware database and of device trees also expect: y is −1 g with the
  /// top edge up, x is +1 g with the left edge up, opposite to Android's.
  static func mounted(_ vector: SIMD3<Double>, by matrix: MountMatrix) -> Acceleration? {
    let turned = matrix(vector)
    for axis in 0..<3 where !(abs(turned[axis]) <= maximumMeant) { return nil }
    return Acceleration(metersPerSecondSquaredX: turned.x, y: turned.y, z: turned.z)
      .map { Acceleration(proxyX: $0.x, y: $0.y, z: $0.z) }
  }
}
