// SPDX-License-Identifier: Apache-2.0
public import Explanation

/// The phrases of a report that are not part of an explanation.
public enum ReportPhrase: Phrase {
  case before, during, after
  case flat, more, barUp, windowUp, barHidden, hidden, key, exempt, toBlame
  case up, right, down, left
  case device, bar, page, conflicts, timeline, timelineHelp
  case steps, step, of, leftOut, same, details, left0
  case window, app, level, shown, viaWhom, turn, supports, effect, yes, no
  case because, fix, gates, heard, next, also, since, blame, moved, event
  case rules, sources, passed, stopped, decision, madeBy, skip, outcomes, daemon

  /// The patterns, which use the same parameters.
  public var patterns: (english: String, chinese: String) {
    switch self {
    case .before: ("before", "之前")
    case .during: ("during", "转动中")
    case .after: ("after", "之后")
    case .flat: ("lying flat", "平放")
    case .more: ("and {0} more windows", "另有 {0} 个窗口")
    case .barUp: ("the status bar's top points {0}", "状态栏的上边朝{0}")
    case .windowUp: ("the top of \"{0}\" points {1}", "“{0}”的上边朝{1}")
    case .barHidden: ("bar hidden", "状态栏隐藏")
    case .hidden: ("hidden", "隐藏")
    case .key: ("key", "主窗口")
    case .exempt: ("diagnostic", "诊断")
    case .toBlame: ("to blame", "肇因")
    case .up: ("up", "上")
    case .right: ("right", "右")
    case .down: ("down", "下")
    case .left: ("left", "左")
    case .device: ("device asks for", "设备要求")
    case .bar: ("status bar", "状态栏")
    case .page: ("page", "页面")
    case .conflicts: ("conflicts", "冲突")
    case .timeline: ("Timeline", "时间线")
    case .timelineHelp:
      (
        "One column a step, from {0} to {1}. P portrait, U upside down, R landscape-right, "
          + "L landscape-left; ▲ a conflict stands.",
        "每一列是一步，从第 {0} 步到第 {1} 步。P 竖直，U 倒置，R 右横屏，L 左横屏；▲ 有冲突。"
      )
    case .steps: ("Steps", "步骤")
    case .step: ("Step {0}", "第 {0} 步")
    case .of: ("{0} steps, rules {1}", "{0} 步，规则集 {1}")
    case .leftOut:
      ("{0} earlier steps are not in this report.", "更早的 {0} 步不在这份报告里。")
    case .same: ("The same as", "同")
    case .details: ("Who was asked, why, and what helps", "问了谁、为什么、怎么办")
    case .left0:
      (
        "No room for the details here; `swivel explain` has them.",
        "这里放不下细节；可用 `swivel explain` 查看。"
      )
    case .window: ("window", "窗口")
    case .app: ("app", "应用")
    case .level: ("level", "层级")
    case .shown: ("shown", "可见")
    case .viaWhom: ("asked via", "经由")
    case .turn: ("turn?", "转吗？")
    case .supports: ("supports", "支持")
    case .effect: ("effect", "结果")
    case .yes: ("yes", "是")
    case .no: ("no", "否")
    case .because: ("Because", "原因")
    case .fix: ("What helps", "怎么办")
    case .gates: ("Gates", "关卡")
    case .heard: ("What the app heard", "应用收到的")
    case .next: ("Next", "下一步")
    case .also: ("Also", "另外")
    case .since: ("Since", "始于")
    case .blame: ("Blame", "责任")
    case .moved: ("Moved", "变化")
    case .event: ("Event", "事件")
    case .rules: ("Rules", "规则")
    case .sources: ("Sources", "出处")
    case .passed: ("passed", "通过")
    case .stopped: ("stopped", "止步")
    case .decision: ("the whole decision", "整个决定")
    case .madeBy: ("Made by swivel {0}.", "由 swivel {0} 生成。")
    case .skip: ("Skip to the steps", "跳到步骤")
    case .outcomes: ("Outcomes", "结果统计")
    case .daemon: ("What the running daemon decided", "正在运行的守护进程的决定")
    }
  }
}
