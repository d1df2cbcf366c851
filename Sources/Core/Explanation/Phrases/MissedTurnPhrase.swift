// SPDX-License-Identifier: Apache-2.0
import Text

/// The texts about a rotation that the device requested and that was not made.
enum MissedTurnPhrase: String, Phrase {
  case ago = "{time} ago {outcome} | {time}前，{outcome}"
  case screen = "the screen did not rotate: {why} | 屏幕没有旋转：{why}"
  case output = "{outputs} did not rotate: {why} | {outputs} 没有旋转：{why}"
  case lockSet = """
    rotation was locked, so the screen does not follow the device (`swivel unlock` ends that) | \
    旋转被锁定，所以屏幕不跟随设备（`swivel unlock` 解除）
    """
  case focus = "{app} had the focus and {reason} | {app} 有焦点，{reason}"
  case veto = "{app} vetoed it, as {reason} | {app} 否决了它：{reason}"
  case serverRefused = "the compositor refused it | 合成器拒绝了它"
  case serverCancelled = "the compositor's outputs kept changing meanwhile | 合成器的输出在此期间一直在变"
  case serverUnanswered = "the compositor never confirmed it | 合成器始终没有确认它"
  case serverUnsupported = "the compositor offers no way to rotate it | 合成器没有提供旋转它的办法"
  case seconds = "{count} s | {count} 秒"
  case minutes = "{count} min | {count} 分钟"
  case hours = "{count} h | {count} 小时"
  case and = "{first} and {last} | {first} 和 {last}"
  case laterLine = "#{step} {time} ago: {outcome} | #{step} {time}前：{outcome}"
  case more = "… {count} before these (`swivel history`) | … 之前还有 {count} 个（`swivel history`）"
}
