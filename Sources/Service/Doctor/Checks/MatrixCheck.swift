// SPDX-License-Identifier: Apache-2.0
import Formats
import Sensing
import Sensors
import Text

/// Checks what the mount matrices do, and whether they are valid.
enum MatrixCheck {
  /// The mark of the search's warning about a matrix.
  static let warningMark = "is no matrix"

  private static let pose = "run swivel doctor --pose: it finds the matrix from four poses"

  static func findings(_ facts: Facts) -> [Finding] {
    facts.sensors.accelerometers.flatMap { device in
      unreadable(device) ?? readable(device)
    }
  }

  private static func unreadable(_ device: Accelerometer) -> [Finding]? {
    guard let warning = device.warnings.first(where: { $0.contains(warningMark) }) else {
      return nil
    }
    return .one(
      "matrix-unreadable", .problem,
      "\(SensorCheck.label(device)): \(UntrustedText(warning).name(columns: 80))",
      at: device.directory,
      meaning: "axes are taken as the sensor gives them, which need not be the panel's",
      remedy: ["write three rows of three numbers: 1, 0, 0; 0, 1, 0; 0, 0, 1", pose])
  }

  private static func readable(_ device: Accelerometer) -> [Finding] {
    let matrix = device.matrix
    let label = SensorCheck.label(device)
    let origin = device.matrixOrigin ?? "no matrix anywhere"
    let determinant = NumberText.rounded(matrix.determinant)
    let found = "\(label): \(matrix.text), determinant \(determinant), from \(origin)"
    var result: [Finding] = []
    func add(_ id: String, _ severity: Severity, _ meaning: String, _ remedy: [String] = []) {
      result.append(
        Finding(id, severity, found, at: device.directory, meaning: meaning, remedy: remedy))
    }
    switch MatrixNature(matrix) {
    case .identity:
      add("matrix-identity", .ok, "the sensor's axes are taken as the panel's")
    case .rotation:
      add("matrix-rotation", .ok, "it turns the sensor's axes to the panel's")
    case .reflection(isInPlane: true):
      add(
        "matrix-reflection", .ok,
        "it mirrors within the panel's plane, as most matrices of udev's database do: right if "
          + "the four edges come out right; only up and down of the tilt cannot be trusted")
    case .reflection(isInPlane: false):
      add(
        "matrix-reflection", .note,
        "it mirrors, and z takes part: the edges may be right, but up and down of the tilt "
          + "cannot be trusted", [pose])
    case .singular:
      add(
        "matrix-singular", .problem,
        "it loses an axis: different poses look alike, whatever the sensor says", [pose])
      return result
    }
    if !MatrixNature.isSymmetric(matrix) {
      add(
        "matrix-asymmetric", .note,
        "rows and columns differ: programs compute matrix times reading, but an explanation that "
          + "is often followed has it the other way round. If every edge comes out as its "
          + "neighbour, rows and columns are exchanged: \(matrix.transposedText)", [pose])
    }
    if !MatrixNature.keepsLengths(matrix) {
      add("matrix-stretches", .note, "its rows are not of length 1: readings change in size")
    }
    return result
  }
}
