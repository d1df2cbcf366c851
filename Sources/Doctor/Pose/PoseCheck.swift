// SPDX-License-Identifier: Apache-2.0
import Orientation
public import Sensors

/// Judges the four poses: whether the present matrix is right, and which one would be.
public enum PoseCheck {
  /// One finding: right as it is, the matrix to add, or why the readings say nothing.
  public static func findings(
    _ readings: PoseReadings, current: MountMatrix, of identity: SensorIdentity
  ) -> [Finding] {
    switch PoseSolution(readings) {
    case .unusable(let reason):
      return [
        Finding(
          "pose-unusable", .problem, reason, at: identity.name,
          meaning: "no matrix can be told from these readings",
          remedy: ["repeat swivel doctor --pose, each pose upright and still"])
      ]
    case .matrix(let matrix):
      let wrong = mistakes(readings, current)
      guard !wrong.isEmpty else {
        return [
          Finding(
            "pose-right", .ok, "all four edges come out right with \(current.text)",
            at: identity.name, meaning: "the mount matrix needs no change")
        ]
      }
      return [
        Finding(
          "pose-wrong", .problem, "\(wrong.joined(separator: ", ")) with \(current.text)",
          at: identity.name,
          meaning: "right would be \(matrix.text); up and down of the tilt are not tested",
          remedy: remedy(matrix, identity))
      ]
    }
  }

  private static func mistakes(_ readings: PoseReadings, _ matrix: MountMatrix) -> [String] {
    Pose.names.compactMap { name, edge in
      let got = readings[edge].flatMap { PoseSolution.edge(of: $0, by: matrix) }
      return got == edge ? nil : "\(name) comes out as \(got.map { "\($0)" } ?? "nothing")"
    }
  }

  private static func remedy(_ matrix: MountMatrix, _ identity: SensorIdentity) -> [String] {
    let isKnown = !identity.modalias.isEmpty
    let hint =
      "the modalias of the sensor is not readable: put the words of its parent's "
      + "modalias file in place of the first star"
    return (isKnown ? [] : [hint]) + [
      "add these two lines to /etc/udev/hwdb.d/61-sensor-local.hwdb, the second with its space:"
    ] + identity.lines(matrix) + [
      "systemd-hwdb update",
      "udevadm trigger -v -p DEVNAME=/dev/\(identity.name)",
      "systemctl restart iio-sensor-proxy",
    ]
  }
}
