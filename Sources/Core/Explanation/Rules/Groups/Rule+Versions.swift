// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// Rules of iOS 5 and earlier: a controller is asked about each orientation separately.
  static let groupA: [Rule] = [
    Rule(
      .a1, .documented, [.qa1688, .seed(4)],
      """
      The app's list of orientations is a hint for launching only; it never limits a later turn.
      """),
    Rule(
      .a2, .documented, [.qa1688, .guide, .seed(4)],
      """
      The window's topmost controller is asked shouldAutorotateToInterfaceOrientation: for the new \
      orientation; YES turns the window, NO ignores the device.
      """,
      chinese: "就新方向向窗口的最上层控制器询问 shouldAutorotateToInterfaceOrientation:；YES 旋转窗口，NO 不理会设备。"),
    Rule(
      .a3, .documented, [.qa1688, .seed(4)],
      """
      A controller that does not implement that method answers YES for portrait and NO for the \
      rest.
      """,
      chinese: "没有实现该方法的控制器对竖屏回答 YES，对其余回答 NO。"),
    Rule(
      .a4, .empirical, [.webView],
      """
      A controller that answers NO to all four is warned about on the console, not stopped; it is \
      treated as if it accepted portrait (this last part is inferred).
      """),
    Rule(
      .a5, .classDump, [.classDump("5.0"), .qa1688, .seed(4)],
      """
      A tab controller accepts an orientation only if all its tabs do; a navigation controller \
      asks the controller on top. The documents say all children for both, which is kept as an \
      option.
      """,
      chinese: "标签控制器只有在所有标签都接受时才接受一个方向；导航控制器询问最上面的控制器。文档说两者都询问所有子控制器，这作为选项保留。"),
    Rule(
      .a6, .documented, [.qa1688In2010, .classDump("4.0")],
      """
      Of several controllers whose views were added to one window only the first gets rotation \
      events.
      """),
    Rule(
      .a7, .documented, [.headers9],
      """
      From 5.0 attemptRotationToDeviceOrientation asks again, and turns to the device's \
      orientation if the controllers concerned now accept it.
      """),
    Rule(
      .a8, .documented, [.headers9, .classDump("3.0")],
      """
      A turn is announced in one part from 3.0 on; the older announcement in two halves still \
      exists beside it until iOS 5.
      """),
    Rule(
      .a9, .classDump, [.classDump("2.1")],
      """
      Each window listens to the device by itself, so each window decides for itself.
      """),
  ]

  /// Rules of iOS 6 and 7, mostly still valid: masks replace the question per orientation.
  static let groupB: [Rule] = [
    Rule(
      .b1, .documented, [.headers9],
      """
      The device orientation asks for the interface orientation with the same raw value; unknown, \
      face up and face down ask for nothing.
      """,
      chinese: "设备方向请求数值相同的界面方向；未知、正面朝上和正面朝下不请求任何方向。"),
    Rule(
      .b2, .documented, [.qa1688, .notes6, .supported],
      """
      The topmost controller is asked shouldAutorotate first. NO ends the decision: the window \
      stays and no mask is asked for.
      """,
      chinese: "先向最上层控制器询问 shouldAutorotate。回答 NO 就此结束：窗口不动，也不再询问掩码。"),
    Rule(
      .b3, .documented, [.qa1688, .guide, .tn2244],
      """
      The window turns only to an orientation in the intersection of app mask, topmost \
      controller's mask and device mask; otherwise it ignores the device and stays.
      """,
      chinese: "窗口只转到应用掩码、最上层控制器掩码和设备掩码交集里的方向；否则不理会设备，保持原样。"),
    Rule(
      .b4, .documented, [.qa1688, .delegateMask, .tn2244],
      """
      The app delegate's mask for a window takes the place of the app's list, and is not \
      intersected with it. It counts after launch only.
      """,
      chinese: "应用 delegate 给窗口的掩码取代应用的方向列表，两者不取交集。它只在启动之后算数。"),
    Rule(
      .b5, .documented, [.headers9, .ejecta, .intune, .bubbleWrap],
      """
      An empty intersection while shouldAutorotate answers YES raises the exception of X-1. Where \
      shouldAutorotate no longer counts (E-1) it is taken as YES.
      """,
      chinese: """
        交集为空而 shouldAutorotate 回答 YES 时，引发 X-1 的异常。在 shouldAutorotate 已失效的版本（E-1）里按 YES 算。
        """),
    Rule(
      .b6, .documented, [.notes6, .nuno],
      """
      The mask is asked for when the device turns and when a full-screen controller is presented \
      or dismissed. Push, pop and a change of tab ask no window.
      """,
      chinese: "设备转动时，以及弹出或收起全屏控制器时，才询问掩码。push、pop 和切换标签不询问任何控制器。"),
    Rule(
      .b7, .documented, [.notes6, .qa1688, .classDump("6.0")],
      """
      Containers do not consult their children: each answers with its class's default, and what a \
      child overrides is never called.
      """,
      chinese: "容器不询问自己的子控制器：各自按类的默认实现回答，子控制器的重写从不被调用。"),
    Rule(
      .b8, .documented, [.headers16, .tn2244, .classDump("7.0")],
      """
      From 7.0 navigation, tab, split and page controllers take their mask and preferred \
      orientation from their own delegate, if it implements the hooks.
      """,
      chinese: "从 7.0 起，导航、标签、分栏和分页控制器的 delegate 实现了相应方法时，掩码和首选方向取自它。"),
    Rule(
      .b9, .classDump, [.classDump("6.0 to 12")],
      """
      No container delegate can answer shouldAutorotate; a container says YES unless a subclass \
      overrides it.
      """,
      chinese: "没有容器 delegate 能回答 shouldAutorotate；除非子类重写，容器回答 YES。"),
    Rule(
      .b10, .documented, [.notes6Legacy, .classDump("6.0")],
      """
      A controller that implements only shouldAutorotateToInterfaceOrientation: gets a mask made \
      of the orientations to which that method says YES.
      """,
      chinese: "只实现 shouldAutorotateToInterfaceOrientation: 的控制器，掩码由该方法回答 YES 的方向组成。"),
    Rule(
      .b11, .documented, [.notes6, .qt],
      """
      An app may set the status bar's orientation itself only while the topmost full-screen \
      controller's mask is empty (manual mode); at other times setting it does nothing.
      """,
      chinese: "只有最上层全屏控制器的掩码为空时（手动模式），应用才能自己设置状态栏方向；其他时候设置无效。"),
    Rule(
      .b12, .documented, [.qa1688],
      """
      An app's main window without a root controller turns by the app mask alone, and no \
      controller is notified. Other windows without one: M-7.
      """,
      chinese: "应用的主窗口没有根控制器时，只按应用掩码旋转，不通知任何控制器。其他没有根控制器的窗口见 M-7。"),
    Rule(
      .b13, .documented, [.viewController, .seed(4)],
      """
      A controller covered by its own full-screen presentation gets no rotation callbacks; it is \
      only laid out anew when it comes back.
      """),
    Rule(
      .b14, .documented, [.preferred, .headers9, .seed(4)],
      """
      A full-screen presentation turns the interface to the controller's preferred orientation; \
      one outside the controller's own mask raises X-3.
      """,
      chinese: "全屏弹出会把界面转到控制器的首选方向；首选方向不在控制器自己的掩码之内时引发 X-3。"),
    Rule(
      .b15, .classDump, [.classDump("7.0"), .statusBarNotification(105)],
      """
      A window that gets a root controller is placed by that controller's mask, the status bar and \
      the device, so it may end up differently from the page. The exact order is format:placing.
      """,
      chinese: "窗口得到根控制器时，按该控制器的掩码、状态栏和设备来摆放，所以结果可能与页面不同。确切的次序见 format:placing。"),
  ]

  /// Rules new in iOS 8 to 12; all but C-5 and C-10 still apply later.
  static let groupC: [Rule] = [
    Rule(
      .c1, .documented, [.viewController, .headers16],
      """
      A turn is a change of size: the root controller gets viewWillTransitionToSize, and super \
      passes it on to every child whose own size changes.
      """),
    Rule(
      .c2, .empirical, [.legacyCallbacks],
      """
      The older trio of rotation callbacks is still sent to a controller that does not implement \
      viewWillTransitionToSize.
      """),
    Rule(
      .c3, .documented, [.qa1890, .classDump("8.0")],
      """
      The window itself carries the transform and gets new bounds; the screen's bounds follow the \
      interface orientation.
      """),
    Rule(
      .c4, .empirical, [.openRadar(22_385_765, 5833), .flex(64), .seed(0)],
      """
      Alerts are real controllers with their own rotation answers. A container that asks a shown \
      alert for its mask may be asked back without end, so such a question counts as a cycle.
      """,
      chinese: "警告框是真正的控制器，有自己的旋转回答。容器向显示着的警告框询问掩码，可能无休止地被反问，所以这样的询问按循环处理。"),
    Rule(
      .c5, .empirical, [.strayWindow],
      """
      A hidden window that has a root controller is asked and turns like a shown one; iOS 7 left \
      hidden windows out.
      """,
      chinese: "有根控制器的隐藏窗口和可见窗口一样被询问、一样旋转；iOS 7 不理会隐藏窗口。"),
    Rule(
      .c6, .documented, [.barHidden],
      """
      On a phone the status bar is hidden by default while the interface is vertically compact, so \
      a bar turned to landscape disappears.
      """),
    Rule(
      .c7, .empirical, [.notes(202), .notes(210)],
      """
      When a full-screen presented controller turns, the presenting one gets \
      viewWillTransitionToSize too, even if its own mask excludes the orientation.
      """),
    Rule(
      .c8, .empirical, [.level49],
      """
      Launching sends neither viewWillTransitionToSize nor willTransitionToTraitCollection.
      """),
    Rule(
      .c9, .documented, [.headers9],
      """
      Setting the status bar's orientation is deprecated from 9.0; it had been limited to manual \
      mode (B-11) since 6.0.
      """),
    Rule(
      .c10, .empirical, [.radar(19_810_773)],
      """
      From 8.0 to 8.4 controllers inside a split view controller get the legacy callbacks twice; \
      an optional quirk.
      """),
    Rule(
      .c11, .documented, [.splitView],
      """
      From 9.0 an app that takes part in multitasking on a pad follows family P instead of asking \
      its pages.
      """),
  ]

  /// Rules new in iOS 13 to 15; all but D-6 still apply later.
  static let groupD: [Rule] = [
    Rule(
      .d1, .documented, [.headers13, .headers16, .sceneOrientation],
      """
      The interface orientation belongs to the window scene. The app-wide bar orientation, key \
      window and bar notifications are deprecated, but still kept up and posted.
      """),
    Rule(
      .d2, .documented, [.headers13, .headers16],
      """
      After a turn the scene's delegate is called with the previous orientation, size and traits.
      """),
    Rule(
      .d3, .documented, [.headers16],
      """
      A window made for a scene starts with that scene's frame and orientation; a window without a \
      scene is on no screen.
      """),
    Rule(
      .d4, .empirical, [.jierong],
      """
      The default style of presentation no longer fills the screen, so a controller presented by \
      default is not asked.
      """),
    Rule(
      .d5, .documented, [.headers16],
      """
      From 15 each scene has its own key window, and a window can refuse to become key through a \
      public property.
      """),
    Rule(
      .d6, .empirical, [.strayWindow2019, .smartDeviceLink(1480)],
      """
      Stray windows behave as before: merely creating a second window with a root controller is \
      enough for it to be asked.
      """),
  ]

  /// Rules of iOS 16 and later: the differences from group D.
  static let groupE: [Rule] = [
    Rule(
      .e1, .documented, [.notes16, .headers16],
      """
      The value of shouldAutorotate changes nothing any more; a page that must not turn says so in \
      its mask.
      """,
      chinese: "shouldAutorotate 的值不再改变任何事；不许旋转的页面用掩码表明。"),
    Rule(
      .e2, .documented, [.headers16, .needsUpdate],
      """
      A controller announces a changed mask or preferred orientation with \
      setNeedsUpdateOfSupportedInterfaceOrientations, which replaces attemptRotation and animates \
      unless animations are disabled.
      """,
      chinese: """
        控制器用 setNeedsUpdateOfSupportedInterfaceOrientations 声明掩码或首选方向已变；它取代 attemptRotation，默认带动\
        画。
        """),
    Rule(
      .e3, .inferred, [.needsUpdate],
      """
      After such an announcement the interface leaves at once an orientation that is no longer in \
      the mask, without waiting for the device to move.
      """),
    Rule(
      .e4, .documented, [.headers16, .geometry],
      """
      requestGeometryUpdate lets the system choose among the orientations that are both requested \
      and supported; an empty request means no preference.
      """,
      chinese: "requestGeometryUpdate 让系统在既被请求又受支持的方向中选择；空请求表示没有偏好。"),
    Rule(
      .e5, .empirical, [.capacitor],
      """
      A request that shares no orientation with the supported ones calls the error handler with \
      UISceneErrorDomain 101 and changes nothing; no exception is raised.
      """,
      chinese: "请求与受支持的方向没有交集时，以 UISceneErrorDomain 101 调用错误处理，什么也不变；不引发异常。"),
    Rule(
      .e6, .empirical, [.flutterOrientation, .orientationLocker, .capacitor],
      """
      Writing UIDevice.orientation is refused and logged as a fault of the client.
      """,
      chinese: "写 UIDevice.orientation 会被拒绝，并作为客户端的错误记入日志。"),
    Rule(
      .e7, .empirical, [.forum, .classDump16],
      """
      The scene decides once and then drives each of its windows to the result.
      """),
    Rule(
      .e8, .documented, [.prefersLocked, .isLocked, .tn3192],
      """
      From 26.0 a controller may prefer its orientation locked. This counts only while the \
      scene is as large as the screen, centred on it and not covered, and is dropped when that \
      ends.
      """,
      chinese: "从 26.0 起，控制器可以要求锁定方向。只有场景与屏幕一样大、居中且没有被遮住时才算数，此后作废。"),
    Rule(
      .e9, .documented, [.sceneOrientation],
      """
      From 26.0 a scene's orientation is read from its effective geometry; the property of its own \
      is deprecated.
      """),
    Rule(
      .e10, .documented, [.delegateMask, .applicationMask, .sceneDelegateMask],
      """
      From 27.0 the scene delegate's mask takes the place of the app's list for that scene, and \
      the list counts where it is not implemented; the app delegate's mask is deprecated.
      """,
      chinese: "从 27.0 起，场景 delegate 的掩码取代该场景的应用方向列表，没有实现时列表算数；应用 delegate 的掩码已弃用。"),
  ]
}
