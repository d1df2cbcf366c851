// SPDX-License-Identifier: Apache-2.0
import Text

/// The texts about a window's answer, and the names of windows.
enum AnswerPhrase: String, Phrase {
  case isGone = "{window} is gone | {window} 已不存在"
  case disabled = "{window} has autorotation disabled ({calls}) | {window} 禁用了自动旋转（{calls}）"
  case openCall = "1 open call | 还有 1 次调用未配对"
  case openCalls = "{count} open calls | 还有 {count} 次调用未配对"
  case wouldTurnBut = """
    {window} would turn, but {party} does not allow {orientation} | \
    {window} 愿意旋转，但{party}不允许 {orientation}
    """
  case heldBut = """
    {window} cannot turn: {party} does not allow {orientation} | \
    {window} 不能旋转：{party}不允许 {orientation}
    """
  case sceneDelegate = "the scene delegate | 场景 delegate "
  case appDelegate = "the app delegate | 应用 delegate "
  case device = "the device | 设备"
  case appList = "the app's list | 应用的方向列表"
  case notAsked = "{window} was not asked ({cause}) | {window} 没有被询问（{cause}）"
  case locked = "{window} prefers its orientation locked | {window} 要求锁定自己的方向"
  case notFor = """
    {sentence}, but not for {orientation} (supports {mask}) | \
    {sentence}，但不包括 {orientation}（只支持 {mask}）
    """
  case saidNo = "{window} answered NO | {window} 回答 NO"
  case saidYes = "{window} answered YES | {window} 回答 YES"
  case saidYesNotFor = """
    {window} answered YES, but not for {orientation} | {window} 回答 YES，但不包括 {orientation}
    """
  case onlySupports = """
    {window} does not support {orientation} (only {mask}) | {window} 不支持 {orientation}（只支持 {mask}）
    """
  case supports = "{window} supports {mask} | {window} 支持 {mask}"
  case asksFor = "{window} asks for {request} ({rule}) | {window} 请求 {request}（{rule}）"
  case maskByDefault = "{mask} by default | {mask}，默认值"
  case maskByOrigin = "{mask}, {origin} | {mask}，{origin}"
  case written = "{window} answered {answer} (written) | {window} 回答 {answer}（写明）"
  case standard = "{window} answered {answer} by default | {window} 默认回答 {answer}"
  case forwarded = """
    {window} answered {answer}, forwarded from {controller} | {window} 回答 {answer}，由 {controller} 转发
    """
  case another = "another | 另一个控制器"
  case container = """
    {window} answered {answer} by its container's delegate | {window} 由容器的 delegate 回答 {answer}
    """
  case cached = "{window} answered {answer} earlier (cached) | {window} 先前回答过 {answer}（缓存）"
  case timedOut = """
    {window} did not answer in time, which counts as {answer} | {window} 没有及时回答，按 {answer} 算
    """
  case failed = "{window} broke its contract, which counts as {answer} | {window} 违反约定，按 {answer} 算"
  case number = "number {number} | {number} 号"
  case removedWindow = "removed window {window} | 已移除的窗口 {window}"
  case window = "window {window} | 窗口 {window}"
  case hiddenWindow = "hidden window {window} | 隐藏窗口 {window}"
  case minimisedWindow = "minimised window {window} | 最小化窗口 {window}"
  case it = "it | 它"
  case pageWindow = "the page's window {window} | 页面所在窗口 {window}"
  case and = "{first} and {last} | {first}、{last}"
  case comma = ",  | 、"
}
