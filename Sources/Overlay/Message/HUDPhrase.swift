// SPDX-License-Identifier: Apache-2.0
import Explanation

/// The words of the overlay that no explanation has.
enum HUDPhrase: Phrase {
  case applying, applied, refused, byOther, hidden, wrote, byDefault, blame, fix, ended

  var patterns: (english: String, chinese: String) {
    switch self {
    case .applying: ("#{0} applying…", "#{0} 正在应用…")
    case .applied: ("#{0} applied after {1} ms", "#{0} 已应用，用时 {1} 毫秒")
    case .refused: ("#{0} the display server refused", "#{0} 显示服务器拒绝了")
    case .byOther: ("another program turned it", "别的程序转动了它")
    case .hidden: ("hidden", "隐藏")
    case .wrote: ("{0} by its author", "作者写的 {0}")
    case .byDefault: ("{0} by default", "默认的 {0}")
    case .blame: ("to blame: {0}", "肇因：{0}")
    case .fix: ("fix: {0}", "办法：{0}")
    case .ended: ("the daemon ended", "守护进程结束了")
    }
  }
}
