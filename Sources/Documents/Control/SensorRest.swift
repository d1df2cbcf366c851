// SPDX-License-Identifier: Apache-2.0
public import Text

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

  /// Creates the reason with a name of the control protocol; `nil` for an unknown name.
  init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
