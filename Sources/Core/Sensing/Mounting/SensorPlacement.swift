// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What a person says of one accelerometer.
public struct SensorMounting: Sendable, Hashable {
  /// Its directory in sysfs, that of the device it sits on, or its name, such as `iio:device1`; nil
  /// leaves it to be found.
  public var path: String?
  /// What turns its readings once more, after the mount matrix that the system knows.
  public var correction: MountMatrix
  /// Whether the driver mirrors, so that the correction may do so.
  public var mirrors: Bool

  /// Nothing is said unless told otherwise.
  public init(
    path: String? = nil, correction: MountMatrix = .identity, mirrors: Bool = false
  ) {
    self.path = path
    self.correction = correction
    self.mirrors = mirrors
  }
}

/// What a person says of a device's accelerometers and of the hinge between its halves.
public struct SensorPlacement: Sendable, Hashable {
  /// The accelerometer that tells how the screen is held.
  public var display: SensorMounting
  /// The accelerometer of the half with the keyboard.
  public var base: SensorMounting
  /// The edge of the panel, as it is without any rotation, that the hinge is at.
  public var hingeEdge: PanelEdge
  /// The angles at which a laptop becomes a tablet.
  public var hinge: HingeParameters

  /// Nothing is said unless told otherwise: a hinge is below the screen.
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
