// SPDX-License-Identifier: Apache-2.0

/// Phrases about the effects of a window's answer and about moves, in tables too.
enum EffectPhrase: Phrase {
  case exempt, putOff, notAsked, cameAlong, raised, movedBar, vetoed, letTurn, kept, turnedTo
  case gone, removed, nothing, stayed, wouldTurn, stayedAt, separator
  case bar, noPage, page, pageNow, unchanged, nothingMoves
  case transform, normal, counterClockwise, mirrored, mirroredThen, shortTransform
  case topEdge, leftEdge, bottomEdge, rightEdge

  var patterns: (english: String, chinese: String) {
    switch self {
    case .exempt: ("not asked: diagnostic", "未询问：诊断窗口")
    case .putOff: ("put off: disabled", "推迟：已禁用")
    case .notAsked: ("not asked: {0}", "未询问：{0}")
    case .cameAlong: ("came along", "跟着转")
    case .raised: ("raised {0}", "引发 {0}")
    case .movedBar: ("moved the bar", "带动状态栏")
    case .vetoed: ("vetoed", "否决")
    case .letTurn: ("let it turn", "允许旋转")
    case .kept: ("kept it", "不让旋转")
    case .turnedTo: ("turned to {0}", "转到 {0}")
    case .gone: ("gone", "已不存在")
    case .removed: ("removed", "已移除")
    case .nothing: ("nothing", "无")
    case .stayed: ("stayed", "没有转")
    case .wouldTurn: ("would turn", "愿意旋转")
    case .stayedAt: ("stayed at {0}", "仍是 {0}")
    case .separator: ("; ", "；")
    default: moves
    }
  }

  private var moves: (english: String, chinese: String) {
    switch self {
    case .bar: ("status bar {0}", "状态栏 {0}")
    case .noPage: ("no page", "没有页面")
    case .page: ("page {0}", "页面 {0}")
    case .pageNow: ("page now {0} {1}", "页面现在是 {0} {1}")
    case .unchanged: ("{0} (unchanged)", "{0}（未变）")
    case .nothingMoves: ("nothing: no output turns with the device", "无：没有输出随设备旋转")
    case .transform: ("transform {0} ({1})", "transform {0}（{1}）")
    case .normal: ("normal", "不旋转")
    case .counterClockwise: ("{0}° counter-clockwise", "逆时针 {0}°")
    case .mirrored: ("mirrored", "镜像")
    case .mirroredThen: ("mirrored, then {0}", "镜像后{0}")
    case .shortTransform: ("{0} ({1})", "{0}（{1}）")
    case .topEdge: ("top edge up", "上边朝上")
    case .leftEdge: ("left edge up", "左边朝上")
    case .bottomEdge: ("bottom edge up", "下边朝上")
    default: ("right edge up", "右边朝上")
    }
  }
}
