// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// Vocabulary: raw values, angles, defaults, launch.
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
      While launching the bar stands at portrait if the app's list has it, else at the first \
      listed; the delegate counts afterwards. The first window is turned before it is shown.
      """),
    Rule(
      .v15, .empirical, [.storeValidation],
      """
      The store refuses (90474) a pad app that would take part in multitasking without listing all \
      four orientations.
      """),
  ]
}
