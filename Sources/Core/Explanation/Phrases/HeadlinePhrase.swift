// SPDX-License-Identifier: Apache-2.0

/// Phrases of the headline: the result and its reason.
enum HeadlinePhrase: Phrase {
  case together
  case join, theTurn, notAllowOne, notAllowMany, vetoOne, vetoMany, nothingTurned, focusedWindow
  case pageWindow, pageWould, wouldTurn, brackets, allows
  case deviceWrite, forbids, inWindow, prefers, anOrientation, unknown, noneSuits, supportsNone
  case outside, outsideOf, whatItSupports, supports, nothingKnown, sideAllows
  case barTurned, pageTurned, bothTurned, bothStand, nowhere, stuck, atCreation, atCreationStep
  case turnedBarAt, turnedBarBefore, eitherAlone, also, nobody, nobodyElse, mayNotMove, appSet,
    standsAt,
    standsAtSaid, agreeAt
  case barTurnedTo, noPage, pageWasThere, turnWaits, waitsForForeground, barAndPage, pageIsNow
  case byOther, multitasking, noRoot, fullscreen, follows, cycle, cycleChain, classDefault
  case outputTurned, outputStands
  case turned, split, blocked, deferred, unchanged, refused, exception

  var patterns: (english: String, chinese: String) {
    switch self {
    case .join: ("{0} - {1}", "{0} - {1}")
    case .theTurn: ("the turn", "这次旋转")
    case .together: ("several causes together prevent {0}", "几个原因合在一起拦住了 {0}")
    case .notAllowOne: ("{0} does not allow {1}", "{0}不允许 {1}")
    case .notAllowMany: ("{0} do not allow {1}", "{0}都不允许 {1}")
    case .vetoOne: ("{0} vetoes {1}", "{0} 否决了 {1}")
    case .vetoMany: ("{0} veto {1}", "{0} 都否决了 {1}")
    case .nothingTurned: ("nothing turned to {0}", "没有任何东西转到 {0}")
    case .focusedWindow: ("focused window {0} {1}", "焦点窗口 {0} {1}")
    case .pageWindow: ("the page's window {0} {1}", "页面所在窗口 {0} {1}")
    case .pageWould: ("the page would", "页面愿意旋转")
    case .wouldTurn: ("{0} would turn", "{0} 愿意旋转")
    case .brackets: (" ({0})", "（{0}）")
    case .allows: ("{0}: {1}", "{0}：{1}")
    case .deviceWrite: ("the device's orientation cannot be written", "不能写设备方向")
    case .forbids: ("rule set {0} forbids it", "规则集 {0} 禁止这样做")
    case .inWindow: ("{0} in {1}", "{1} 里的 {0}")
    case .prefers:
      ("{0} prefers {1}, which it does not support ({2})", "{0} 首选 {1}，自己却不支持它（{2}）")
    case .anOrientation: ("an orientation", "某个方向")
    case .unknown: ("unknown", "未知")
    case .noneSuits: ("no orientation suits everyone ({0})", "没有各方都接受的方向（{0}）")
    case .supportsNone: ("{0} supports none at all", "{0} 不支持任何方向")
    case .outside:
      ("{0} asked for an orientation outside {1}", "{0} 请求的方向不在 {1} 之内")
    case .outsideOf: ("{0} asked for one of {1}, but {2}", "{0} 请求 {1} 之一，但{2}")
    case .whatItSupports: ("what it supports", "它支持的范围")
    case .supports: ("{0} supports {1}", "{0} 支持 {1}")
    case .nothingKnown: ("nothing known", "未知方向")
    case .sideAllows: ("{0} allows {1}", "{0}允许 {1}")
    default: splits
    }
  }

  private var splits: (english: String, chinese: String) {
    switch self {
    case .barTurned: ("the status bar turned, the page did not", "状态栏转了，页面没有转")
    case .pageTurned: ("the page turned, the status bar did not", "页面转了，状态栏没有转")
    case .bothTurned:
      ("the status bar turned to {0}, the page to {1}", "状态栏转到 {0}，页面转到 {1}")
    case .bothStand:
      ("the status bar stands at {0}, the page at {1}", "状态栏停在 {0}，页面停在 {1}")
    case .nowhere: ("nowhere", "不存在")
    case .stuck:
      (
        "{0} turned the bar and then left, nobody turned it back",
        "{0} 转动状态栏后离开，没有窗口把它转回来"
      )
    case .atCreation: ("{0} turned the bar when it came", "{0} 一出现就转动了状态栏")
    case .atCreationStep:
      (
        "{0} turned the bar when it came at step {1}",
        "{0} 在第 {1} 步出现时转动了状态栏"
      )
    case .turnedBarAt: ("{0} turned the bar at step {1}", "{0} 在第 {1} 步转动了状态栏")
    case .turnedBarBefore: ("{0} turned the bar before", "{0} 先前转动了状态栏")
    case .eitherAlone: (" (either alone is enough)", "（单独一个就足够）")
    case .also: (", {0} {1}", "，{0} {1}")
    case .nobody: ("no window is to blame", "没有窗口要负责")
    case .nobodyElse: ("no other window is to blame", "没有其他窗口要负责")
    case .mayNotMove: ("window {0} may not move the bar", "窗口 {0} 无权带动状态栏")
    case .appSet: ("the app set the bar itself", "应用自己设置了状态栏")
    case .standsAt: ("{0} stands at {1}", "{0} 停在 {1}")
    case .standsAtSaid: ("{0} stands at {1}, it {2}", "{0} 停在 {1}，它{2}")
    case .agreeAt: ("status bar and page are at {0}", "状态栏和页面都是 {0}")
    default: others
    }
  }

  private var others: (english: String, chinese: String) {
    switch self {
    case .barTurnedTo: ("the status bar turned to {0}, {1}", "状态栏转到 {0}，{1}")
    case .noPage: ("there is no page", "没有页面")
    case .pageWasThere: ("the page was there already", "页面本来就是这个方向")
    case .turnWaits: ("the turn waits", "旋转暂缓")
    case .waitsForForeground:
      (
        "the app is in the background and looks again in the foreground",
        "应用在后台，回到前台时再看"
      )
    case .barAndPage: ("status bar and page are {0}", "状态栏和页面都是 {0}")
    case .pageIsNow: ("the page is now {0}, {1}", "页面现在是 {0}，{1}")
    case .byOther: ("somebody else turned the output", "输出是别的程序旋转的")
    case .multitasking:
      ("under pad multitasking no page is asked", "在平板多任务下不询问任何页面")
    case .noRoot:
      (
        "a window without a root turns by the app's mask alone",
        "没有根控制器的窗口只按应用掩码旋转"
      )
    case .fullscreen: ("focused fullscreen window {0} {1}", "全屏的焦点窗口 {0} {1}")
    case .follows:
      ("no focused window, the output follows the device", "没有焦点窗口，输出跟随设备")
    case .cycle: ("{0} asked in a circle", "{0} 循环询问")
    case .cycleChain: ("{0} asked in a circle: {1}", "{0} 循环询问：{1}")
    case .classDefault: ("the class default answered instead", "改由类的默认实现回答")
    case .outputTurned: ("{0} turned {1} -> {2}", "{0} 已旋转 {1} -> {2}")
    case .outputStands: ("{0} {1} at {2}", "{0} {1}，停在 {2}")
    case .turned: ("turned", "已旋转")
    case .split: ("split", "不一致")
    case .blocked: ("blocked", "受阻")
    case .deferred: ("deferred", "推迟")
    case .unchanged: ("unchanged", "未变")
    case .refused: ("refused", "被拒绝")
    default: ("exception", "异常")
    }
  }
}
