// SPDX-License-Identifier: Apache-2.0
import Formats

/// The sensor of a running daemon, by its answer to `status`.
public struct DaemonSensor: Equatable, Sendable {
  /// The ID of the daemon's process.
  public var process: Int64
  /// The value of the daemon's option `--sensor`.
  public var option: String
  /// The sensor in use and how it is read; `nil` while there is none.
  public var device: String?
  /// Whether the sensor is claimed and works.
  public var isReading: Bool
  /// The sentence that the sensor is missing or unreadable; `nil` if it is neither.
  public var trouble: String?

  /// Whether the option lets the daemon choose a sensor.
  public var isAutomatic: Bool { option == "auto" }
  /// Whether the daemon has a sensor that works, which it may not read at present.
  public var works: Bool { trouble == nil && (isReading || device != nil) }

  /// Creates the description of a sensor.
  public init(
    process: Int64, option: String = "auto", device: String? = nil, isReading: Bool = false,
    trouble: String? = nil
  ) {
    self.process = process
    self.option = option
    self.device = device
    self.isReading = isReading
    self.trouble = trouble
  }

  /// Returns the sensor of the daemon whose socket is in a runtime directory; `nil` if no daemon
  /// answers.
  public static func running(in directory: String) -> DaemonSensor? {
    guard let address = try? ControlAddress(directory: directory),
      let status = try? ControlConnection(address).ask(.status())
    else { return nil }
    let rest = status["sensor-rests"]
    return DaemonSensor(
      process: status["process"]?.int ?? 0, option: status["sensor"]?.string ?? "auto",
      device: status["sensor-device"]?.string, isReading: status["reads-sensor"]?.bool ?? false,
      trouble: rest?["reason"] == "unavailable" ? rest?["text"]?.string : nil)
  }
}
