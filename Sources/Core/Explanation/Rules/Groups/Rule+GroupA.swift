// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// iOS 5 and earlier: a controller is asked for each orientation by name.
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
}
