// SPDX-License-Identifier: Apache-2.0
public import Orientation
import Sensing

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

  /// Turns readings from a casing's axes to those of a panel whose `edge` is up in the casing.
  public init(casingToPanel edge: PanelEdge) {
    elements =
      switch edge {
      case .top: [1, 0, 0, 0, 1, 0, 0, 0, 1]
      case .left: [0, -1, 0, 1, 0, 0, 0, 0, 1]
      case .bottom: [-1, 0, 0, 0, -1, 0, 0, 0, 1]
      case .right: [0, 1, 0, -1, 0, 0, 0, 0, 1]
      }
  }

  /// Does this first and `next` afterwards.
  public func followed(by next: MountMatrix) -> MountMatrix {
    var product: [Double] = []
    for row in 0..<3 {
      for column in 0..<3 {
        // Nothing is left of −0, which would be printed.
        product.append(
          (0..<3).reduce(0) { $0 + next.elements[3 * row + $1] * elements[3 * $1 + column] } + 0)
      }
    }
    return MountMatrix(trusted: product)
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
