// SPDX-License-Identifier: Apache-2.0

/// Phrases about a window's answer and name.
enum AnswerPhrase: Phrase {
  case isGone, disabled, openCall, openCalls, wouldTurnBut, heldBut, sceneDelegate, appDelegate
  case device, appList, notAsked, locked, notFor, saidNo, saidYes, saidYesNotFor, onlySupports
  case supports, asksFor, byDefault, byOrigin, written, standard, forwarded, another, container,
    cached
  case timedOut, failed
  case number, removedWindow, window, hiddenWindow, minimisedWindow, it, of, and, comma

  var patterns: (english: String, chinese: String) {
    switch self {
    case .isGone: ("is gone", "已不存在")
    case .disabled: ("has autorotation disabled ({0})", "禁用了自动旋转（{0}）")
    case .openCall: ("{0} open call", "还有 {0} 次调用未配对")
    case .openCalls: ("{0} open calls", "还有 {0} 次调用未配对")
    case .wouldTurnBut: ("would turn, but {0} does not allow {1}", "愿意旋转，但{0}不允许 {1}")
    case .heldBut: ("is held: {0} does not allow {1}", "被卡住：{0}不允许 {1}")
    case .sceneDelegate: ("the scene delegate", "场景 delegate ")
    case .appDelegate: ("the app delegate", "应用 delegate ")
    case .device: ("the device", "设备")
    case .appList: ("the app's list", "应用的方向列表")
    case .notAsked: ("was not asked ({0})", "没有被询问（{0}）")
    case .locked: ("prefers its orientation locked", "要求锁定自己的方向")
    case .notFor: ("{0}, but not for {1} (supports {2}{3})", "{0}，但不包括 {1}（只支持 {2}{3}）")
    case .saidNo: ("said NO", "回答 NO")
    case .saidYes: ("said YES", "回答 YES")
    case .saidYesNotFor: ("said YES, but not for {0}", "回答 YES，但不包括 {0}")
    case .onlySupports: ("does not support {0} (only {1}{2})", "不支持 {0}（只支持 {1}{2}）")
    case .supports: ("supports {0}{1}", "支持 {0}{1}")
    case .asksFor: ("asks for {0} ({1})", "请求 {0}（{1}）")
    case .byDefault: (" by default", "，默认值")
    case .byOrigin: (", {0}", "，{0}")
    default: origins
    }
  }

  private var origins: (english: String, chinese: String) {
    switch self {
    case .written: ("answered {0} (written)", "回答 {0}（写明）")
    case .standard: ("answered {0} by default", "默认回答 {0}")
    case .forwarded: ("answered {0}, forwarded from {1}", "回答 {0}，由 {1} 转发")
    case .another: ("another", "另一个控制器")
    case .container: ("answered {0} by its container's delegate", "由容器的 delegate 回答 {0}")
    case .cached: ("answered {0} earlier (cached)", "先前回答过 {0}（缓存）")
    case .timedOut: ("was silent too long, which counts as {0}", "太久没有回答，按 {0} 算")
    case .failed: ("broke its contract, which counts as {0}", "违反了约定，按 {0} 算")
    case .number: ("number {0}", "{0} 号")
    case .removedWindow: ("removed window {0}", "已移除的窗口 {0}")
    case .window: ("window {0}", "窗口 {0}")
    case .hiddenWindow: ("hidden window {0}", "隐藏窗口 {0}")
    case .minimisedWindow: ("minimised window {0}", "最小化窗口 {0}")
    case .it: ("it {0}", "它{0}")
    case .of: ("{0} {1}", "{0} {1}")
    case .and: ("{0} and {1}", "{0}、{1}")
    default: (", ", "、")
    }
  }
}
