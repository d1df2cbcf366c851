// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The configured mounting of one accelerometer.
public struct SensorMounting: Sendable, Hashable {
  /// The sensor's directory in sysfs, that of its parent device, or its name, such as
  /// `iio:device1`; `nil` to search for it.
  public var path: String?
  /// A correction that is applied after the system's mount matrix.
  public var correction: MountMatrix
  /// Whether the driver mirrors the axes, so that the correction may mirror as well.
  public var mirrors: Bool

  /// Creates a mounting, by default without path or correction.
  public init(
    path: String? = nil, correction: MountMatrix = .identity, mirrors: Bool = false
  ) {
    self.path = path
    self.correction = correction
    self.mirrors = mirrors
  }
}

/// The configured mountings of a device's accelerometers, and its hinge.
public struct SensorPlacement: Sendable, Hashable {
  /// The accelerometer in the screen's half.
  public var display: SensorMounting
  /// The accelerometer in the keyboard's half.
  public var base: SensorMounting
  /// The edge of the unrotated panel at which the hinge is.
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
