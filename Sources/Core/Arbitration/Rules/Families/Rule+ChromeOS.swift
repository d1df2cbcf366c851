// SPDX-License-Identifier: Apache-2.0

extension Rule {
  /// ChromeOS: the steps for one sample (CR-1 to CR-7), then the resolution of locks.
  static let chromeOSFamily: [Rule] = chromeOSSample + chromeOSLocks

  private static let chromeOSSample: [Rule] = [
    Rule(
      .cr1, .documented, [.orientationController],
      """
      A sample counts only while auto-rotation is allowed: in the physical tablet state, or with \
      the switch that allows it in clamshell.
      """),
    Rule(
      .cr2, .documented, [.orientationController],
      "While rotation is locked to one exact orientation samples are skipped."),
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
      """),
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
      """),
  ]

  private static let chromeOSLocks: [Rule] = [
    Rule(
      .cr8, .documented, [.orientationController],
      "Locks of apps count only in the tablet mode of the interface."),
    Rule(
      .cr9, .documented, [.orientationController],
      "In split view the user's lock applies."),
    Rule(
      .cr10, .documented, [.orientationController, .orientationControllerTests],
      """
      Of the windows shown on the internal display, most recently used first, the first one \
      decides that is an app's or contains a shown child with a lock.
      """),
    Rule(
      .cr11, .documented, [.orientationController],
      "If the deciding app window has no lock, the user's lock applies."),
    Rule(
      .cr12, .documented, [.orientationControllerTests],
      "Floated windows are passed over."),
    Rule(
      .cr13, .documented, [.orientationController],
      """
      In clamshell mode with the device in the physical tablet state only the user's lock applies.
      """),
    Rule(
      .cr14, .documented, [.orientationController],
      """
      If the app's lock is any, or is landscape or portrait and the user's exact lock is of that \
      class, the user's lock applies; otherwise the app's does.
      """),
    Rule(
      .cr15, .documented, [.orientationController],
      """
      A lock to landscape or portrait still lets the sensor choose between the two rotations of \
      that class; a primary or secondary lock does not.
      """),
    Rule(
      .cr16, .documented, [.orientationController],
      "A lock to current freezes the rotation that holds when it is set."),
    Rule(
      .cr17, .documented, [.orientationController],
      "While the display configuration changes, evaluation waits until the change is done."),
    Rule(
      .cr18, .documented, [.orientationController],
      "On leaving tablet mode the rotation that the user had before it is restored."),
    Rule(
      .cr19, .documented, [.orientationControllerTests],
      "A window on an external display cannot lock, and the sensor turns the internal display only."
    ),
  ]
}
