// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// Rules about several windows: which windows are asked, and what each answer rotates.
  static let groupM: [Rule] = [
    Rule(
      .m1, .empirical, [.gist, .classDump("2.1 to 16")],
      """
      Every window observes the device by itself, and its own turn ends by setting the status \
      bar's orientation.
      """),
    Rule(
      .m2, .empirical, [.salesforce(2523), .seed(0)],
      """
      Each window asks its own topmost controller and decides alone; between windows there is no \
      vote, and no veto (the latter is inferred).
      """,
      chinese: "每个窗口询问自己的最上层控制器并单独决定；窗口之间没有表决，也没有否决（后者是推断）。"),
    Rule(
      .m3, .inferred, [.gist],
      """
      Windows are asked in the order in which they were created or got their root, not in z-order; \
      no result may depend on it.
      """),
    Rule(
      .m4, .empirical, [.notes(14), .classDump("7.0 to 12")],
      """
      The status bar has one orientation for all, and every window that turns and has the flag \
      "controls status bar orientation" writes it. Plain windows have the flag.
      """,
      chinese: "状态栏只有一个方向，所有人共用；每个旋转且带“控制状态栏方向”标志的窗口都会写它。普通窗口带有这个标志。"),
    Rule(
      .m5, .empirical, [.strayWindow, .strayWindow2019, .smartDeviceLink(1250), .seed(0)],
      """
      iOS 7 left hidden windows out; from 8 they are asked, even with an empty frame, and already \
      when the root controller is assigned.
      """),
    Rule(
      .m6, .empirical, [.touchVisualizer, .progress],
      """
      Shown overlay windows are asked in every version, whatever their level.
      """),
    Rule(
      .m7, .empirical, [.windowsBlog, .touchVisualizer, .salesforce(2523), .smartDeviceLink(1480)],
      """
      A secondary window without a root controller takes no part. Hence the usual cure: take the \
      root away while the window is hidden, or create the window late.
      """,
      chinese: "没有根控制器的次要窗口不参与。因此常用的补救是：隐藏期间拿掉根控制器，或晚一点创建窗口。"),
    Rule(
      .m8, .empirical, [.flex(62), .intercom, .salesforce(2511), .progress],
      """
      Other cures: the overlay's root answers with what the key window's topmost controller \
      answers, the delegate gives a mask per window, or the overlay is drawn in the main window.
      """,
      chinese: "其他补救：浮层的根控制器照 key 窗口最上层控制器的回答来回答，delegate 按窗口给出掩码，或者把浮层画在主窗口里。"),
    Rule(
      .m9, .classDump, [.classDump("9.0 to 16")],
      """
      The system's helper windows, such as the keyboard's, are followers: they take the status \
      bar's orientation and are not asked.
      """,
      chinese: "系统的辅助窗口（例如键盘的）是跟随者：采用状态栏的方向，不被询问。"),
    Rule(
      .m10, .empirical, [.salesforce(2523)],
      """
      When bar and page differ the keyboard goes with the bar, not with the page.
      """,
      chinese: "状态栏与页面不一致时，键盘跟随状态栏，而不是页面。"),
    Rule(
      .m11, .empirical,
      [
        .openRadar(15_573_442, 4125), .fingertips, .radar(23_677_818), .classDump("7.0 to 12"),
      ],
      """
      Whether and how the bar is shown is decided by the topmost window that may affect it, by \
      level and then order, not by the key window; from iOS 10 one smaller than the screen may \
      not.
      """),
    Rule(
      .m12, .empirical, [.flex(commit: "f7c482c"), .flex(commit: "3d97745")],
      """
      Being key does not decide a turn; it matters only through overlays that forward to the key \
      window. A window can refuse to become key.
      """),
    Rule(
      .m13, .empirical,
      [
        .flex(59), .flex(64), .statusBarNotification(61), .openRadar(22_385_765, 5833),
      ],
      """
      An overlay that asks the key window's controller, which in turn asks the overlay, recurses \
      without end; the arbiter has to detect the circle.
      """,
      chinese: "浮层询问 key 窗口的控制器，后者又询问浮层，就会无限递归；仲裁器必须发现这个循环。"),
    Rule(
      .m14, .empirical, [.winObjC],
      """
      A reimplementation's shortcut, kept for comparison only: windows in order, views from the \
      top, the first with a modal turns, and the device notification comes after the turn.
      """),
    Rule(
      .m15, .classDump, [.classDump("3.0 to 12"), .radar(25_337_014)],
      """
      Turning can be disabled per window, and calls nest; a turn missed meanwhile is made up when \
      the count is back at zero, and a count that stays up stops the window for good.
      """,
      chinese: "可以按窗口禁用旋转，调用可以嵌套；期间错过的旋转在计数归零时补上，计数不归零的窗口永远不再旋转。"),
    Rule(
      .m16, .inferred, [.classDump("5.0 to 12")],
      """
      There are holds for the whole app too: one turn at a time, none during a touch, and the last \
      device orientation waits for the end.
      """,
      chinese: "整个应用也有暂缓：一次只做一个旋转，触摸期间不旋转，最后的设备方向等到结束时处理。"),
    Rule(
      .m17, .empirical, [.radar(18_906_964)],
      """
      A controller moved to another window keeps its old orientation and gets a wrong size at the \
      next turn.
      """),
    Rule(
      .m18, .empirical, [.openRadar(18_406_156, 11947)],
      """
      An overlay restricted to another orientation than the current one leaves its own frame or, \
      after some turns, that of the original window broken.
      """),
    Rule(
      .m19, .empirical, [.intercom, .overlay],
      """
      When an overlay goes away the bar can stay in the orientation that the overlay gave it, \
      until the next window writes it.
      """,
      chinese: "浮层离开后，状态栏可能停在浮层给它的方向，直到下一个窗口写它。"),
    Rule(
      .m20, .empirical, [.statusBarNotification(105)],
      """
      Assigning a root controller to a stray window evaluates the masks at once and can raise X-1.
      """),
    Rule(
      .m21, .ours, [],
      """
      A policy of our own: all windows turn together, and only to an orientation that every shown \
      window accepts.
      """),
    Rule(
      .m23, .inferred, [.forum],
      """
      From 16 one orientation per scene is pushed to all its windows, so page and bar no longer \
      part; which window's mask decides is not documented (format:scene).
      """,
      chinese: "从 iOS 16 起，每个场景只有一个方向并推给它的所有窗口，页面和状态栏不再分离；由哪个窗口的掩码决定没有文档（format:scene）。"),
    Rule(
      .m24, .empirical, [.notes(2)],
      """
      A main storyboard and a window made in code give the app two root controllers by accident; \
      the unseen one turns the bar.
      """),
  ]

  /// Rules about containers and their children: forwarding of callbacks.
  static let groupK: [Rule] = [
    Rule(
      .k1, .documented, [.headers9, .seed(4)],
      """
      Up to iOS 7 containers pass the rotation callbacks on to the children that are shown; one \
      that switches automatic forwarding off has to do it by hand.
      """),
    Rule(
      .k2, .documented, [.headers16],
      """
      From iOS 8 calling super in viewWillTransitionToSize is what informs the children; without \
      it none is informed, and a child whose size stays equal never is.
      """),
    Rule(
      .k3, .documented, [.headers9, .seed(4)],
      """
      A turn reaches only children that were added, removed and swapped through the container \
      calls in their prescribed order.
      """),
    Rule(
      .k4, .empirical, [.notes(202), .notes(210)],
      """
      A presented controller's turn reaches its presenter as viewWillTransitionToSize as well \
      (C-7).
      """),
    Rule(
      .k5, .documented, [.guide, .seed(4)],
      """
      Code for both iOS 5 and 6 lets the topmost controller return its true list, and the children \
      return everything and lay themselves out in the space given.
      """),
    Rule(
      .k6, .documented, [.guide, .seed(4)],
      """
      Two controllers, one per orientation: each supports only its own, and the portrait one \
      presents or dismisses the other on device notifications.
      """),
  ]

  /// Rules about multitasking on a pad, from iOS 9 on; on pads they override the other groups.
  static let groupP: [Rule] = [
    Rule(
      .p1, .documented, [.splitView, .tn3192, .seed(3)],
      """
      An app takes part in multitasking when its pad list names all four orientations, \
      UIRequiresFullScreen is not YES and it has a launch storyboard.
      """),
    Rule(
      .p2, .documented, [.supported, .openRadar(22_854_526, 6178), .seed(3)],
      """
      Such an app always turns: its controllers' masks are not called and shouldAutorotate is \
      ignored.
      """,
      chinese: "这样的应用总是旋转：不调用控制器的掩码，也不理会 shouldAutorotate。"),
    Rule(
      .p3, .documented, [.supported, .seed(3)],
      """
      UIRequiresFullScreen YES, or a pad list that leaves out an orientation, opts out; then the \
      rules of phones apply.
      """),
    Rule(
      .p4, .seed, [.seed(3), .supported],
      """
      In an app that takes part the delegate's mask is ignored as well; the documentation speaks \
      of controllers only.
      """),
    Rule(
      .p5, .documented, [.splitView],
      """
      Beside another app only the primary one owns the status bar; a turn and a change of size \
      both arrive as the same change of bounds.
      """),
    Rule(
      .p6, .documented, [.tn3192],
      """
      From iPadOS 26 UIRequiresFullScreen is deprecated and will be ignored by a later release; \
      restrictions of a scene's size are evaluated after a turn and do not stop it.
      """),
    Rule(
      .p7, .documented, [.tn3192, .key("UIRequiresFullScreen")],
      """
      UIRequiresFullScreen means nothing on a phone.
      """),
  ]
}
