// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Sensors

/// Asks for the four poses on a terminal and reads the sensor in each.
public enum PoseDialogue {
  /// How a dialogue ended.
  public enum Outcome: Sendable {
    /// All poses were read.
    case readings(PoseReadings)
    /// The input ended before they were.
    case abandoned
    /// The sensor gave nothing usable.
    case silent
  }

  /// Prompts on standard error and waits for a line of standard input each time.
  public static func run(_ device: Accelerometer) -> Outcome {
    var readings = PoseReadings()
    for (number, pose) in Pose.names.enumerated() {
      say("\(number + 1)/\(Pose.names.count)  \(Pose.request(pose.edge)) ")
      guard readLine() != nil else { return .abandoned }
      guard let reading = PoseSensor(device: device).mean() else { return .silent }
      let shown = (0..<3).map { NumberText.rounded(reading[$0]) }.joined(separator: " ")
      say("     \(pose.name) \(shown)\n")
      readings[pose.edge] = reading
    }
    return .readings(readings)
  }

  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
