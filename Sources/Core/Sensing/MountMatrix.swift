// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The mounting of a sensor: a matrix that converts the sensor's axes to the panel's.
///
/// The matrix is multiplied by the reading as a column vector, as the kernel and iio-sensor-proxy
/// do.
public struct MountMatrix: Hashable, Sendable {
  /// Nine elements, row by row.
  public let elements: [Double]

  /// The matrix of a sensor whose axes are the panel's.
  public static let identity = MountMatrix(trusted: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  private init(trusted elements: [Double]) { self.elements = elements }

  /// Creates a matrix from nine elements, row by row.
  ///
  /// The result is `nil` unless there are nine, each from -1000 to 1000, and no row is all zero.
  public init?(elements: [Double]) {
    guard elements.count == 9, elements.allSatisfy({ abs($0) <= 1000 }),
      [0, 3, 6].allSatisfy({ elements[$0..<($0 + 3)].contains { $0 != 0 } })
    else { return nil }
    self.elements = elements
  }

  /// The determinant: +1 for a rotation, −1 for a reflection, 0 if an axis is lost.
  public var determinant: Double {
    let m = elements
    let first = m[0] * (m[4] * m[8] - m[5] * m[7])
    let second = m[1] * (m[3] * m[8] - m[5] * m[6])
    let third = m[2] * (m[3] * m[7] - m[4] * m[6])
    return first - second + third
  }

  /// The determinant of the matrix with normalised rows; 0 if a row is zero.
  public var volume: Double {
    let product = rowLengths.reduce(1, *)
    return product > 0 ? determinant / product : 0
  }

  /// The lengths of the rows; all are 1 if the matrix does not stretch.
  public var rowLengths: [Double] {
    [0, 3, 6].map { row in
      elements[row..<(row + 3)].reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
  }

  /// Whether the matrix only rotates or mirrors, without stretching or shearing by more than a
  /// tenth.
  public var keepsShapes: Bool {
    rowLengths.allSatisfy { (0.9...1.1).contains($0) } && abs(volume) >= 0.9
  }

  /// The matrix with its z row negated, which does not change the results of `edge(of:)`.
  public var mirroredInZ: MountMatrix {
    // Subtraction from 0 prevents −0, which would be printed.
    MountMatrix(trusted: Array(elements[..<6]) + elements[6...].map { 0 - $0 })
  }

  /// Returns the edge that is up in a reading in the sensor's own axes.
  ///
  /// After conversion to the panel's axes, the larger of the absolute values of x and y decides;
  /// `nil` if they are equal or not finite.
  public func edge(of reading: SIMD3<Double>) -> PanelEdge? {
    let turned = self(reading)
    guard turned.x.isFinite, turned.y.isFinite, abs(turned.x) != abs(turned.y) else { return nil }
    if abs(turned.x) > abs(turned.y) { return turned.x > 0 ? .left : .right }
    return turned.y > 0 ? .bottom : .top
  }

  /// Returns the edge that is up with this matrix if `edge` is up without it; `nil` if the matrix
  /// turns gravity to a direction that is not along an edge.
  public func edge(after edge: PanelEdge) -> PanelEdge? {
    let gravity: SIMD3<Double> =
      switch edge {
      case .top: SIMD3(0, -1, 0)
      case .left: SIMD3(1, 0, 0)
      case .bottom: SIMD3(0, 1, 0)
      case .right: SIMD3(-1, 0, 0)
      }
    let turned = self(gravity)
    let isAlongAnEdge = abs(abs(turned.x) - abs(turned.y)) >= 0.9 && abs(turned.z) <= 0.1
    return isAlongAnEdge ? self.edge(of: gravity) : nil
  }

  /// Converts a vector to the panel's axes.
  public func callAsFunction(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    let m = elements
    return SIMD3(
      m[0] * vector.x + m[1] * vector.y + m[2] * vector.z,
      m[3] * vector.x + m[4] * vector.y + m[5] * vector.z,
      m[6] * vector.x + m[7] * vector.y + m[8] * vector.z)
  }

  /// Creates the matrix that converts a casing's axes to those of a panel with `edge` at the
  /// casing's top.
  public init(casingToPanel edge: PanelEdge) {
    elements =
      switch edge {
      case .top: [1, 0, 0, 0, 1, 0, 0, 0, 1]
      case .left: [0, -1, 0, 1, 0, 0, 0, 0, 1]
      case .bottom: [-1, 0, 0, 0, -1, 0, 0, 0, 1]
      case .right: [0, 1, 0, -1, 0, 0, 0, 0, 1]
      }
  }

  /// Returns the matrix that applies this one first and then `next`.
  public func followed(by next: MountMatrix) -> MountMatrix {
    var product: [Double] = []
    for row in 0..<3 {
      for column in 0..<3 {
        // Beginning with 0 avoids −0, which would be printed.
        var sum = 0.0
        for index in 0..<3 { sum += next.elements[3 * row + index] * elements[3 * index + column] }
        product.append(sum)
      }
    }
    return MountMatrix(trusted: product)
  }
}

/// The configured mounting of one accelerometer.
public struct SensorMounting: Sendable, Hashable {
  /// The sensor's directory in sysfs, that of its parent device, or its name, such as
  /// `iio:device1`; `nil` if the sensor is searched for.
  public var path: String?
  /// A correction that is applied after the system's mount matrix.
  public var correction: MountMatrix
  /// Whether the driver mirrors the axes, so that the correction may mirror too.
  public var mirrors: Bool

  /// Creates a mounting, by default without path or correction.
  public init(path: String? = nil, correction: MountMatrix = .identity, mirrors: Bool = false) {
    self.path = path
    self.correction = correction
    self.mirrors = mirrors
  }
}

/// The configured mounting of a device's accelerometers, and the place of its hinge.
public struct SensorPlacement: Sendable, Hashable {
  /// The mounting of the accelerometer in the screen's half, or in a device of one part.
  public var display: SensorMounting
  /// The mounting of the accelerometer in the keyboard's half.
  public var base: SensorMounting
  /// The edge of the unrotated panel that has the hinge.
  public var hingeEdge: PanelEdge
  /// The thresholds for the hinge's postures.
  public var hinge: HingeParameters

  /// Creates a placement, by default without paths or corrections, and with the hinge below the
  /// screen.
  public init(
    display: SensorMounting = SensorMounting(), base: SensorMounting = SensorMounting(),
    hingeEdge: PanelEdge = .bottom, hinge: HingeParameters = HingeParameters()
  ) {
    self.display = display
    self.base = base
    self.hingeEdge = hingeEdge
    self.hinge = hinge
  }
}
