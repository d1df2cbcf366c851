// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// Notifications about the device and about the status bar.
  static let groupN: [Rule] = [
    Rule(
      .n1, .documented, [.headers9, .beginGenerating, .classDump("7.0"), .seed(0), .seed(2)],
      """
      Begin and end of device notifications nest; while the count is zero the device orientation \
      reads unknown and nothing is posted.
      """,
      chinese: "设备通知的开始与结束可以嵌套；计数为零时，设备方向读作 unknown，也不发通知。"),
    Rule(
      .n2, .documented, [.headers9, .seed(1), .seed(2)],
      """
      Every change of the device orientation is posted, flat ones included; unknown and flat leave \
      the interface where it is.
      """),
    Rule(
      .n3, .empirical, [.flatNotifications, .seed(1), .seed(2)],
      """
      A device lying flat that starts to deliver posts three times: flat, the last upright \
      orientation, flat. On resuming, one that is not flat posts its value three times (inferred).
      """),
    Rule(
      .n4, .documented, [.headers9, .seed(0)],
      """
      The notification before a change of the bar carries the new orientation, the one after it \
      the old.
      """),
    Rule(
      .n5, .documented, [.sceneOrientation, .seed(0)],
      """
      A device event does not imply an interface event: the device may be in landscape while the \
      interface stays in portrait.
      """),
  ]
}
