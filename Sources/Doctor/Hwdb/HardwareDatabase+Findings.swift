// SPDX-License-Identifier: Apache-2.0

extension HardwareDatabase {
  /// The counts, and a problem for every line that cannot work; `file` is the name shown.
  public func findings(file: String) -> [Finding] {
    let counts =
      "\(entries.count) mount matrices: \(rotations) with determinant +1, \(reflections) with "
      + "determinant -1, \(singular) singular, \(unreadable) unreadable"
    var result = [
      Finding(
        "hwdb-counts", entries.isEmpty ? .note : .ok, counts, at: file,
        meaning: entries.isEmpty
          ? "the file holds no ACCEL_MOUNT_MATRIX line"
          : "determinant -1 is a reflection: usual for sensors whose drivers give x and y the "
            + "other sign; edges come out right, but z, and so up and down of the tilt, does not")
    ]
    for entry in entries {
      let place = "\(file):\(entry.line)"
      if let matrix = entry.matrix {
        guard MatrixNature(matrix) == .singular else { continue }
        result.append(
          Finding(
            "hwdb-singular", .problem, "a singular matrix: \(matrix.text)", at: place,
            meaning: "it loses an axis, so that two poses look alike; it is for "
              + PlainLine.name(entry.pattern),
            remedy: ["correct the row that repeats another, or run swivel doctor --pose"]))
      } else {
        result.append(
          Finding(
            "hwdb-unreadable", .problem, "no matrix: \(PlainLine.name(entry.text))", at: place,
            meaning: "programs take it as not turned; it is for \(PlainLine.name(entry.pattern))",
            remedy: ["write three rows of three numbers: 1, 0, 0; 0, 1, 0; 0, 0, 1"]))
      }
    }
    return result
  }
}
