// SPDX-License-Identifier: Apache-2.0

/// Phrases about blame, repairs and their results.
enum BlamePhrase: Phrase {
  case one, each, several, oneChange, changes, forTurn, forAgreement, forNoError, nothingHelps,
    complete
  case searched, sentence, way, and, or, moreWays, lock, theDevice, fix, shortFix, safe
  case changesIntent, needsAuthor
  case takes, eachTakes, agrees, refuses, keeps, follows, leaves, supports, standard, shown, hidden,
    lockOff, allows
  case allowingDevice
  case bothTurn, bothStay, bothAt, apart, bar, turnsTo, staysAt, outputTurns, outputStays
  case matrixTitle, matrixBlockers, everybody

  var patterns: (english: String, chinese: String) {
    switch self {
    case .one: ("{0}, responsibility {1}", "{0}，责任 {1}")
    case .each: ("{0}, responsibility {1} each", "{0}，责任各 {1}")
    case .several: ("{0}; {1}", "{0}；{1}")
    case .oneChange: ("one change is enough {0}", "{0}，改一个就够")
    case .changes: ("{1} changes at once are enough {0}", "{0}，要同时改 {1} 个")
    case .forTurn: ("for {0}", "要转到 {0}")
    case .forAgreement: ("for bar and page to agree", "要让状态栏与页面一致")
    case .forNoError: ("for nothing to be raised", "要不引发错误")
    case .nothingHelps: ("no change of answers is enough {0}", "{0}，改什么回答都不够")
    case .complete: ("complete, {0} tried", "完整，试过 {0} 次")
    case .searched:
      ("searched up to {0} changes, {1} tried", "只搜索到同时改 {0} 个，试过 {1} 次")
    case .sentence: ("{0}; {1} ({2})", "{0}；{1}（{2}）")
    case .way: ("{0}: {1}", "{0}：{1}")
    case .and: ("{0} and {1}", "{0} 与 {1}")
    case .or: ("{0} or {1}", "{0} 或 {1}")
    case .moreWays: ("… and {0} more (--full shows them)", "… 另有 {0} 种（--full 全部列出）")
    case .lock: ("the rotation lock", "旋转锁定")
    case .theDevice: ("the device", "设备")
    case .fix: ("{0}: {1} (predicts: {2})", "{0}：{1}（预测：{2}）")
    case .shortFix: ("; fix: {0}", "；办法：{0}")
    case .safe: ("safe", "安全")
    case .changesIntent: ("changes intent", "改变原意")
    case .needsAuthor: ("needs author", "需要作者")
    default: answers
    }
  }

  private var answers: (english: String, chinese: String) {
    switch self {
    case .takes: ("{0} -> {1}", "{0} -> {1}")
    case .eachTakes: ("{0} -> {1} each", "{0} -> 各自 {1}")
    case .agrees: ("YES to all", "全部 YES")
    case .refuses: ("NO", "回答 NO")
    case .keeps: ("support {0} alone", "只支持 {0}")
    case .follows: ("follow the key window", "跟随 key 窗口")
    case .leaves: ("leave (closed or exempt)", "离开（关闭或豁免）")
    case .supports: ("YES to {0}", "只对 {0} 回答 YES")
    case .standard: ("the default", "默认回答")
    case .shown: ("shown", "显示")
    case .hidden: ("hidden", "隐藏")
    case .lockOff: ("off", "关闭")
    case .allows: ("allow all", "允许全部")
    case .allowingDevice: ("one that allows it", "换成允许的设备")
    case .bothTurn: ("bar and page turn to {0}", "状态栏与页面都转到 {0}")
    case .bothStay: ("bar and page stay {0}", "状态栏与页面都保持 {0}")
    case .bothAt: ("bar and page at {0}", "状态栏与页面都是 {0}")
    case .apart: ("page {0}, bar {1}", "页面 {0}，状态栏 {1}")
    case .bar: ("bar {0}, no page", "状态栏 {0}，没有页面")
    case .turnsTo: ("the display turns to {0}", "屏幕转到 {0}")
    case .staysAt: ("the display stays {0}", "屏幕保持 {0}")
    case .outputTurns: ("the output turns to {0}", "输出转到 {0}")
    case .outputStays: ("the output stays {0}", "输出保持 {0}")
    case .matrixTitle: ("who excludes what", "谁排除什么")
    case .matrixBlockers: ("blockers", "拦阻者")
    default: ("all {0}", "全部 {0} 个")
    }
  }
}
