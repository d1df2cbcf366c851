// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Text

struct EventWords {
  private let evidence: Evidence

  init(_ evidence: Evidence) { self.evidence = evidence }

  private func say(_ phrase: EventPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  var text: String {
    switch evidence.verdict.event {
    case .setUp: say(.setUp)
    case .observe: say(.observe)
    case .addExempt(let window, _): say(.exemptAdded, evidence.quotedName(of: window.id))
    case .device(let event): words(event)
    case .app(let event): words(event)
    case .window(let id, .shell(let shell)) where isNewRule(shell, of: id):
      evidence.say(DesktopPhrase.newRule, evidence.quotedName(of: id))
    case .window(let id, let event): words(event, on: evidence.quotedName(of: id))
    case .add(let window, let makesKey): added(evidence.quotedName(of: window.id), makesKey)
    case .output(let event): words(event)
    case .answer: say(.answer)
    case .abstained: say(.abstained)
    case .policyFailed: say(.policyFailed)
    case .deadline: say(.deadline)
    case .applied: say(.applied)
    }
  }

  /// Returns whether new traits differ from a window's traits before in those of its rule only.
  private func isNewRule(_ shell: ShellTraits, of id: WindowID) -> Bool {
    guard var old = evidence.verdict.before.window(id)?.shell else { return false }
    old.mayVeto = shell.mayVeto
    old.cure = shell.cure
    old.hasRule = shell.hasRule
    old.isLimitedByCommonPolicy = shell.isLimitedByCommonPolicy
    old.statedIn = shell.statedIn
    return old == shell
  }

  private func added(_ window: String, _ makesKey: Bool) -> String {
    guard evidence.turnsOutputs else {
      return say(makesKey ? .windowAddedKey : .windowAdded, window)
    }
    return evidence.say(makesKey ? DesktopPhrase.windowAddedKey : .windowAdded, window)
  }

  private func words(_ event: DeviceEvent) -> String {
    let words = evidence.vocabulary
    return switch event {
    case .turned(let value) where evidence.turnsOutputs:
      evidence.say(DesktopPhrase.wasTurned, words.device(value))
    case .turned(let value): say(.turned, words.device(value))
    case .forced(let value): say(.forced, words.device(value))
    case .rotationLock(let isLocked): say(isLocked ? .lockOn : .lockOff)
    case .setting(.userLock(let lock)):
      lock.map { lock in words.lock(lock).map { say(.lockedTo, $0) } ?? say(.lockOn) }
        ?? say(.lockOff)
    case .setting(.userRotation(let rotation)):
      rotation.map { say(.userTurned, evidence.word($0)) } ?? say(.userFreed)
    case .setting(.posture(let posture)):
      switch posture {
      case .tablet: say(.tabletOn)
      case .clamshell: say(.tabletOff)
      case .foldedClamshell: say(.tabletWithMouse)
      }
    case .setting(.split(let isSplit)): say(isSplit ? .splitOn : .splitOff)
    case .setting: say(.setting)
    case .generating(let begins): say(begins ? .notificationsOn : .notificationsOff)
    }
  }

  private func words(_ event: AppEvent) -> String {
    switch event {
    case .background: say(.background)
    case .foreground: say(.foreground)
    case .setDelegate(let masks): say(masks == nil ? .delegateRemoved : .delegateSet)
    case .attemptRotation: say(.attemptRotation)
    case .setStatusBar(let wanted): say(.statusBar, wanted.name)
    case .resize(let isFull): say(isFull ? .sceneFull : .scenePart)
    case .focusText(let window):
      window.map { say(.textFocus, evidence.quotedName(of: $0)) } ?? say(.textFocusGone)
    case .setPolicy(let controller, _): say(.policy, UntrustedText(controller).quotedName())
    }
  }

  private func words(_ event: WindowEvent, on window: String) -> String {
    switch event {
    case .remove:
      evidence.turnsOutputs
        ? evidence.say(DesktopPhrase.windowRemoved, window) : say(.removed, window)
    case .show: say(.shown, window)
    case .hide: say(.hidden, window)
    case .makeKey: say(evidence.turnsOutputs ? .focused : .key, window)
    case .resignKey: say(.resigned, window)
    case .setRoot where evidence.turnsOutputs: evidence.say(DesktopPhrase.newRule, window)
    case .setRoot(let root):
      root.map { say(.root, window, UntrustedText($0.id).quotedName()) } ?? say(.rootless, window)
    case .present(let presentation):
      say(
        .presented, window, UntrustedText(presentation.controller.id).quotedName(),
        presentation.style.rawValue)
    case .dismiss: say(.dismissed, window)
    case .push(let controller): say(.pushed, window, UntrustedText(controller.id).quotedName())
    case .pop: say(.popped, window)
    case .select(let child): say(.selected, window, UntrustedText(child).quotedName())
    case .setNeedsUpdate: say(.needsUpdate, window)
    case .requestGeometry(let mask): say(.geometry, window, mask.letters(evidence.language))
    case .disableAutorotation: say(.disabled, window)
    case .enableAutorotation: say(.enabled, window)
    case .setting(.lock): say(.lock, window)
    case .setting(.floated(let isFloated)): say(isFloated ? .floated : .unfloated, window)
    case .setting(.onExternalDisplay(let isOutside)):
      say(isOutside ? .movedOut : .movedIn, window)
    case .setting: say(.request, window)
    case .shell: say(.shell, window)
    }
  }

  private func words(_ event: OutputEvent) -> String {
    switch event {
    case .add(let output): say(.outputAdded, UntrustedText(output.name).name())
    case .remove(let id): say(.outputRemoved, outputName(id))
    case .transform(let id, let transform):
      say(.outputTransform, outputName(id), transform.words(evidence.language))
    case .configure(let id, let change): words(change, on: outputName(id))
    case .rotated(let id, let orientation):
      say(.outputRotated, outputName(id), orientation.name)
    case .release: say(.release)
    case .awake: say(.awake)
    case .restore: say(.restore)
    }
  }

  private func words(_ change: OutputPolicy.Change, on output: String) -> String {
    switch change {
    case .isManaged(let isManaged): say(isManaged ? .outputTurns : .outputLeft, output)
    case .overrulesOthers(let overrules):
      say(overrules ? .outputOverrules : .outputRespects, output)
    case .target(.fixed(let transform)):
      say(.outputFixed, output, transform.words(evidence.language))
    case .target(.follow(let name)): say(.outputFollows, output, UntrustedText(name).name())
    case .target(nil): say(.outputFree, output)
    }
  }

  private func outputName(_ id: OutputID) -> String { evidence.name(of: id) }
}

/// The texts about events.
enum EventPhrase: String, Phrase {
  case setUp = "the windows were set up | 窗口已建好"
  case observe = "nothing happened | 什么也没有发生"
  case exemptAdded = "diagnostic window {window} was added | 加入了诊断窗口 {window}"
  case windowAdded = "window {window} was added | 加入了窗口 {window}"
  case windowAddedKey = "window {window} was added and made key | 加入了窗口 {window} 并设为 key 窗口"
  case answer = "a policy answered | 一个策略作了回答"
  case abstained = "a policy had no opinion | 一个策略没有意见"
  case policyFailed = "a policy broke its contract | 一个策略违反了约定"
  case deadline = "a deadline passed | 一个期限已到"
  case applied = "the display server answered | 显示服务器作了答复"
  case turned = "the device turned to {orientation} | 设备转到 {orientation}"
  case forced = "the app wrote {orientation} into the device | 应用把 {orientation} 强行写入设备方向"
  case lockOn = "rotation was locked | 旋转已被锁定"
  case lockOff = "rotation was unlocked | 旋转已被解锁"
  case lockedTo = "rotation was locked to {lock} | 旋转被锁定为 {lock}"
  case userTurned = "the user asked for {orientation} | 用户要求 {orientation}"
  case userFreed = "the user's own rotation ended | 用户自己的旋转结束"
  case tabletOn = "the device became a tablet | 设备变成平板"
  case tabletOff = "the device is no tablet any more | 设备不再是平板"
  case tabletWithMouse = "the device is folded like a tablet and used with a mouse | 设备折成平板并使用鼠标"
  case splitOn = "two windows share the screen | 两个窗口分屏"
  case splitOff = "the split screen ended | 分屏结束"
  case setting = "a setting of the device changed | 设备的一项设置变了"
  case notificationsOn = "device notifications were begun | 开始发送设备方向通知"
  case notificationsOff = "device notifications were ended | 停止发送设备方向通知"
  case background = "the app went to the background | 应用进入后台"
  case foreground = "the app came to the foreground | 应用回到前台"
  case delegateRemoved = "the delegate's mask was removed | delegate 的掩码被去掉"
  case delegateSet = "the delegate's mask was set | delegate 的掩码已设定"
  case attemptRotation = "the app had all windows try to turn | 应用让所有窗口都尝试旋转"
  case statusBar = "the app set the status bar to {orientation} | 应用把状态栏设为 {orientation}"
  case sceneFull = "the scene got the whole screen | 场景占满整个屏幕"
  case scenePart = "the scene got a part of the screen | 场景只占屏幕的一部分"
  case textFocus = "window {window} got the text focus | 窗口 {window} 得到输入焦点"
  case textFocusGone = "no window has the text focus any more | 输入焦点消失"
  case policy = "the answers of {controller} were changed | {controller} 的回答被改了"
  case removed = "window {window} was removed | 窗口 {window} 被移除"
  case shown = "window {window} was shown | 窗口 {window} 被显示"
  case hidden = "window {window} was hidden | 窗口 {window} 被隐藏"
  case focused = "window {window} got the focus | 窗口 {window} 得到焦点"
  case key = "window {window} became key | 窗口 {window} 成为 key 窗口"
  case resigned = "window {window} lost the focus | 窗口 {window} 失去焦点"
  case root = "window {window} got the root {controller} | 窗口 {window} 得到根控制器 {controller}"
  case rootless = "window {window} lost its root | 窗口 {window} 失去根控制器"
  case presented = """
    window {window} presented {controller} ({style}) | 窗口 {window} 弹出 {controller}（{style}）
    """
  case dismissed = "window {window} dismissed a presentation | 窗口 {window} 收起弹出的控制器"
  case pushed = "window {window} pushed {controller} | 窗口 {window} push 了 {controller}"
  case popped = "window {window} popped a controller | 窗口 {window} pop 了一个控制器"
  case selected = "window {window} selected {controller} | 窗口 {window} 切换到 {controller}"
  case needsUpdate = "window {window} announced changed masks | 窗口 {window} 声明掩码已变"
  case geometry = "window {window} asked for one of {mask} | 窗口 {window} 请求 {mask} 之一"
  case disabled = "autorotation was disabled in window {window} | 窗口 {window} 的自动旋转被禁用"
  case enabled = "autorotation was enabled in window {window} | 窗口 {window} 的自动旋转被启用"
  case request = "window {window} asked for another orientation | 窗口 {window} 请求另一个方向"
  case lock = "window {window} changed its orientation lock | 窗口 {window} 改了自己的方向锁"
  case floated = "window {window} floats now | 窗口 {window} 开始浮动"
  case unfloated = "window {window} floats no longer | 窗口 {window} 不再浮动"
  case movedOut = "window {window} moved to an external display | 窗口 {window} 移到外接屏幕"
  case movedIn = "window {window} moved to the internal display | 窗口 {window} 移到内置屏幕"
  case shell = "window {window} changed its state | 窗口 {window} 的状态变了"
  case outputAdded = "output {output} appeared | 输出 {output} 出现"
  case outputRemoved = "output {output} went away | 输出 {output} 消失"
  case outputTransform = "output {output} reported {transform} | 输出 {output} 报告 {transform}"
  case outputTurns = "output {output} turns with the device from now on | 输出 {output} 从现在起随设备旋转"
  case outputLeft = """
    output {output} no longer turns with the device and stays as it is | \
    输出 {output} 不再随设备旋转，并保持现状
    """
  case outputFixed = "output {output} now always shows {transform} | 输出 {output} 现在始终显示 {transform}"
  case outputFollows = "output {output} now follows output {leader} | 输出 {output} 现在跟随输出 {leader}"
  case outputFree = """
    output {output} no longer has a fixed transform or a leader | 输出 {output} 不再固定，也不再跟随其他输出
    """
  case outputRotated = "the user rotated {output} to {orientation} | 用户把 {output} 旋转到 {orientation}"
  case outputOverrules = """
    rotations of output {output} by other programs are undone from now on | \
    其他程序对输出 {output} 的旋转从现在起会被改回
    """
  case outputRespects = """
    rotations of output {output} by other programs are kept from now on | \
    其他程序对输出 {output} 的旋转从现在起会保留
    """
  case release = "the outputs follow the device no longer | 输出不再跟随设备"
  case awake = "the machine has woken up | 机器已从睡眠中醒来"
  case restore = "the outputs are restored | 输出被恢复原状"
  case outputNumber = "number {number} | {number} 号"
  case asksFor = "{event}, which asks for {orientation} | {event}，请求转到 {orientation}"
}
