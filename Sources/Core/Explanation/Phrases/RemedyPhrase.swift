// SPDX-License-Identifier: Apache-2.0

/// Phrases about suggestions.
enum RemedyPhrase: String, Phrase {
  case letFollow = "let {0} {1} | 让 {0} {1}"
  case letFollowAlone = """
    let {0} {1}, so that it never turns the bar alone | 让 {0} {1}，这样它就不会单独转动状态栏
    """
  case answerSelf = """
    let one of them answer by itself: give its root an autorotate and a supported of its own | \
    让其中一个自己回答：给它的根控制器写上 autorotate 和 supported
    """
  case balance = "balance every disable call with an enable call | 每次禁用调用都要有一次启用调用与之配对"
  case controlBar = """
    let the page's window control the status bar (controls-status-bar: true) | \
    让页面所在窗口控制状态栏（controls-status-bar: true）
    """
  case follow = "answer what the key window answers | 照 key 窗口的回答来回答"
  case followCure = """
    answer what the key window answers (cure: follow-key) | 照 key 窗口的回答来回答（补救规则：follow-key）
    """
  case followPage = """
    answer what the key window answers (forwards-to: {0}) | 照 key 窗口的回答来回答（forwards-to: {0}）
    """
  case takeRoot = """
    take its root controller away while it is hidden (root: null) | 隐藏期间拿掉它的根控制器（root: null）
    """
  case createLate = "create {0} when it is to be shown, not before | 等要显示时才创建 {0}，不要提前创建"
  case createItLate = "create it when it is to be shown, not before | 等要显示时才创建它，不要提前创建"
  case maskFirst = """
    give {0} the page's mask before it gets its root controller | 在设置根控制器之前，先给 {0} 页面的掩码
    """
  case writeAgain = """
    let a window write the bar again: have all windows try to turn (attempt-rotation) | \
    让某个窗口重新写状态栏：叫所有窗口尝试旋转（attempt-rotation）
    """
  case balanceOf = """
    balance every disable call of {0} with an enable call | {0} 的每次禁用调用都要有一次启用调用与之配对
    """
  case addToList = "add {0} to the app's list of supported orientations | 把 {0} 加进应用支持的方向列表"
  case delegateInclude = "let the delegate's mask include {0} | 让 delegate 的掩码包含 {0}"
  case deviceNever = """
    none: this device never goes there, so the page should not count on it | 没有：这台设备从不转到那里，页面不应依赖它
    """
  case letAccept = "let {0} accept {1} | 让 {0} 接受 {1}"
  case theOrientation = "the orientation | 该方向"
  case thePage = "the page | 页面"
  case letAnswer = """
    if it should turn: let {0} answer YES and support {1} | 如果应该旋转：让 {0} 回答 YES 并支持 {1}
    """
  case announce = """
    change the mask and announce it, or request a geometry (E-2, E-4) | \
    改掩码并声明它已变，或者请求 geometry（E-2、E-4）
    """
  case supportPreferred = """
    let {0} support what it prefers, or prefer one of {1} | 让 {0} 支持自己的首选方向，或改为首选 {1} 之一
    """
  case supportOne = """
    let {0} support at least one orientation, or answer NO to turning | 让 {0} 至少支持一个方向，或对旋转回答 NO
    """
  case askWithin = "ask for one of {0}, or widen the mask of {1} first | 请求 {0} 之一，或者先放宽 {1} 的掩码"
  case supportAllowed = "let {0} support an orientation that the app allows | 让 {0} 支持应用允许的某个方向"
  case addOneToList = """
    add one of {0} to the app's list of supported orientations | 把 {0} 之一加进应用支持的方向列表
    """
  case delegateIncludeOne = """
    let the app delegate's mask for that window include one of {0} | 让应用 delegate 给该窗口的掩码包含 {0} 之一
    """
  // The parts of a suggestion of which only one helps, and their replacements.
  case announceAgain = """
    let a window write the bar again: have the page announce its mask (set-needs-update) | \
    让某个窗口重新写状态栏：让页面声明自己的掩码（set-needs-update）
    """
  case rootAgain = """
    let a window write the bar again: give {0} its root controller once more (set-root) | \
    让某个窗口重新写状态栏：把 {0} 的根控制器再设一次（set-root）
    """
  case putBack = """
    have the app set the bar back to {0} (set-status-bar) | 让应用把状态栏设回 {0}（set-status-bar）
    """
  case manualMode = """
    while the app sets the bar itself: let {0} answer NO and support none (B-11) | \
    应用自己设置状态栏期间：让 {0} 回答 NO 并且不支持任何方向（B-11）
    """
  case supportIt = "let {0} support what it prefers | 让 {0} 支持自己的首选方向"
  case preferOther = "let {0} prefer one of {1} | 让 {0} 改为首选 {1} 之一"
  case supportAny = "let {0} support at least one orientation | 让 {0} 至少支持一个方向"
  case sayNo = "let {0} answer NO to turning | 让 {0} 对旋转回答 NO"
  case askFor = "ask for one of {0} | 请求 {0} 之一"
  case widen = "widen the mask of {0} first | 先放宽 {0} 的掩码"
  case announceMask = "change the mask and announce it (E-2) | 改掉掩码并声明它已变（E-2）"
  case requestIt = "request a geometry (E-4) | 请求 geometry（E-4）"
}
