// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// Multitasking on a pad, from iOS 9 on; overrides the other groups on that idiom.
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
