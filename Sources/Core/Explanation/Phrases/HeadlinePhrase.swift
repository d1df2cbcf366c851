// SPDX-License-Identifier: Apache-2.0
import Text

/// The texts of the headline: the result and its reason.
enum HeadlinePhrase: String, Phrase {
  case join = "{result} - {reason}"
  case theTurn = "the turn | 这次旋转"
  case together = "several causes together prevent {orientation} | 几个原因合在一起拦住了 {orientation}"
  case notAllowOne = "{party} does not allow {orientation} | {party}不允许 {orientation}"
  case notAllowMany = "{parties} do not allow {orientation} | {parties}都不允许 {orientation}"
  case vetoOne = "{window} vetoes {orientation} | {window} 否决了 {orientation}"
  case vetoMany = "{windows} veto {orientation} | {windows} 都否决了 {orientation}"
  case nothingTurned = "nothing turned to {orientation} | 没有任何东西转到 {orientation}"
  case pageWould = "the page would turn | 页面愿意旋转"
  case wouldTurn = "{window} would turn | {window} 愿意旋转"
  case wouldTurnAllowed = "{willing} ({masks}) | {willing}（{masks}）"
  case allows = "{party}: {mask} | {party}：{mask}"
  case deviceWrite = "the device's orientation cannot be written | 不能写设备方向"
  case forbids = "rule set {rules} forbids it | 规则集 {rules} 禁止这样做"
  case inWindow = "{controller} in {window} | {window} 里的 {controller}"
  case prefers = """
    {controller} prefers {orientation}, which it does not support ({mask}) | \
    {controller} 首选 {orientation}，自己却不支持它（{mask}）
    """
  case anOrientation = "an orientation | 某个方向"
  case unknown = "unknown | 未知"
  case noneSuits = "no orientation suits all ({exception}) | 没有各方都接受的方向（{exception}）"
  case supportsNone = "{controller} supports none at all | {controller} 不支持任何方向"
  case outside = "{window} asked for an orientation outside {mask} | {window} 请求的方向不在 {mask} 之内"
  case outOf = "{window} asked for one of {mask}, but {limits} | {window} 请求 {mask} 之一，但{limits}"
  case whatItSupports = "what it supports | 它支持的范围"
  case supports = "{window} supports {mask} | {window} 支持 {mask}"
  case nothingKnown = "nothing known | 未知方向"
  case sideAllows = "{party} allows {mask} | {party}允许 {mask}"
  case barTurned = "the status bar turned, the page did not | 状态栏转了，页面没有转"
  case pageTurned = "the page turned, the status bar did not | 页面转了，状态栏没有转"
  case bothTurned = """
    the status bar turned to {orientation}, the page to {other} | 状态栏转到 {orientation}，页面转到 {other}
    """
  case bothStand = """
    the status bar is at {orientation}, the page at {other} | 状态栏停在 {orientation}，页面停在 {other}
    """
  case nowhere = "nowhere | 不存在"
  case stuck = """
    {window} turned the bar and then left, no window turned it back | {window} 转动状态栏后离开，没有窗口把它转回来
    """
  case atCreation = "{window} turned the bar when it appeared | {window} 一出现就转动了状态栏"
  case atCreationStep = """
    {window} turned the bar when it appeared at step {step} | {window} 在第 {step} 步出现时转动了状态栏
    """
  case turnedBarAt = "{window} turned the bar at step {step} | {window} 在第 {step} 步转动了状态栏"
  case turnedBarBefore = "{window} turned the bar earlier | {window} 先前转动了状态栏"
  case eitherAlone = "{sentence} (either alone is enough) | {sentence}（单独一个就足够）"
  case also = "{sentence}, {second} | {sentence}，{second}"
  case nobody = "no window is to blame | 没有窗口要负责"
  case nobodyElse = "no other window is to blame | 没有其他窗口要负责"
  case mayNotMove = "window {window} may not move the bar | 窗口 {window} 无权带动状态栏"
  case appSet = "the app set the bar itself | 应用自己设置了状态栏"
  case standsAt = "{window} is at {orientation} | {window} 停在 {orientation}"
  case standsAtSaid = "{window} is at {orientation}, {clause} | {window} 停在 {orientation}，{clause}"
  case agreeAt = "status bar and page are at {orientation} | 状态栏和页面都是 {orientation}"
  case barTurnedWithoutPage = """
    the status bar turned to {orientation}, there is no page | 状态栏转到 {orientation}，没有页面
    """
  case barTurnedToPage = """
    the status bar turned to {orientation}, the page was there already | \
    状态栏转到 {orientation}，页面本来就是这个方向
    """
  case turnWaits = "the turn waits | 旋转暂缓"
  case waitsForForeground = """
    the app is in the background and decides again in the foreground | 应用在后台，回到前台时再看
    """
  case barAndPage = "status bar and page are {orientation} | 状态栏和页面都是 {orientation}"
  case pageIsNow = "the page is now {window}, {orientation} | 页面现在是 {window}，{orientation}"
  case byOther = "another program rotated the output | 输出是别的程序旋转的"
  case multitasking = "under pad multitasking no page is asked | 在平板多任务下不询问任何页面"
  case noRoot = "a window without a root turns by the app's mask alone | 没有根控制器的窗口只按应用掩码旋转"
  case cycle = "{window} asked in a cycle | {window} 循环询问"
  case cycleChain = "{window} asked in a cycle: {chain} | {window} 循环询问：{chain}"
  case classDefault = "the class default answered instead | 改由类的默认实现回答"
  case wouldSplit = """
    {window} would split the next turn (to {orientations}) | {window} 会让下次旋转不一致（转到 {orientations}）
    """
  case wouldRaise = """
    {window} would end the next turn with an exception (to {orientations}) | \
    {window} 会让下次旋转引发异常（转到 {orientations}）
    """
  case wouldBlock = """
    {window} would block the next turn (to {orientations}) | {window} 会阻止下次旋转（转到 {orientations}）
    """
  case outputTurned = "{output} turned {old} -> {transform} | {output} 已旋转 {old} -> {transform}"
  case outputStayed = "{output} did not rotate | {output} 没有旋转"
  case outputStands = "{output} {state} at {transform} | {output} {state}，停在 {transform}"
  case turned = "turned | 已旋转"
  case split = "split | 不一致"
  case blocked = "blocked | 受阻"
  case deferred = "deferred | 推迟"
  case unchanged = "unchanged | 未变"
  case refused = "refused | 被拒绝"
  case exception = "exception | 异常"
}
