// SPDX-License-Identifier: Apache-2.0

/// The sentences about a rotation that the device requested and that did not come.
enum MissedTurnPhrase: String, Phrase {
  case ago = "{0} ago {1} | {0}前，{1}"
  case screen = "the screen did not rotate: {0} | 屏幕没有旋转：{0}"
  case output = "{0} did not rotate: {1} | {0} 没有旋转：{1}"
  case lockSet = """
    rotation was locked, so the screen does not rotate (`swivel unlock` ends that) | \
    旋转被锁定，所以屏幕不旋转（`swivel unlock` 解除）
    """
  case focusNever = "{0} had the focus and its rule allows no rotation | {0} 有焦点，它的规则不允许旋转"
  case focusOnly = "{0} had the focus and its rule allows {1} only | {0} 有焦点，它的规则只允许 {1}"
  case focusNot = "{0} had the focus and its rule does not allow {1} | {0} 有焦点，它的规则不允许 {1}"
  case vetoNever = "{0} vetoed it, as its rule allows no rotation | {0} 否决了它：它的规则不允许旋转"
  case vetoOnly = "{0} vetoed it, as its rule allows {1} only | {0} 否决了它：它的规则只允许 {1}"
  case vetoNot = "{0} vetoed it, as its rule does not allow {1} | {0} 否决了它：它的规则不允许 {1}"
  case focusNeverItself = "{0} had the focus and itself allows no rotation | {0} 有焦点，它自己不允许旋转"
  case focusOnlyItself = "{0} had the focus and itself allows {1} only | {0} 有焦点，它自己只允许 {1}"
  case focusNotItself = "{0} had the focus and itself does not allow {1} | {0} 有焦点，它自己不允许 {1}"
  case vetoNeverItself = "{0} vetoed it, as it allows no rotation | {0} 否决了它：它不允许旋转"
  case vetoOnlyItself = "{0} vetoed it, as it allows {1} only | {0} 否决了它：它只允许 {1}"
  case vetoNotItself = "{0} vetoed it, as it does not allow {1} | {0} 否决了它：它不允许 {1}"
  case silent = "{0} did not answer in time | {0} 没有及时回答"
  case serverRefused = "the compositor refused it | 合成器拒绝了它"
  case serverCancelled = """
    the compositor's outputs kept changing meanwhile | 合成器的输出在此期间一直在变
    """
  case serverUnanswered = "the compositor never confirmed it | 合成器始终没有确认它"
  case serverUnsupported = "the compositor offers no way to rotate it | 合成器没有提供旋转它的办法"
  case seconds = "{0} s | {0} 秒"
  case minutes = "{0} min | {0} 分钟"
  case hours = "{0} h | {0} 小时"
  case and = "{0} and {1} | {0} 和 {1}"
  case laterLine = "#{0} {1} ago: {2} | #{0} {1}前：{2}"
  case more = "… {0} before these (`swivel history`) | … 之前还有 {0} 个（`swivel history`）"
}
