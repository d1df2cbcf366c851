// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// Forcing an orientation and locking one.
  static let groupF: [Rule] = [
    Rule(
      .f1, .empirical, [.nuno, .classDump("7.0"), .seed(0), .seed(1)],
      """
      Up to iOS 15, writing UIDevice.orientation by key changes the stored value, posts the device \
      notification and turns whatever the usual rules let turn.
      """,
      chinese: "到 iOS 15 为止，用 KVC 写 UIDevice.orientation 会改变存储的值、发出设备通知，并旋转通常规则允许旋转的一切。"),
    Rule(
      .f2, .empirical, [.orientationLocker],
      """
      Writing the value that is already there does nothing, so libraries write unknown first.
      """,
      chinese: "写入相同的值不起作用，所以程序库先写 unknown。"),
    Rule(
      .f3, .inferred, [.felix],
      """
      The sensor overrides a written value at the next real turn.
      """),
    Rule(
      .f4, .documented, [.attempt, .headers9, .felix],
      """
      attemptRotationToDeviceOrientation retries every window towards the current device \
      orientation; it does not pull a window into a narrowed mask that lacks that orientation.
      """,
      chinese: "attemptRotationToDeviceOrientation 让每个窗口再次尝试转到当前的设备方向；它不会把窗口拉进不含该方向的较窄掩码。"),
    Rule(
      .f5, .seed, [.seed(1), .seed(2)],
      """
      Pages are locked and unlocked by changing the delegate's mask, then F-1, then F-4; to lock \
      what is seen, device landscape left means interface landscape right and the reverse.
      """),
    Rule(
      .f6, .documented, [.notes16, .capacitor],
      """
      From iOS 16 F-1 is refused (E-6); a changed mask (E-2) or a geometry request (E-4) takes its \
      place.
      """,
      chinese: "从 iOS 16 起 F-1 被拒绝（E-6）；改用掩码更新（E-2）或 geometry 请求（E-4）。"),
    Rule(
      .f7, .documented, [.notes6, .qt],
      """
      The app can set the bar's orientation in manual mode only (B-11), and restores the old value \
      before it lets the interface turn by itself again.
      """),
    Rule(
      .f8, .empirical, [.dummyPresentation],
      """
      Presenting and dismissing an empty full-screen controller forces a new evaluation up to iOS \
      7; from 8 it cannot be relied on.
      """),
    Rule(
      .f9, .seed, [.seed(0)],
      """
      The last resort is a transform of the view or window, which turns what is seen and leaves \
      the interface orientation alone.
      """),
    Rule(
      .f10, .empirical, [.cameraManager, .swiftyCam, .sceneOrientation, .seed(0)],
      """
      The user's lock holds a phone in portrait and a pad in its current orientation. While it is \
      on the device orientation does not change, nothing is posted and nobody is asked.
      """,
      chinese: "用户的旋转锁定让手机保持竖屏，让平板保持当前方向。锁定期间设备方向不变，不发通知，也不询问任何窗口。"),
    Rule(
      .f11, .inferred, [.lockNote],
      """
      The user's lock stops neither the preferred orientation of a presentation nor a forced \
      orientation.
      """),
  ]
}
