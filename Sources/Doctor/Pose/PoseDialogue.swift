// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Sensors

/// Asks for the four poses on a terminal and reads the sensor in each.
public enum PoseDialogue {
  /// How a dialogue ended.
  public enum Outcome: Sendable {
    /// All poses were read.
    case readings(PoseReadings?, PoseWords?)
    /// The input ended before they were.
    case abandoned
    /// The sensor gave nothing usable.
    case silent
  }

  /// Prompts on standard error and waits for a line of standard input each time.
  ///
  /// At least one of the two has to be there: the kernel's device, or iio-sensor-proxy.
  public static func run(_ device: Accelerometer?, _ witness: PoseWitness?) -> Outcome {
    var readings = device.map { _ in PoseReadings() }
    var words = witness.map { _ in PoseWords() }
    for (number, pose) in Pose.names.enumerated() {
      say("\(number + 1)/\(Pose.names.count)  \(Pose.request(pose.edge)) ")
      guard readLine() != nil else { return .abandoned }
      if let device {
        guard let reading = PoseSensor(device: device).mean() else { return .silent }
        let shown = (0..<3).map { NumberText.rounded(reading[$0]) }.joined(separator: " ")
        say("     \(pose.name) \(shown)\n")
        readings?[pose.edge] = reading
      }
      if let witness {
        let word = witness.word()
        say("     iio-sensor-proxy says \(PlainLine.name(word ?? "nothing"))\n")
        words?[pose.edge] = word
      }
    }
    return .readings(readings, words)
  }

  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
