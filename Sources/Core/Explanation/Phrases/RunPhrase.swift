// SPDX-License-Identifier: Apache-2.0

/// The phrases around the explanations of a run.
public enum RunPhrase: Phrase {
  /// File and rule set.
  case source
  /// A step and its event.
  case step
  /// The event of step 0.
  case setUp
  /// The statement that an exception ended the run early.
  case stopped
  /// The parts of the file that the rule set ignores.
  case ignored

  /// The patterns, with the same placeholders in each.
  public var patterns: (english: String, chinese: String) {
    switch self {
    case .source: ("{0}, rules {1}", "{0}，规则集 {1}")
    case .step: ("step {0}  {1}", "第 {0} 步  {1}")
    case .setUp: ("set-up", "建立")
    case .stopped:
      (
        "The exception ended the run; later events were not played.",
        "异常结束了这次运行，之后的事件没有播放。"
      )
    case .ignored: ("Without effect under {0}: {1}", "在 {0} 下不起作用：{1}")
    }
  }
}
