// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What iio-sensor-proxy said in each of the four poses.
public struct PoseWords: Hashable, Sendable {
  private var words: [PanelEdge: String] = [:]

  /// Takes nothing yet.
  public init() {}

  /// The word with an edge up; nil as long as there is none.
  public subscript(edge: PanelEdge) -> String? {
    get { words[edge] }
    set { words[edge] = newValue }
  }

  /// One finding: every word is right, or which are not; `hasMatrix` if the kernel's readings have
  /// been judged as well and their matrix is right.
  public func finding(hasRightMatrix: Bool?) -> Finding {
    let wrong = Pose.names.compactMap { name, edge -> String? in
      let word = self[edge] ?? "nothing"
      return PanelEdge(proxyName: word) == edge
        ? nil : "\(name) is said to be \(PlainLine.name(word))"
    }
    let place = "net.hadess.SensorProxy"
    guard !wrong.isEmpty else {
      return Finding(
        "pose-proxy-right", .ok, "iio-sensor-proxy names all four edges right", at: place)
    }
    let isMatrix = hasRightMatrix == false
    return Finding(
      "pose-proxy-wrong", .problem, "iio-sensor-proxy: \(wrong.joined(separator: ", "))", at: place,
      meaning: isMatrix
        ? "it computes with the same mount matrix"
        : "its mount matrix is not the one that the sensor needs",
      remedy: isMatrix
        ? ["see pose-wrong; it reads the new matrix when it starts anew"]
        : [
          "systemctl restart iio-sensor-proxy: it reads the matrix when it starts",
          "or use --sensor iio, which reads the sensor itself",
        ])
  }
}
