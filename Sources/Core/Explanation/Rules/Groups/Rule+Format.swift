// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// The rules for cases that the platforms leave open; most are choices of this project.
  static let formatGroup: [Rule] = [
    Rule(
      .formatZOrder, .ours, [],
      """
      Windows stack by level and then by creation, later above; they are asked in the order of \
      creation.
      """),
    Rule(
      .formatLaunch, .ours, [],
      """
      A launch event is the first one, and before it no window has been asked; without one the app \
      has launched before step 0.
      """),
    Rule(
      .formatSetUp, .ours, [],
      """
      The bar starts at portrait if the app's list has it, else at the first listed; then the \
      windows are placed in order of creation. No device notification is posted.
      """,
      chinese: "应用的方向列表含有竖屏时状态栏从竖屏开始，否则从列表的第一个开始；然后按创建次序摆放窗口。不发设备通知。"),
    Rule(
      .formatMultitasking, .ours, [],
      """
      Family P applies on a pad from uikit-8 on whenever the conditions of P-1 hold.
      """),
    Rule(
      .formatPlacing, .ours, [],
      """
      A placed window takes the device's orientation if upright and in its mask (not if autorotate \
      is NO), else the bar's, else the first of P, U, R, L; an empty mask raises X-1 unless \
      autorotate is NO.
      """),
    Rule(
      .formatPresenting, .ours, [],
      """
      Full-screen presenting and dismissing ask the new topmost controller: its preferred \
      orientation if implemented, else the bar's, the device's, the first of P, U, R, L that its \
      mask has.
      """),
    Rule(
      .formatTopmost, .ours, [],
      """
      Only a full-screen presentation (automatic too, before uikit-13) makes the presented \
      controller topmost; over-full-screen narrows the mask of the one below; no other style is \
      asked.
      """),
    Rule(
      .formatCycle, .ours, [],
      """
      A question that comes back to a controller of its own chain is answered by the class \
      default, and the step has the conflict forwarding-cycle.
      """,
      chinese: "回到自身链条里某个控制器的询问由类的默认实现回答，这一步带有冲突 forwarding-cycle。"),
    Rule(
      .formatWriter, .ours, [],
      """
      The bar's writer is the window whose write last changed it; writing an equal value changes \
      neither the writer nor posts anything.
      """,
      chinese: "状态栏的写者是最后一次改变它的窗口；写入相同的值既不改变写者，也不发通知。"),
    Rule(
      .formatMainWindow, .ours, [],
      """
      The main window is the first created at normal level. Without a root it turns by the app \
      mask (B-12); any other window without a root takes no part (M-7).
      """),
    Rule(
      .formatKey, .ours, [],
      """
      When the key window is hidden or removed, the one that was key before it and is shown \
      becomes key, else the first shown at normal level. Making a window key does not show it.
      """),
    Rule(
      .formatPage, .ours, [],
      """
      The page is the topmost controller of the key window or, if that is hidden, a follower or \
      diagnostic, of the first shown window at normal level; there may be none.
      """),
    Rule(
      .formatVoter, .ours, [],
      """
      A voter is a window with a root that is neither follower nor diagnostic and that the rule \
      set asks; hidden ones are asked from uikit-8 to uikit-13 unless the file says otherwise.
      """,
      chinese: "参与者是有根控制器、既非跟随者也非诊断窗口、且被该规则集询问的窗口；隐藏的窗口从 uikit-8 到 uikit-13 会被询问，除非文件另有说明。"),
    Rule(
      .formatFollowers, .ours, [],
      """
      Followers take the bar's orientation whenever it changes and when they are shown; the first \
      shown one is the keyboard.
      """),
    Rule(
      .formatScene, .inferred, [.forum],
      """
      From uikit-16 the topmost shown full-size voter that controls the bar decides for the scene, \
      else the key window, else the first; all voters and the bar take the result.
      """),
    Rule(
      .formatArbitration, .ours, [],
      """
      Autonomous: each voter decides and writes the bar. Key-only: the page's window decides for \
      all. Intersection: all must accept. Scene-wide: format:scene.
      """,
      chinese: """
        autonomous：每个参与者自己决定并写状态栏。key-only：页面的窗口替所有窗口决定。intersection：全部必须接受。scene-wide：见 format:\
        scene。
        """),
    Rule(
      .formatDelegate, .ours, [],
      """
      For a window without an entry of its own and without a default the delegate's mask counts as \
      not implemented.
      """),
    Rule(
      .formatDevice, .ours, [],
      """
      The device orientation shown is what an app would read: unknown while notifications are off, \
      unchanged under the lock. Repeating the current value does nothing.
      """,
      chinese: "显示的设备方向是应用会读到的：通知关闭时为 unknown，锁定期间不变。重复当前的值不起作用。"),
    Rule(
      .formatBarHidden, .ours, [.barHidden],
      """
      The bar is hidden on a phone from uikit-8 on while its orientation is a landscape one (C-6).
      """),
    Rule(
      .formatAccelerometer, .ours, [],
      """
      A reading goes to the default classifier; without a time it counts as settled. The clock \
      starts at 0 and stands still where an event has no time.
      """),
    Rule(
      .formatDisplay, .ours, [],
      """
      Except on UIKit a display has one orientation, which bar, page and every window report; the \
      bar's writer is the deciding window.
      """),
  ]
}
