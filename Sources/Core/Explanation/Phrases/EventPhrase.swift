// SPDX-License-Identifier: Apache-2.0

/// What happened.
enum EventPhrase: Phrase {
  case setUp, observe, exemptAdded, windowAdded, windowAddedKey, answer, abstained, policyFailed
  case deadline
  case applied, turned, forced, lockOn, lockOff, lockedTo, userTurned, userFreed, tabletOn,
    tabletOff, setting,
    notificationsOn, notificationsOff
  case background, foreground, delegateRemoved, delegateSet, attemptRotation, statusBar
  case sceneFull, scenePart, textFocus, textFocusGone, policy
  case removed, shown, hidden, focused, key, resigned, root, rootless, presented, dismissed
  case pushed, popped, selected, needsUpdate, geometry, disabled, enabled, request, lock, shell
  case outputAdded, outputRemoved, outputTransform, outputTurns, outputLeft, outputFixed,
    outputFollows, outputFree, outputOverrules, outputRespects, release, awake, restore
  case outputNumber
  case asksFor, equals

  var patterns: (english: String, chinese: String) {
    switch self {
    case .setUp: ("the windows were set up", "窗口已建好")
    case .observe: ("nothing happened", "什么也没有发生")
    case .exemptAdded: ("diagnostic window {0} was added", "加入了诊断窗口 {0}")
    case .windowAdded: ("window {0} was added", "加入了窗口 {0}")
    case .windowAddedKey: ("window {0} was added and made key", "加入了窗口 {0} 并设为 key 窗口")
    case .answer: ("a policy answered", "一个策略作了回答")
    case .abstained: ("a policy had no opinion", "一个策略没有意见")
    case .policyFailed: ("a policy broke its contract", "一个策略违反了约定")
    case .deadline: ("a deadline passed", "一个期限已到")
    case .applied: ("the display server answered", "显示服务器作了答复")
    case .turned: ("the device turned to {0}", "设备转到 {0}")
    case .forced: ("the app wrote {0} into the device", "应用把 {0} 强行写入设备方向")
    case .lockOn: ("the rotation lock went on", "旋转锁定已打开")
    case .lockOff: ("the rotation lock went off", "旋转锁定已关闭")
    case .lockedTo: ("the rotation was locked to {0}", "旋转被锁定为 {0}")
    case .userTurned: ("the user asked for {0}", "用户要求 {0}")
    case .userFreed: ("the user's own rotation ended", "用户自己的旋转结束")
    case .tabletOn: ("the device became a tablet", "设备变成平板")
    case .tabletOff: ("the device is no tablet any more", "设备不再是平板")
    case .setting: ("a setting of the device changed", "设备的一项设置变了")
    case .notificationsOn: ("device notifications were begun", "开始发送设备方向通知")
    case .notificationsOff: ("device notifications were ended", "停止发送设备方向通知")
    case .background: ("the app went to the background", "应用进入后台")
    case .foreground: ("the app came to the foreground", "应用回到前台")
    case .delegateRemoved: ("the delegate's mask was removed", "delegate 的掩码被去掉")
    case .delegateSet: ("the delegate's mask was set", "delegate 的掩码已设定")
    case .attemptRotation: ("the app had all windows try to turn", "应用让所有窗口都尝试旋转")
    case .statusBar: ("the app set the status bar to {0}", "应用把状态栏设为 {0}")
    case .sceneFull: ("the scene got the whole screen", "场景占满整个屏幕")
    case .scenePart: ("the scene got a part of the screen", "场景只占屏幕的一部分")
    case .textFocus: ("window {0} got the text focus", "窗口 {0} 得到输入焦点")
    case .textFocusGone: ("the text focus went", "输入焦点消失")
    case .policy: ("the answers of {0} were changed", "{0} 的回答被改了")
    default: windowPatterns
    }
  }

  private var windowPatterns: (english: String, chinese: String) {
    switch self {
    case .removed: ("window {0} was removed", "窗口 {0} 被移除")
    case .shown: ("window {0} was shown", "窗口 {0} 被显示")
    case .hidden: ("window {0} was hidden", "窗口 {0} 被隐藏")
    case .focused: ("window {0} got the focus", "窗口 {0} 得到焦点")
    case .key: ("window {0} got key", "窗口 {0} 成为 key 窗口")
    case .resigned: ("window {0} lost the focus", "窗口 {0} 失去焦点")
    case .root: ("window {0} got the root {1}", "窗口 {0} 得到根控制器 {1}")
    case .rootless: ("window {0} lost its root", "窗口 {0} 失去根控制器")
    case .presented: ("window {0} presented {1} ({2})", "窗口 {0} 弹出 {1}（{2}）")
    case .dismissed: ("window {0} dismissed a presentation", "窗口 {0} 收起弹出的控制器")
    case .pushed: ("window {0} pushed {1}", "窗口 {0} push 了 {1}")
    case .popped: ("window {0} popped a controller", "窗口 {0} pop 了一个控制器")
    case .selected: ("window {0} selected {1}", "窗口 {0} 切换到 {1}")
    case .needsUpdate: ("window {0} announced changed masks", "窗口 {0} 声明掩码已变")
    case .geometry: ("window {0} asked for one of {1}", "窗口 {0} 请求 {1} 之一")
    case .disabled: ("autorotation was disabled in window {0}", "窗口 {0} 的自动旋转被禁用")
    case .enabled: ("autorotation was enabled in window {0}", "窗口 {0} 的自动旋转被启用")
    case .request: ("window {0} asked for another orientation", "窗口 {0} 请求另一个方向")
    case .lock: ("window {0} changed its orientation lock", "窗口 {0} 改了自己的方向锁")
    case .shell: ("window {0} changed its state", "窗口 {0} 的状态变了")
    case .outputAdded: ("output {0} appeared", "输出 {0} 出现")
    case .outputRemoved: ("output {0} went away", "输出 {0} 消失")
    case .outputTransform: ("output {0} reported {1}", "输出 {0} 报告 {1}")
    case .outputTurns: ("output {0} turns with the device from now on", "输出 {0} 从现在起随设备旋转")
    case .outputLeft: ("output {0} no longer turns with the device", "输出 {0} 不再随设备旋转")
    case .outputFixed: ("output {0} now always shows {1}", "输出 {0} 现在始终显示 {1}")
    case .outputFollows: ("output {0} now follows output {1}", "输出 {0} 现在跟随输出 {1}")
    case .outputFree:
      ("output {0} no longer has a fixed transform or a leader", "输出 {0} 不再固定，也不再跟随其他输出")
    case .outputOverrules:
      ("what another program makes of output {0} is set back", "其他程序对输出 {0} 的改动会被改回")
    case .outputRespects:
      ("what another program makes of output {0} stands", "其他程序对输出 {0} 的改动会保留")
    case .release: ("the device is not followed any more", "不再跟随设备")
    case .awake: ("the machine has woken up", "机器已从睡眠中醒来")
    case .restore: ("the outputs are put back", "输出被恢复原状")
    case .outputNumber: ("number {0}", "{0} 号")
    case .asksFor: ("{0}, which asks for {1}", "{0}，请求转到 {1}")
    default: ("{0} = {1}", "{0} = {1}")
    }
  }
}
