// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// The rules of this project for outputs and windows of a Wayland desktop.
  static let desktopGroup: [Rule] = [
    Rule(
      .w1, .ours, [],
      """
      While rotation is locked no window is asked; locked to what is shown, nothing rotates.
      """,
      chinese: "旋转锁定期间，不询问任何窗口；锁定为当前画面时，什么也不旋转。"),
    Rule(
      .w2, .ours, [],
      """
      A flat or unknown device orientation keeps the last orientation.
      """,
      chinese: "设备平放或方向未知时，保持上一个方向。"),
    Rule(
      .w3, .ours, [],
      """
      Only built-in panels and headless outputs rotate; another output rotates if the \
      configuration names it.
      """,
      chinese: "只有内置面板和无头输出会旋转；其他输出要在配置里点名才旋转。"),
    Rule(
      .w4, .ours, [],
      """
      An output without a focused window follows the device.
      """,
      chinese: "没有焦点窗口的输出跟随设备。"),
    Rule(
      .w5, .ours, [],
      """
      The window with the focus decides about its output, which rotates if the window's rule allows \
      rotation and the orientation.
      """,
      chinese: "由有焦点的窗口决定它所在的输出：它的规则允许旋转和该方向时，输出才旋转。"),
    Rule(
      .w6, .ours, [],
      """
      A focused window that is fullscreen decides alone; no other window of the output is asked.
      """,
      chinese: "全屏的焦点窗口单独决定，不询问该输出的其他窗口。"),
    Rule(
      .w7, .ours, [],
      """
      Another shown window of the output can stop a rotation only if its own rule says that it may \
      veto.
      """,
      chinese: "输出上另一个可见窗口只有在自己的规则写明可以否决时，才能拦住旋转。"),
    Rule(
      .w8, .ours, [],
      """
      Hidden and minimised windows, layer surfaces without a rule and diagnostic windows are never \
      asked.
      """,
      chinese: "隐藏和最小化的窗口、没有规则的 layer surface 以及诊断窗口从不被询问。"),
    Rule(
      .w9, .ours, [],
      """
      A window without a rule allows every orientation, unless the policy for all windows allows \
      fewer.
      """,
      chinese: "没有规则的窗口允许全部方向，除非所有窗口的共同规则限制了它。"),
    Rule(
      .w10, .ours, [],
      """
      A transform that another program sets counts as the user's rotation and is not undone.
      """,
      chinese: "别的程序设置的 transform 视为用户自己的旋转，不与它争。"),
    Rule(
      .w11, .ours, [],
      """
      A window that gets the focus is asked anew: the output takes the device's orientation if \
      the window allows it, else the current one, else its preferred one, else the first that it \
      allows.
      """,
      chinese: "获得焦点的窗口会被重新询问：它支持设备方向时输出采用设备方向，否则采用当前方向，再否则采用它的首选方向，最后采用它支持的第一个。"),
    Rule(
      .w12, .ours, [],
      """
      A rule set that a plug-in brings asks every shown window of the output and decides from \
      their answers; where it cannot decide, nothing turns.
      """,
      chinese: "插件带来的规则集询问输出上每个可见窗口，并按它们的回答决定；它不能决定时，什么也不旋转。"),
    Rule(
      .w13, .ours, [],
      """
      A lock to portrait, to landscape or to one orientation turns the outputs to what it allows: the \
      device's orientation if that is allowed, else the current one, else the first.
      """,
      chinese: "锁定为竖屏、横屏或某一个方向时，输出转到锁定所允许的方向：设备方向若被允许就用它，否则用当前方向，再否则用第一个允许的方向。"),
    Rule(
      .w14, .ours, [],
      """
      What the user asks for is shown without asking any window, as far as a lock allows it, until the \
      device turns or the user frees rotation.
      """,
      chinese: "用户自己要求的方向不询问任何窗口就显示，只要锁定允许，直到设备转动或用户解除锁定为止。"),
  ]
}
