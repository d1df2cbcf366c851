// SPDX-License-Identifier: Apache-2.0

extension ExplanationCode: Phrase {
  /// What the number stands for, in every language.
  public var patterns: (english: String, chinese: String) { (title, chinese) }

  private var chinese: String {
    switch self {
    case .blockedByPage: "页面自己拒绝了所请求的方向"
    case .vetoByWindow: "页面愿意旋转，被另一个窗口或自身的限制拦住"
    case .vetoBySetting: "页面愿意旋转，应用、它的 delegate 或设备不允许"
    case .emptyIntersection: "各掩码没有共同的方向，引发异常"
    case .turned: "页面已旋转，状态栏与它一致"
    case .unchanged: "没有需要旋转的东西"
    case .deferred: "旋转被推迟，以后补上"
    case .split: "状态栏与页面不一致，没有其他窗口要负责"
    case .hijack: "另一个窗口转动了状态栏，页面没有转"
    case .hijackAtCreation: "窗口在创建、显示或得到根控制器时转动了状态栏"
    case .stuck: "转动状态栏的窗口已离开，状态栏没有转回来"
    case .keyboardSplit: "键盘跟随状态栏，与页面不一致"
    case .reverseSplit: "状态栏与页面一致，另一个可见窗口不一致"
    case .exception: "引发了异常"
    case .preferredNotSupported: "控制器首选了自己不支持的方向"
    case .refused: "平台拒绝了请求"
    case .forwardingCycle: "窗口之间循环询问，只好用默认回答"
    case .outputConfirmed: "显示服务器已显示该 transform"
    case .outputRetried: "再次请求这一改动"
    case .outputRefused: "显示服务器拒绝了每一次尝试"
    case .outputCancelled: "请求改动期间输出一直在变"
    case .outputUnanswered: "显示服务器始终没有显示该 transform"
    case .outputUnsupported: "显示服务器没有提供旋转输出的办法"
    case .outputByOther: "别的程序旋转了输出，在设备再次转动之前保持不变"
    case .outputOverruled: "别的程序旋转了输出，正在转回来"
    case .outputContested: "别的程序不断旋转输出，不再与之相争"
    }
  }
}
