// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// iOS 8 to 12: the differences from group B.
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
}
