// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// The rules of ChromeOS: the steps for one sample (CR-1 to CR-7), then the resolution of locks.
  static let chromeOSGroup: [Rule] = chromeOSSample + chromeOSLocks

  private static let chromeOSSample: [Rule] = [
    Rule(
      .cr1, .documented, [.orientationController],
      """
      A sample counts only while auto-rotation is allowed: in the physical tablet state, or with \
      the switch that allows it in clamshell.
      """,
      chinese: "只有允许自动旋转时读数才算数：处于实体的平板状态，或打开了允许在笔记本状态旋转的开关。"),
    Rule(
      .cr2, .documented, [.orientationController],
      "While rotation is locked to one exact orientation samples are skipped.",
      chinese: "旋转被锁定到一个确切方向时，跳过读数。"),
    Rule(
      .cr3, .documented, [.orientationController, .accelerometerTypes],
      """
      A sample is unstable, and skipped, if its length differs from gravity by more than 1.0 m/s².
      """),
    Rule(
      .cr4, .documented, [.orientationController],
      """
      The z axis is dropped; what remains must be at least 4.2 m/s² long, a rise of some 25 \
      degrees, else the sample is skipped.
      """,
      chinese: "去掉 z 轴；剩下的长度至少要有 4.2 m/s²，约合 25 度的倾斜，否则跳过读数。"),
    Rule(
      .cr5, .documented, [.orientationController, .orientationControllerTests],
      """
      The current rotation stays while the sample is less than 60 degrees off its own direction \
      (0: +y, 90: +x, 180: -y, 270: -x).
      """),
    Rule(
      .cr6, .documented, [.orientationController],
      """
      Otherwise the clockwise angle from (-1, 1) decides: below 90 degrees rotation 0, below 180 \
      rotation 90, below 270 rotation 180, else 270.
      """),
    Rule(
      .cr7, .documented, [.orientationController],
      """
      The result is applied if it differs from the current rotation and the lock allows it; there \
      is no filter over time, one sample is enough.
      """,
      chinese: "结果与当前旋转不同且锁定允许时就采用；没有时间上的过滤，一个读数就够。"),
  ]

  private static let chromeOSLocks: [Rule] = [
    Rule(
      .cr8, .documented, [.orientationController],
      "Locks of apps count only in the tablet mode of the interface.",
      chinese: "应用的锁定只在界面的平板模式里算数。"),
    Rule(
      .cr9, .documented, [.orientationController],
      "In split view the user's lock applies.",
      chinese: "分屏时采用用户的锁定。"),
    Rule(
      .cr10, .documented, [.orientationController, .orientationControllerTests],
      """
      Of the windows shown on the internal display, most recently used first, the first one \
      decides that is an app's or contains a shown child with a lock.
      """,
      chinese: "内置屏幕上可见的窗口里，按最近使用的次序，第一个属于应用或含有带锁定的可见子窗口的窗口作决定。"),
    Rule(
      .cr11, .documented, [.orientationController],
      "If the deciding app window has no lock, the user's lock applies.",
      chinese: "作决定的应用窗口没有锁定时，采用用户的锁定。"),
    Rule(
      .cr12, .documented, [.orientationControllerTests],
      "Floated windows are passed over.",
      chinese: "浮动的窗口被跳过。"),
    Rule(
      .cr13, .documented, [.orientationController],
      """
      In clamshell mode with the device in the physical tablet state only the user's lock applies.
      """,
      chinese: "在笔记本模式而设备处于实体的平板状态时，只采用用户的锁定。"),
    Rule(
      .cr14, .documented, [.orientationController],
      """
      If the app's lock is any, or is landscape or portrait and the user's exact lock is of that \
      class, the user's lock applies; otherwise the app's does.
      """,
      chinese: "应用的锁定是 any，或是 landscape 或 portrait 而用户的确切锁定属于该类时，采用用户的锁定；否则采用应用的锁定。"),
    Rule(
      .cr15, .documented, [.orientationController],
      """
      A lock to landscape or portrait still lets the sensor choose between the two rotations of \
      that class; a primary or secondary lock does not.
      """,
      chinese: "锁定到 landscape 或 portrait 时，传感器仍在该类的两个旋转中选择；primary 或 secondary 锁定则不然。"),
    Rule(
      .cr16, .documented, [.orientationController],
      "A lock to current freezes the rotation that holds when it is set.",
      chinese: "锁定到 current 会冻结设置时的旋转。"),
    Rule(
      .cr17, .documented, [.orientationController],
      "While the display configuration changes, evaluation waits until the change is done."),
    Rule(
      .cr18, .documented, [.orientationController],
      "On leaving tablet mode the rotation that the user had before it is restored.",
      chinese: "离开平板模式时，恢复用户在此之前的旋转。"),
    Rule(
      .cr19, .documented, [.orientationControllerTests],
      "A window on an external display cannot lock, and the sensor turns the internal display only.",
      chinese: "外接屏幕上的窗口不能锁定，传感器只旋转内置屏幕。"),
    Rule(
      .cr20, .documented, [.orientationController, .orientationControllerTests],
      """
      On a naturally landscape panel portrait-primary is rotation 270, as on Android, and \
      portrait-secondary 90; early versions had 90 and 270, as the W3C draft has (chromeos-w3c).
      """,
      chinese: """
        在自然方向为横屏的面板上，portrait-primary 与 Android 一样是旋转 270，portrait-secondary 是 90；\
        早期版本按 W3C 草案分别为 90 和 270（chromeos-w3c）。
        """),
  ]
}
