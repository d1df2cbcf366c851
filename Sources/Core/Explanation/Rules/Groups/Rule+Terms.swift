// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// Rules about vocabulary: raw values, angles, defaults, launch.
  static let groupV: [Rule] = [
    Rule(
      .v1, .documented, [.headers9],
      """
      Device and interface orientations 1 to 4 match by raw value; only the names of the two \
      landscapes cross, because the content turns against the device.
      """),
    Rule(
      .v2, .documented, [.headers9, .headers13],
      """
      Portrait is raw 1 or 2, landscape 3 or 4, flat 5 or 6; a device orientation is a valid \
      interface orientation when it is 1 to 4.
      """),
    Rule(
      .v3, .empirical, [.flex(9), .passcode, .proMotion],
      """
      An orientation given as a mask is read as bits: 1 is no orientation at all, 2 is portrait. A \
      mask given as an orientation is read as a number: the portrait mask is upside down.
      """),
    Rule(
      .v4, .ours, [],
      """
      Tables abbreviate the interface orientations P U R L (raw 1 2 3 4) and the device \
      orientations dP dU dDL dDR dFU dFD and d? (raw 1 to 6 and 0).
      """),
    Rule(
      .v5, .documented, [.qa1890, .transformDump, .classDump("8.0")],
      """
      Up to iOS 7 the window keeps portrait coordinates and the root view is transformed; from 8 \
      the window is transformed and then changes its bounds.
      """),
    Rule(
      .v6, .documented, [.qa1890],
      """
      A view stays still under a turn if it gets the inverse of the turn's angle; 0.0001 rad more \
      keeps a half turn from going the long way, and the result is rounded.
      """),
    Rule(
      .v7, .documented, [.headers9, .gist],
      """
      The announced duration is that of a quarter turn; a half turn takes twice as long.
      """),
    Rule(
      .v8, .documented, [.qa1688, .supported, .notes6],
      """
      A controller that does not override its mask supports all orientations on a pad, and all but \
      upside down on a phone.
      """,
      chinese: "没有重写掩码的控制器，在平板上支持所有方向，在手机上支持除倒置以外的方向。"),
    Rule(
      .v9, .documented, [.autorotate, .qa1688],
      """
      A controller that does not override shouldAutorotate answers YES; up to iOS 5 the question \
      per orientation is answered YES for portrait only.
      """,
      chinese: "没有重写 shouldAutorotate 的控制器回答 YES；到 iOS 5 为止，逐个方向的询问只对竖屏回答 YES。"),
    Rule(
      .v10, .documented,
      [
        .headers9, .applicationMask, .key("UISupportedInterfaceOrientations"),
      ],
      """
      Without a delegate's mask and without a list the app mask is all on a pad and all but upside \
      down on a phone; the launch placement then takes portrait.
      """),
    Rule(
      .v11, .documented, [.preferred],
      """
      A controller that does not implement the preferred orientation prefers that of the status \
      bar.
      """,
      chinese: "没有实现首选方向的控制器，首选状态栏的方向。"),
    Rule(
      .v12, .documented, [.supported, .key("UISupportedInterfaceOrientations")],
      """
      A phone without a home button never goes upside down, whatever the masks say; every pad \
      does.
      """),
    Rule(
      .v13, .empirical, [.jierong],
      """
      The default style of presentation fills the screen before iOS 13 and is a page sheet from \
      13, so from 13 a controller presented by default is not asked.
      """),
    Rule(
      .v14, .documented, [.tn2244, .viewController],
      """
      While launching the bar is at portrait if the app's list has it, else at the first \
      listed; the delegate counts afterwards. The first window is turned before it is shown.
      """),
    Rule(
      .v15, .empirical, [.storeValidation],
      """
      The store refuses (90474) a pad app that would take part in multitasking without listing all \
      four orientations.
      """),
  ]

  /// Rules about notifications of the device and of the status bar.
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

  /// Rules about writing the device's orientation and about locks.
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
      on the device orientation does not change, nothing is posted and no window is asked.
      """,
      chinese: "用户的旋转锁定让手机保持竖屏，让平板保持当前方向。锁定期间设备方向不变，不发通知，也不询问任何窗口。"),
    Rule(
      .f11, .inferred, [.lockNote],
      """
      The user's lock stops neither the preferred orientation of a presentation nor a forced \
      orientation.
      """),
  ]

  /// Rules about exceptions and how to avoid them.
  static let groupX: [Rule] = [
    Rule(
      .x1, .empirical, [.ejecta, .intune, .bubbleWrap, .statusBarNotification(105)],
      """
      An empty intersection of app mask and controller mask raises \
      UIApplicationInvalidInterfaceOrientation when the controller lets the interface turn.
      """,
      chinese: "应用掩码与控制器掩码的交集为空，而控制器允许旋转时，引发 UIApplicationInvalidInterfaceOrientation。"),
    Rule(
      .x2, .inferred, [.headers9, .notes6, .qt],
      """
      An empty mask of the controller itself raises X-1 if shouldAutorotate is YES; with NO it is \
      manual mode (B-11).
      """,
      chinese: "控制器自己的掩码为空而 shouldAutorotate 为 YES 时引发 X-1；为 NO 时是手动模式（B-11）。"),
    Rule(
      .x3, .documented, [.headers9, .photoBrowser, .unionAD, .photoViewer],
      """
      A preferred orientation outside the controller's own mask raises an exception, at \
      presentation and at dismissal for the controller that is revealed.
      """,
      chinese: "首选方向不在控制器自己的掩码之内会引发异常：弹出时如此，收起时对露出来的控制器也如此。"),
    Rule(
      .x4, .empirical, [.sdl],
      """
      A guard against X-1: where the wanted and the valid mask share nothing, answer with the \
      valid one, and never offer upside down on a phone.
      """),
  ]
}
