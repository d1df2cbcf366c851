// SPDX-License-Identifier: Apache-2.0
import Orientation
public import Sensing

extension MountMatrix {
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
      elements += cells.compactMap { $0 }
    }
    self.init(elements: elements)
  }
}

extension Acceleration {
  /// The largest reading that a sensor can have meant, in m/s²: 64 g.
  private static let maximumMeant = 64 * 9.80665

  /// Turns a sensor's own m/s² into the panel's axes; nil if it is not finite or above 64 g.
  ///
  /// This is the only place where signs change. Linux drivers deliver, and the matrices of udev's
  /// hardware database and of device trees expect, what iio-sensor-proxy takes for granted: y is
  /// −1 g with the top edge up, x is +1 g with the left edge up, opposite to Android's.
  static func mounted(_ vector: SIMD3<Double>, by matrix: MountMatrix) -> Acceleration? {
    let turned = matrix(vector)
    for axis in 0..<3 where !(abs(turned[axis]) <= maximumMeant) { return nil }
    return Acceleration(metersPerSecondSquaredX: turned.x, y: turned.y, z: turned.z)
      .map { Acceleration(proxyX: $0.x, y: $0.y, z: $0.z) }
  }
}
