// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// iOS 6 and 7, mostly valid since: masks instead of one question per orientation.
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
      or dismissed. Push, pop and a change of tab ask nobody.
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
      controller is told. Other windows without one: M-7.
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
}
