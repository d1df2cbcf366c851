// SPDX-License-Identifier: Apache-2.0

/// Phrases of the layout: labels, headings, marks.
enum LayoutPhrase: Phrase {
  case colon, event, moved, rules, because, blame, since, also, untold, gates, heard, fix, next
  case step, cite, citeMark, thisStep, stepBefore, stepsAgo, alsoBy, also0, gatePassed, gateStopped
  case all, to, from, reasonHidden, reasonHiddenDefault, reasonPlain, reasonSupports, reasonStated
  case sameCured
  case window, level, app, shown, focus, key, via, turn, supports, effect
  case yes, no, keyNo, noName, appRow, delegateRow, deviceRow, limits, focusedVia, itsRule, noRule
  case written, standard, forwarded, containerDelegate, cached, timedOut, failed
  case answers, respondent, respondentSilent, respondentFailed, respondentAbstained
  case respondentTime, ringLinked, ringLibrary, ringClient
  case legend, blameMark, legendBrackets, moreUnasked, moreAsked, noMask, noMaskRaw, listSeparator

  var patterns: (english: String, chinese: String) {
    switch self {
    case .colon: (": ", "：")
    case .event: ("event", "事件")
    case .moved: ("moved", "变化")
    case .rules: ("rules", "规则")
    case .because: ("because", "原因")
    case .blame: ("blame", "责任")
    case .since: ("since", "始于")
    case .also: ("also", "另外")
    case .untold: ("untold", "未知")
    case .gates: ("gates", "关卡")
    case .heard: ("heard", "通知")
    case .fix: ("fix", "办法")
    case .next: ("next", "下一步")
    case .step: ("{0}, step {1} at {2} s", "{0}，第 {1} 步，{2} 秒")
    case .cite: ("{0}: {1}", "{0}：{1}")
    case .citeMark: ("{0} ({1}): {2}", "{0}（{1}）：{2}")
    case .thisStep: ("this step ({0})", "这一步（{0}）")
    case .stepBefore: ("step {0}, the one before", "第 {0} 步，即上一步")
    case .stepsAgo: ("step {0}, {1} steps ago", "第 {0} 步，{1} 步之前")
    case .also0: ("{0} {1}: {2}", "{0} {1}：{2}")
    case .alsoBy: ("{0} {1}: {2} - {3}", "{0} {1}：{2} - {3}")
    case .gatePassed: ("{0} {1} passed ({2})", "{0} {1} 通过（{2}）")
    case .gateStopped: ("{0} {1} stopped ({2})", "{0} {1} 停下（{2}）")
    case .all: ("all", "整体")
    case .to: (" to {0}", " 转到 {0}")
    case .from: (" from {0}", " 来自 {0}")
    case .reasonHidden:
      ("{0} is hidden and was asked all the same. It {1}.", "{0} 是隐藏的，仍然被询问。它{1}。")
    case .reasonHiddenDefault:
      (
        "{0} is hidden and was asked all the same. It {1}, and nobody wrote that answer: "
          + "it is the class's default.",
        "{0} 是隐藏的，仍然被询问。它{1}，没有人写过这个回答：这是类的默认实现。"
      )
    case .reasonPlain: ("{0} {1}.", "{0} {1}。")
    case .reasonSupports: ("{0} and supports {1}", "{0}，并支持 {1}")
    case .reasonStated:
      (" Its application says so: {0}, key {1}.", "这是它的应用自己写的：{0}，键 {1}。")
    case .sameCured: ("{0}  # the same with a cure", "{0}  # 同一场景，加上补救规则")
    default: table
    }
  }

  private var table: (english: String, chinese: String) {
    switch self {
    case .window: ("window", "窗口")
    case .level: ("level", "层级")
    case .app: ("app", "应用")
    case .shown: ("shown", "可见")
    case .focus: ("focus", "焦点")
    case .key: ("key", "key")
    case .via: ("asked via", "询问对象")
    case .turn: ("turn?", "旋转？")
    case .supports: ("supports", "支持方向")
    case .effect: ("effect", "结果")
    case .yes: ("yes", "是")
    case .no: ("NO", "否")
    case .keyNo: ("no", "否")
    case .noName: ("(no name)", "（无名）")
    case .appRow: ("(app)", "（应用）")
    case .delegateRow: ("(delegate)", "（delegate）")
    case .deviceRow: ("(device)", "（设备）")
    case .limits: ("limits", "限制")
    case .focusedVia: ("focused {0}", "焦点 {0}")
    case .itsRule: ("its rule", "自己的规则")
    case .noRule: ("no rule", "没有规则")
    case .written: ("WRITTEN", "写明")
    case .standard: ("DEFAULT", "默认")
    case .forwarded: ("forwarded", "转发")
    case .containerDelegate: ("container-delegate", "容器 delegate")
    case .cached: ("cached", "缓存")
    case .timedOut: ("timed-out", "超时")
    case .failed: ("failed", "违约")
    case .answers: ("answers", "回答者")
    case .respondent: ("{0}: {1} ({2}){3}", "{0}：{1}（{2}）{3}")
    case .respondentSilent: ("{0}: {1} ({2}) was silent too long{3}", "{0}：{1}（{2}）太久没有回答{3}")
    case .respondentFailed: ("{0}: {1} ({2}) broke its contract{3}", "{0}：{1}（{2}）违反了约定{3}")
    case .respondentAbstained:
      ("{0}: {1} ({2}) had no opinion on everything{3}", "{0}：{1}（{2}）并非都有意见{3}")
    case .respondentTime: (", {0}", "，{0}")
    case .ringLinked: ("linked code, ring 1", "内建代码，第 1 环")
    case .ringLibrary: ("library, ring 2", "动态库，第 2 环")
    case .ringClient: ("client, ring 3", "客户端，第 3 环")
    case .legend:
      (
        "P portrait, U upside down, R landscape-right, L landscape-left",
        "P portrait，U portrait-upside-down，R landscape-right，L landscape-left"
      )
    case .blameMark: ("<< to blame", "<< 责任方")
    case .legendBrackets: ("({0})", "（{0}）")
    case .moreUnasked: ("… and {0} more not asked", "… 另有 {0} 个窗口未询问")
    case .moreAsked:
      (
        "… and {0} more, {1} of them asked (--full shows them)",
        "… 另有 {0} 个窗口，其中 {1} 个被询问（--full 全部列出）"
      )
    case .noMask: ("none", "无")
    case .noMaskRaw: ("none (raw {0})", "无（原始值 {0}）")
    default: (", ", "，")
    }
  }
}
