// SPDX-License-Identifier: Apache-2.0
import Text

/// The texts that suggest changes of an app's code.
enum RemedyPhrase: String, Phrase {
  case followAlone = "{remedy}, so that it never turns the bar alone | {remedy}，这样它就不会单独转动状态栏"
  case answerSelf = """
    let one of them answer by itself: give its root an autorotate and a supported of its own | \
    让其中一个自己回答：给它的根控制器写上 autorotate 和 supported
    """
  case balance = "balance every disable call with an enable call | 每次禁用调用都要有一次启用调用与之配对"
  case controlBar = """
    let the page's window control the status bar (controls-status-bar: true) | \
    让页面所在窗口控制状态栏（controls-status-bar: true）
    """
  case follow = "let {window} answer what the key window answers | 让 {window} 照 key 窗口的回答来回答"
  case followCure = """
    let {window} answer what the key window answers (cure: follow-key) | \
    让 {window} 照 key 窗口的回答来回答（补救规则：follow-key）
    """
  case followPage = """
    let {window} answer what the key window answers (forwards-to: {page}) | \
    让 {window} 照 key 窗口的回答来回答（forwards-to: {page}）
    """
  case takeRoot = """
    take its root controller away while it is hidden (root: null) | 隐藏期间拿掉它的根控制器（root: null）
    """
  case createLate = "create {window} when it is to be shown, not before | 等要显示时才创建 {window}，不要提前创建"
  case createItLate = "create it when it is to be shown, not before | 等要显示时才创建它，不要提前创建"
  case maskFirst = """
    give {window} the page's mask before it gets its root controller | 在设置根控制器之前，先给 {window} 页面的掩码
    """
  case writeAgain = """
    let a window write the bar again: have all windows try to turn (attempt-rotation) | \
    让某个窗口重新写状态栏：叫所有窗口尝试旋转（attempt-rotation）
    """
  case balanceOf = """
    balance every disable call of {window} with an enable call | {window} 的每次禁用调用都要有一次启用调用与之配对
    """
  case addToList = """
    add {orientation} to the app's list of supported orientations | 把 {orientation} 加进应用支持的方向列表
    """
  case delegateInclude = """
    let the delegate's mask include {orientation} | 让 delegate 的掩码包含 {orientation}
    """
  case deviceNever = """
    none: this device never goes there, so the page should not count on it | 没有：这台设备从不转到那里，页面不应依赖它
    """
  case letAccept = "let {window} accept {orientation} | 让 {window} 接受 {orientation}"
  case theOrientation = "the orientation | 该方向"
  case thePage = "the page | 页面"
  case letAnswer = """
    if it should turn: let {window} answer YES and support {orientation} | \
    如果应该旋转：让 {window} 回答 YES 并支持 {orientation}
    """
  case announce = """
    change the mask and announce it, or request a geometry (E-2, E-4) | \
    改掩码并声明它已变，或者请求 geometry（E-2、E-4）
    """
  case supportPreferred = """
    let {window} support what it prefers, or prefer one of {mask} | \
    让 {window} 支持自己的首选方向，或改为首选 {mask} 之一
    """
  case supportOne = """
    let {window} support at least one orientation, or answer NO to turning | \
    让 {window} 至少支持一个方向，或对旋转回答 NO
    """
  case askWithin = """
    ask for one of {mask}, or widen the mask of {window} first | 请求 {mask} 之一，或者先放宽 {window} 的掩码
    """
  case supportAllowed = """
    let {window} support an orientation that the app allows | 让 {window} 支持应用允许的某个方向
    """
  case addOneToList = """
    add one of {mask} to the app's list of supported orientations | 把 {mask} 之一加进应用支持的方向列表
    """
  case delegateIncludeOne = """
    let the app delegate's mask for that window include one of {mask} | \
    让应用 delegate 给该窗口的掩码包含 {mask} 之一
    """
  case announceAgain = """
    let a window write the bar again: have the page announce its mask (set-needs-update) | \
    让某个窗口重新写状态栏：让页面声明自己的掩码（set-needs-update）
    """
  case rootAgain = """
    let a window write the bar again: give {window} its root controller once more (set-root) | \
    让某个窗口重新写状态栏：把 {window} 的根控制器再设一次（set-root）
    """
  case putBack = """
    have the app set the bar back to {orientation} (set-status-bar) | \
    让应用把状态栏设回 {orientation}（set-status-bar）
    """
  case manualMode = """
    while the app sets the bar itself: let {window} answer NO and support none (B-11) | \
    应用自己设置状态栏期间：让 {window} 回答 NO 并且不支持任何方向（B-11）
    """
  // The variants of a suggestion for when only one of its parts helps.
  case supportIt = "let {window} support what it prefers | 让 {window} 支持自己的首选方向"
  case preferOther = "let {window} prefer one of {mask} | 让 {window} 改为首选 {mask} 之一"
  case supportAny = "let {window} support at least one orientation | 让 {window} 至少支持一个方向"
  case sayNo = "let {window} answer NO to turning | 让 {window} 对旋转回答 NO"
  case askFor = "ask for one of {mask} | 请求 {mask} 之一"
  case widen = "widen the mask of {window} first | 先放宽 {window} 的掩码"
  case announceMask = "change the mask and announce it (E-2) | 改掉掩码并声明它已变（E-2）"
  case requestIt = "request a geometry (E-4) | 请求 geometry（E-4）"
}
