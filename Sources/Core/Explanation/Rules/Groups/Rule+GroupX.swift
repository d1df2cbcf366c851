// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// Exceptions, and ways to avoid them.
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
