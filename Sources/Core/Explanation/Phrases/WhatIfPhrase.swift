// SPDX-License-Identifier: Apache-2.0

/// Phrases about the effects of other answers.
public enum WhatIfPhrase: Phrase {
  case heading, was, would, same, later, laterSame, noneLater, more, ends, endsEarly

  /// The patterns, which use the same parameters.
  public var patterns: (english: String, chinese: String) {
    switch self {
    case .heading: ("decision {0} with {1}", "第 {0} 次决定，改为 {1}")
    case .was: ("was      {0}", "原来  {0}")
    case .would: ("would be {0}", "变成  {0}")
    case .same: ("the same: {0}", "没有变化：{0}")
    case .later: ("of {0} later decisions {1} would differ:", "之后的 {0} 次决定里，有 {1} 次不同：")
    case .laterSame: ("nothing that came later would differ ({0} decisions)", "之后的决定（{0} 次）都不变")
    case .noneLater: ("it is the last decision", "这是最后一次决定")
    case .more: ("… and {0} more (--json has them)", "… 另有 {0} 次（--json 全部列出）")
    case .ends: ("nothing: the run would have ended before", "没有：运行在此之前就结束了")
    case .endsEarly: ("nothing: the run had ended before", "没有：原来的运行在此之前就结束了")
    }
  }
}
