// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The statements of the other platforms' rules, and of UIKit's that are cited now and then.
extension Rule {
  static func chineseOfAndroid(_ id: RuleID) -> String? {
    switch id {
    case .an1: "固定为用户旋转的屏幕总是采用用户的旋转，不理会传感器和窗口。"
    case .an2: "默认屏幕以外的屏幕采用用户的旋转。"
    case .an3: "上盖打开并为此设置了旋转时，采用该旋转。"
    case .an4: "在车载底座里，底座允许时采用传感器的旋转；否则在设置了底座自己的旋转时采用它。"
    case .an5: "在桌面底座里，底座允许时采用传感器的旋转；否则在设置了底座自己的旋转时采用它。"
    case .an6: "插着 HDMI 并打开 HDMI 演示锁定时，采用演示的旋转。"
    case .an7: "不在底座里插着 HDMI 并为此设置了旋转时，采用该旋转。"
    case .an8: "打开演示锁定时，采用演示的旋转。"
    case .an9: "在持续的 VR 模式里，屏幕保持竖屏。"
    case .an10: "请求为 locked 时保持上一个旋转。"
    case .an11: "设备不能自动旋转时，传感器和用户都不提出旋转。"
    case .an12:
      "用户没有锁定旋转，而请求是 unspecified、user、full-user 或 user 类时，由传感器决定；"
        + "请求是 sensor、full-sensor 或 sensor 类时也是如此。"
    case .an13: "传感器的 180 度只有在设备允许四个方向，或请求是 full-sensor 或 full-user 时才算数；否则保持上一个旋转。"
    case .an14: "用户锁定了旋转，而请求不是 nosensor，也不是固定的横屏或竖屏时，提出用户的旋转。"
    case .an15: "没有关卡符合时，不提出旋转。"
    case .an16: "请求限制提议：类别相符的保留；否则 sensor 和 user 类在上一个旋转相符时采用它，再否则采用该类的默认旋转；都没有时为旋转 0。"
    case .an17: "传感器没有意见（-1）时，在进入关卡链之前用上一个旋转代替。"
    case .an18: "自然方向为横屏的设备上，竖屏默认表示旋转 270；默认方向反转的设备交换 90 与 270。"
    case .an19: "不能提供方向的容器报告 unset。"
    case .an20: "容器自己的请求既非 unset 也非 unspecified 时，就是它的回答，并记录该容器为来源。"
    case .an21: "否则从上到下询问它的子窗口；behind 记为候选，继续向下查找。"
    case .an22: "报告 unset 的子窗口被跳过。"
    case .an23: "带有明确请求的子窗口即使没有填满父窗口也胜出，unspecified 的只有填满时才胜出；胜出者记录为来源。"
    case .an24: "没有子窗口胜出时，候选就是回答。"
    case .an25: "activity 只有在可见或正在打开、且没有在关闭时才算数；向后查找时不要求可见。"
    case .an26: "被告知忽略请求的显示区域报告 unset，其他情况下只有获得焦点的任务区域可以请求。Android 16 默认在 600 dp 以上的屏幕上忽略请求。"
    default: nil
    }
  }

  static func chineseOfChromeOS(_ id: RuleID) -> String? {
    switch id {
    case .cr1: "只有允许自动旋转时读数才算数：处于实体的平板状态，或打开了允许在笔记本状态旋转的开关。"
    case .cr2: "旋转被锁定到一个确切方向时，跳过读数。"
    case .cr4: "去掉 z 轴；剩下的长度至少要有 4.2 m/s²，约合 25 度的倾斜，否则跳过读数。"
    case .cr7: "结果与当前旋转不同且锁定允许时就采用；没有时间上的过滤，一个读数就够。"
    case .cr8: "应用的锁定只在界面的平板模式里算数。"
    case .cr9: "分屏时采用用户的锁定。"
    case .cr10: "内置屏幕上可见的窗口里，按最近使用的次序，第一个属于应用或含有带锁定的可见子窗口的窗口作决定。"
    case .cr11: "作决定的应用窗口没有锁定时，采用用户的锁定。"
    case .cr12: "浮动的窗口被跳过。"
    case .cr13: "在笔记本模式而设备处于实体的平板状态时，只采用用户的锁定。"
    case .cr14: "应用的锁定是 any，或是 landscape 或 portrait 而用户的确切锁定属于该类时，采用用户的锁定；否则采用应用的锁定。"
    case .cr15: "锁定到 landscape 或 portrait 时，传感器仍在该类的两个旋转中选择；primary 或 secondary 锁定则不然。"
    case .cr16: "锁定到 current 会冻结设置时的旋转。"
    case .cr18: "离开平板模式时，恢复用户在此之前的旋转。"
    case .cr19: "外接屏幕上的窗口不能锁定，传感器只旋转内置屏幕。"
    default: nil
    }
  }

  static func chineseOfUIKit(_ id: RuleID) -> String? {
    switch id {
    case .a2:
      "就新方向向窗口的最上层控制器询问 shouldAutorotateToInterfaceOrientation:；YES 旋转窗口，NO 不理会设备。"
    case .a3: "没有实现该方法的控制器对竖屏回答 YES，对其余回答 NO。"
    case .a5: "标签控制器只有在所有标签都接受时才接受一个方向；导航控制器询问最上面的控制器。文档说两者都询问所有子控制器，这作为选项保留。"
    case .b4: "应用 delegate 给窗口的掩码取代应用的方向列表，两者不取交集。它只在启动之后算数。"
    case .b7: "容器不询问自己的子控制器：各自按类的默认实现回答，子控制器的重写从不被调用。"
    case .b8: "从 7.0 起，导航、标签、分栏和分页控制器的 delegate 实现了相应方法时，掩码和首选方向取自它。"
    case .b9: "没有容器 delegate 能回答 shouldAutorotate；除非子类重写，容器回答 YES。"
    case .b10: "只实现 shouldAutorotateToInterfaceOrientation: 的控制器，掩码由该方法回答 YES 的方向组成。"
    case .b11: "只有最上层全屏控制器的掩码为空时（手动模式），应用才能自己设置状态栏方向；其他时候设置无效。"
    case .c4: "警告框是真正的控制器，有自己的旋转回答。容器向显示着的警告框询问掩码，可能无休止地被反问，所以这样的询问按循环处理。"
    case .e1: "shouldAutorotate 的值不再改变任何事；不许旋转的页面用掩码表明。"
    case .e8: "从 26.0 起，控制器可以要求锁定方向。只有场景与屏幕一样大、居中且没有被遮住时才算数，此后作废。"
    case .e10: "从 27.0 起，场景 delegate 的掩码取代该场景的应用方向列表，没有实现时列表算数；应用 delegate 的掩码已弃用。"
    case .f2: "写入相同的值不起作用，所以程序库先写 unknown。"
    case .f4: "attemptRotationToDeviceOrientation 让每个窗口再次尝试转到当前的设备方向；它不会把窗口拉进不含该方向的较窄掩码。"
    case .m7: "没有根控制器的次要窗口不参与。因此常用的补救是：隐藏期间拿掉根控制器，或晚一点创建窗口。"
    case .m8: "其他补救：浮层的根控制器照 key 窗口最上层控制器的回答来回答，delegate 按窗口给出掩码，或者把浮层画在主窗口里。"
    case .m9: "系统的辅助窗口（例如键盘的）是跟随者：采用状态栏的方向，不被询问。"
    case .n1: "设备通知的开始与结束可以嵌套；计数为零时，设备方向读作 unknown，也不发通知。"
    case .v11: "没有实现首选方向的控制器，首选状态栏的方向。"
    case .w8: "隐藏和最小化的窗口、没有规则的 layer surface 以及诊断窗口从不被询问。"
    case .w11: "获得焦点的窗口会被重新询问：它支持设备方向时输出采用设备方向，否则采用当前方向，再否则采用它的首选方向，最后采用它支持的第一个。"
    case .w12: "插件带来的规则集询问输出上每个可见窗口，并按它们的回答决定；它不能决定时，什么也不旋转。"
    case .formatArbitration:
      "autonomous：每个参与者自己决定并写状态栏。key-only：页面的窗口替所有窗口决定。intersection：全部必须接受。scene-wide：见 format:scene。"
    case .formatDevice: "显示的设备方向是应用会读到的：通知关闭时为 unknown，锁定期间不变。重复当前的值不起作用。"
    case .formatSetUp: "应用的方向列表含有竖屏时状态栏从竖屏开始，否则从列表的第一个开始；然后按创建次序摆放窗口。不发设备通知。"
    case .formatVoter: "参与者是有根控制器、既非跟随者也非诊断窗口、且被该规则集询问的窗口；隐藏的窗口从 uikit-8 到 uikit-13 会被询问，除非文件另有说明。"
    default: nil
    }
  }
}
