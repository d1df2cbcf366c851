// SPDX-License-Identifier: Apache-2.0
import Formats
public import Text

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
  /// The sentence that the sensor is missing or unreadable; `nil` if it is neither, or while the
  /// daemon has another reason not to judge readings, such as a rotation lock.
  public var trouble: String?

  /// Whether the option lets the daemon choose a sensor.
  public var isAutomatic: Bool { option == "auto" }
  /// Whether the daemon has a sensor, read at present or not, and reports no trouble with it.
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

/// The reasons why the orientation of the device is not judged.
public enum SensorRest: String, Phrase {
  case starting = "the daemon does not know the outputs yet | 守护进程还不知道有哪些输出"
  case ending = "the daemon ends | 守护进程正在结束"
  case noOutput = "no output rotates with the device | 没有输出随设备旋转"
  case rotationLock = "rotation is locked | 旋转已锁定"
  case unused = "no program follows the device | 没有程序跟随设备"
  case sessionLocked = "the session is locked | 会话已锁屏"
  case sessionInactive = "the session is not in front | 会话不在前台"
  case posture = """
    the outputs do not follow the device in this posture | 在这种折叠状态下输出不跟随设备
    """
  case unavailable = "the sensor cannot be read | 无法读取传感器"

  /// The name in the control protocol, such as `rotation-lock`.
  public var name: String {
    switch self {
    case .starting: "starting"
    case .ending: "ending"
    case .noOutput: "no-output"
    case .rotationLock: "rotation-lock"
    case .unused: "unused"
    case .sessionLocked: "session-locked"
    case .sessionInactive: "session-inactive"
    case .posture: "posture"
    case .unavailable: "unavailable"
    }
  }

  init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
