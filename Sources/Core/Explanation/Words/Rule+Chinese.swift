// SPDX-License-Identifier: Apache-2.0
public import Arbitration

extension Rule {
  /// The statement in a language; English where there is no translation.
  public func statement(_ language: Language) -> String {
    switch language {
    case .english: statement
    case .chinese: Self.chinese(id) ?? statement
    }
  }

  // The rules that decisions name, which is all that explanations cite; the rest is English.
  static func chinese(_ id: RuleID) -> String? {
    switch id {
    case .b1: "设备方向请求数值相同的界面方向；未知、正面朝上和正面朝下不请求任何方向。"
    case .b2: "先向最上层控制器询问 shouldAutorotate。回答 NO 就此结束：窗口不动，也不再询问掩码。"
    case .b3: "窗口只转到应用掩码、最上层控制器掩码和设备掩码交集里的方向；否则不理会设备，保持原样。"
    case .b5:
      "交集为空而 shouldAutorotate 回答 YES 时，引发 X-1 的异常。在 shouldAutorotate 已失效的版本（E-1）里按 YES 算。"
    case .b6: "设备转动时，以及弹出或收起全屏控制器时，才询问掩码。push、pop 和切换标签不询问任何控制器。"
    case .b12: "应用的主窗口没有根控制器时，只按应用掩码旋转，不通知任何控制器。其他没有根控制器的窗口见 M-7。"
    case .b14: "全屏弹出会把界面转到控制器的首选方向；首选方向不在控制器自己的掩码之内时引发 X-3。"
    case .b15:
      "窗口得到根控制器时，按该控制器的掩码、状态栏和设备来摆放，所以结果可能与页面不同。确切的次序见 format:placing。"
    case .c5: "有根控制器的隐藏窗口和可见窗口一样被询问、一样旋转；iOS 7 不理会隐藏窗口。"
    case .e2:
      "控制器用 setNeedsUpdateOfSupportedInterfaceOrientations 声明掩码或首选方向已变；它取代 attemptRotation，默认带动画。"
    case .e4: "requestGeometryUpdate 让系统在既被请求又受支持的方向中选择；空请求表示没有偏好。"
    case .e5: "请求与受支持的方向没有交集时，以 UISceneErrorDomain 101 调用错误处理，什么也不变；不引发异常。"
    case .e6: "写 UIDevice.orientation 会被拒绝，并作为客户端的错误记入日志。"
    case .f1: "到 iOS 15 为止，用 KVC 写 UIDevice.orientation 会改变存储的值、发出设备通知，并旋转通常规则允许旋转的一切。"
    case .f6: "从 iOS 16 起 F-1 被拒绝（E-6）；改用掩码更新（E-2）或 geometry 请求（E-4）。"
    case .f10: "用户的旋转锁定让手机保持竖屏，让平板保持当前方向。锁定期间设备方向不变，不发通知，也不询问任何窗口。"
    default: windows(id)
    }
  }

  private static func windows(_ id: RuleID) -> String? {
    switch id {
    case .m2: "每个窗口询问自己的最上层控制器并单独决定；窗口之间没有表决，也没有否决（后者是推断）。"
    case .m4: "状态栏只有一个方向，所有人共用；每个旋转且带“控制状态栏方向”标志的窗口都会写它。普通窗口带有这个标志。"
    case .m10: "状态栏与页面不一致时，键盘跟随状态栏，而不是页面。"
    case .m13: "浮层询问 key 窗口的控制器，后者又询问浮层，就会无限递归；仲裁器必须发现这个循环。"
    case .m15: "可以按窗口禁用旋转，调用可以嵌套；期间错过的旋转在计数归零时补上，计数不归零的窗口永远不再旋转。"
    case .m16: "整个应用也有暂缓：一次只做一个旋转，触摸期间不旋转，最后的设备方向等到结束时处理。"
    case .m19: "浮层离开后，状态栏可能停在浮层给它的方向，直到下一个窗口写它。"
    case .m23: "从 iOS 16 起，每个场景只有一个方向并推给它的所有窗口，页面和状态栏不再分离；由哪个窗口的掩码决定没有文档（format:scene）。"
    case .p2: "这样的应用总是旋转：不调用控制器的掩码，也不理会 shouldAutorotate。"
    case .v8: "没有重写掩码的控制器，在平板上支持所有方向，在手机上支持除倒置以外的方向。"
    case .v9: "没有重写 shouldAutorotate 的控制器回答 YES；到 iOS 5 为止，逐个方向的询问只对竖屏回答 YES。"
    case .w1: "用户的旋转锁定打开期间，不询问任何窗口；锁定为当前画面时，什么也不旋转。"
    case .w2: "设备平放或方向未知时，保持上一个方向。"
    case .w3: "只有内置面板和无头输出会旋转；其他输出要在配置里点名才旋转。"
    case .w4: "没有焦点窗口的输出跟随设备。"
    case .w5: "由输出的焦点窗口的根策略决定：它允许旋转并支持该方向时，输出才旋转。"
    case .w6: "全屏的焦点窗口单独决定，不询问该输出的其他窗口。"
    case .w7: "输出上另一个可见窗口只有在自己的规则写明可以否决时，才能拦住旋转。"
    case .w9: "没有为它写规则的窗口，可以转到任何方向。"
    case .w10: "别的程序设置的 transform 视为用户自己的旋转，不与它争。"
    case .w11: "窗口得到焦点时重新询问：它支持设备方向就用设备方向，否则用当前方向，再否则用它首选的，最后用它支持的第一个。"
    case .w13: "锁定为竖屏、横屏或某一个方向时，输出转到锁定所允许的方向：设备方向若被允许就用它，否则用当前方向，再否则用第一个允许的方向。"
    case .w14: "用户自己要求的方向不询问任何窗口就显示，只要锁定允许，直到设备转动或用户解除锁定为止。"
    case .x1: "应用掩码与控制器掩码的交集为空，而控制器允许旋转时，引发 UIApplicationInvalidInterfaceOrientation。"
    case .x2: "控制器自己的掩码为空而 shouldAutorotate 为 YES 时引发 X-1；为 NO 时是手动模式（B-11）。"
    case .x3: "首选方向不在控制器自己的掩码之内会引发异常：弹出时如此，收起时对露出来的控制器也如此。"
    case .formatCycle: "回到自身链条里某个控制器的询问由类的默认实现回答，这一步带有冲突 forwarding-cycle。"
    case .formatWriter: "状态栏的写者是最后一次改变它的窗口；写入相同的值既不改变写者，也不发通知。"
    default: chineseOfUIKit(id) ?? chineseOfAndroid(id) ?? chineseOfChromeOS(id)
    }
  }
}
