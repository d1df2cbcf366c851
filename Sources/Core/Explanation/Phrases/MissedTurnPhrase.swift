// SPDX-License-Identifier: Apache-2.0

/// The texts about a rotation that the device requested and that was not made.
enum MissedTurnPhrase: String, Phrase {
  case ago = "{time} ago {outcome} | {time}前，{outcome}"
  case screen = "the screen did not rotate: {why} | 屏幕没有旋转：{why}"
  case output = "{outputs} did not rotate: {why} | {outputs} 没有旋转：{why}"
  case lockSet = """
    rotation was locked, so the screen does not follow the device (`swivel unlock` ends that) | \
    旋转被锁定，所以屏幕不跟随设备（`swivel unlock` 解除）
    """
  case focusNever = "{app} had the focus and its rule allows no rotation | {app} 有焦点，其规则不允许旋转"
  case focusOnly = "{app} had the focus and its rule allows {modes} only | {app} 有焦点，其规则只允许 {modes}"
  case focusNot = "{app} had the focus and its rule does not allow {edge} | {app} 有焦点，其规则不允许 {edge}"
  case vetoNever = "{app} vetoed it, as its rule allows no rotation | {app} 否决了它：它的规则不允许旋转"
  case vetoOnly = "{app} vetoed it, as its rule allows {modes} only | {app} 否决了它：它的规则只允许 {modes}"
  case vetoNot = "{app} vetoed it, as its rule does not allow {edge} | {app} 否决了它：它的规则不允许 {edge}"
  case focusNeverPolicy = """
    {app} had the focus and the policy for all windows allows no rotation | \
    {app} 有焦点，所有窗口的共同规则不允许旋转
    """
  case focusOnlyPolicy = """
    {app} had the focus and the policy for all windows allows {modes} only | \
    {app} 有焦点，所有窗口的共同规则只允许 {modes}
    """
  case focusNotPolicy = """
    {app} had the focus and the policy for all windows does not allow {edge} | \
    {app} 有焦点，所有窗口的共同规则不允许 {edge}
    """
  case vetoNeverPolicy = """
    {app} vetoed it, as the policy for all windows allows no rotation | \
    {app} 否决了它：所有窗口的共同规则不允许旋转
    """
  case vetoOnlyPolicy = """
    {app} vetoed it, as the policy for all windows allows {modes} only | \
    {app} 否决了它：所有窗口的共同规则只允许 {modes}
    """
  case vetoNotPolicy = """
    {app} vetoed it, as the policy for all windows does not allow {edge} | \
    {app} 否决了它：所有窗口的共同规则不允许 {edge}
    """
  case focusNeverItself = "{app} had the focus and allows no rotation | {app} 有焦点，它自己不允许旋转"
  case focusOnlyItself = "{app} had the focus and allows {modes} only | {app} 有焦点，它自己只允许 {modes}"
  case focusNotItself = "{app} had the focus and does not allow {edge} | {app} 有焦点，它自己不允许 {edge}"
  case vetoNeverItself = "{app} vetoed it, as it allows no rotation | {app} 否决了它：它不允许旋转"
  case vetoOnlyItself = "{app} vetoed it, as it allows {modes} only | {app} 否决了它：它只允许 {modes}"
  case vetoNotItself = "{app} vetoed it, as it does not allow {edge} | {app} 否决了它：它不允许 {edge}"
  case silent = "{app} did not answer in time | {app} 没有及时回答"
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
