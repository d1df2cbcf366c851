// SPDX-License-Identifier: Apache-2.0
public import Text

/// The texts that precede and follow the explanations of a run.
public enum RunPhrase: String, Phrase {
  /// The line that names file and rule set.
  case source = "{file}, rules {rules} | {file}，规则集 {rules}"
  /// The heading of a step, with its event.
  case step = "step {step}  {event} | 第 {step} 步  {event}"
  /// The name of step 0, the set-up.
  case setUp = "set-up | 建立"
  /// The statement that an exception ended the run early.
  case stopped = "The exception ended the run; later events were not played. | 异常结束了这次运行，之后的事件没有播放。"
  /// The list of the file's keys that the rule set ignores.
  case ignored = "Without effect under {rules}: {keys} | 在 {rules} 下不起作用：{keys}"
}

/// The texts about the effects of other answers on later decisions.
public enum WhatIfPhrase: String, Phrase {
  case heading = "decision {step} with {edits} | 第 {step} 次决定，改为 {edits}"
  case was = "was      {outcome} | 原来  {outcome}"
  case would = "would be {outcome} | 变成  {outcome}"
  case same = "the same: {outcome} | 没有变化：{outcome}"
  case later = "of {number} later decisions {count} would differ: | 之后 {number} 次决定里，有 {count} 次不同："
  case laterSame = "no later decision would differ (of {count}) | 之后的决定（{count} 次）都不变"
  case noneLater = "it is the last decision | 这是最后一次决定"
  case more = "… and {count} more (--json has them) | … 另有 {count} 次（--json 全部列出）"
  case ends = "nothing: the run would have ended before | 没有：运行在此之前就结束了"
  case endsEarly = "nothing: the run had ended before | 没有：原来的运行在此之前就结束了"
}
