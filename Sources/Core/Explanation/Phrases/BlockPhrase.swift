// SPDX-License-Identifier: Apache-2.0

/// Phrases about the reasons why a decision stopped or was not made, and why a window was not
/// asked.
enum BlockPhrase: Phrase {
  case nobodyAsked, standsAt, standsAsWanted, locked, lockedTo, byUser, lockWentOn, lockWentOff,
    flat, unknown
  case noOutput, heldByOther, background, stoppedAt, placed, notifications, alreadyAt
  case pushPop, appBar, noSuchCall, noneTakesPart, keptBy
  case diagnostic, gone, removed, follower, noRoot, hidden, noPart, disabled, aboutOther
  case otherDecides, lockReason, usersWord, nobodyWas, flatReason, unknownReason, outputHeld,
    refused
  case minimised, otherOutput, focusFullscreen, notFocused

  var patterns: (english: String, chinese: String) {
    switch self {
    case .nobodyAsked: ("{0}; no window was asked", "{0}；没有询问任何窗口")
    case .standsAt: ("everything already stands at {0}", "一切已经是 {0}")
    case .standsAsWanted:
      ("everything already stands as the answers want it", "一切已经符合各窗口的回答")
    case .locked: ("the rotation lock is on", "旋转锁定已打开")
    case .lockedTo: ("the rotation is locked to {0}", "旋转被锁定为 {0}")
    case .byUser:
      (
        "the user asked for this orientation, which stands until the device turns",
        "这是用户要求的方向，在设备转动之前保持不变"
      )
    case .lockWentOn: ("the rotation lock went on", "旋转锁定刚被打开")
    case .lockWentOff: ("the rotation lock went off", "旋转锁定刚被关闭")
    case .flat:
      ("the device lies flat ({0}), which asks for nothing", "设备平放（{0}），不请求任何方向")
    case .unknown:
      ("the device's orientation is unknown, which asks for nothing", "设备方向未知，不请求任何方向")
    case .noOutput: ("no output turns with the device", "没有输出随设备旋转")
    case .heldByOther:
      (
        "somebody else turned the output, which stands until the device turns",
        "输出被别的程序旋转过，在设备再次转动之前保持不变"
      )
    case .background: ("the app is in the background", "应用在后台")
    case .stoppedAt: ("stopped at {0}", "停在 {0}")
    case .placed: ("the windows were placed", "窗口已摆放好")
    case .notifications: ("device notifications turn nothing", "开关设备通知不会旋转任何东西")
    case .alreadyAt: ("the device already was at {0}", "设备本来就是 {0}")
    case .pushPop: ("push, pop and select ask nobody", "push、pop 和切换标签都不询问任何窗口")
    case .appBar:
      (
        "only a page with an empty mask lets the app set the bar",
        "只有页面的掩码为空时，应用才能自己设置状态栏"
      )
    case .noSuchCall:
      ("rule set {0} has no {1}, so no window was asked", "规则集 {0} 没有 {1}，因此没有询问任何窗口")
    case .keptBy: ("rule {0} keeps what is there", "规则 {0} 保持现状")
    case .noneTakesPart: ("no window takes part", "没有窗口参与")
    default: reasons
    }
  }

  private var reasons: (english: String, chinese: String) {
    switch self {
    case .diagnostic: ("diagnostic", "诊断窗口")
    case .gone: ("gone", "已不存在")
    case .removed: ("removed", "已移除")
    case .follower: ("follower", "跟随窗口")
    case .noRoot: ("no root", "没有根控制器")
    case .hidden: ("hidden", "隐藏")
    case .noPart: ("takes no part", "不参与")
    case .disabled: ("disabled", "已禁用")
    case .aboutOther: ("about {0} only", "只涉及 {0}")
    case .otherDecides: ("another window decides", "由另一个窗口决定")
    case .usersWord: ("the user's word", "用户的要求")
    case .lockReason: ("rotation lock", "旋转锁定")
    case .flatReason: ("device flat", "设备平放")
    case .unknownReason: ("device unknown", "设备方向未知")
    case .outputHeld: ("output held", "输出被占住")
    case .refused: ("refused", "被拒绝")
    case .minimised: ("minimised", "最小化")
    case .otherOutput: ("other output", "在别的输出上")
    case .focusFullscreen: ("the focused window is fullscreen", "焦点窗口是全屏的")
    case .notFocused: ("not focused, no veto", "没有焦点，也没有否决权")
    default: ("nobody was", "没有询问任何窗口")
    }
  }
}
