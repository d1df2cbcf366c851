// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// The rules of Android: a chain of gates of which the first match decides, and the walk over the
  /// windows.
  ///
  /// The walk (from AN-19) runs first and finds the request; the chain turns it into a rotation.
  static let androidGroup: [Rule] = androidGates + androidWalk

  private static let androidGates: [Rule] = [
    Rule(
      .an1, .documented, [.displayRotation],
      "A display fixed to the user's rotation takes that, whatever sensor and windows say.",
      chinese: "固定为用户旋转的屏幕总是采用用户的旋转，不理会传感器和窗口。"),
    Rule(
      .an2, .documented, [.displayRotation],
      "A display other than the default one takes the user's rotation.",
      chinese: "默认屏幕以外的屏幕采用用户的旋转。"),
    Rule(
      .an3, .documented, [.displayRotation],
      "With the lid open and a rotation set for that state, that rotation is taken.",
      chinese: "上盖打开并为此设置了旋转时，采用该旋转。"),
    Rule(
      .an4, .documented, [.displayRotation],
      """
      In a car dock the sensor's rotation is taken if the dock allows it, else the dock's own \
      rotation if one is set.
      """,
      chinese: "在车载底座里，底座允许时采用传感器的旋转；否则在设置了底座自己的旋转时采用它。"),
    Rule(
      .an5, .documented, [.displayRotation],
      """
      In a desk dock the sensor's rotation is taken if the dock allows it, else the dock's own \
      rotation if one is set.
      """,
      chinese: "在桌面底座里，底座允许时采用传感器的旋转；否则在设置了底座自己的旋转时采用它。"),
    Rule(
      .an6, .documented, [.displayRotation],
      "With HDMI plugged in and the demo lock for HDMI on, the demo rotation is taken.",
      chinese: "插着 HDMI 并打开 HDMI 演示锁定时，采用演示的旋转。"),
    Rule(
      .an7, .documented, [.displayRotation],
      "With HDMI plugged in outside a dock and a rotation set for that, that rotation is taken.",
      chinese: "不在底座里插着 HDMI 并为此设置了旋转时，采用该旋转。"),
    Rule(
      .an8, .documented, [.displayRotation],
      "With the demo lock on, the demo rotation is taken.",
      chinese: "打开演示锁定时，采用演示的旋转。"),
    Rule(
      .an9, .documented, [.displayRotation],
      "In a persistent VR mode the display is held in portrait.",
      chinese: "在持续的 VR 模式里，屏幕保持竖屏。"),
    Rule(
      .an10, .documented, [.displayRotation],
      "A request of locked keeps the last rotation.",
      chinese: "请求为 locked 时保持上一个旋转。"),
    Rule(
      .an11, .documented, [.displayRotation],
      "On a device without auto-rotation neither sensor nor user proposes a rotation.",
      chinese: "设备不能自动旋转时，传感器和用户都不提出旋转。"),
    Rule(
      .an12, .documented, [.displayRotation, .displayRotationTests],
      """
      The sensor decides if the user left rotation free and the request is unspecified, user, \
      full-user or a user class, or if the request is sensor, full-sensor or a sensor class.
      """,
      chinese: """
        用户没有锁定旋转，而请求是 unspecified、user、full-user 或 user 类时，由传感器决定；请求是 sensor、full-sensor 或 senso\
        r 类时也是如此。
        """),
    Rule(
      .an13, .documented, [.displayRotation, .displayRotationTests],
      """
      A sensor rotation of 180 degrees counts only if the device allows all four or the request is \
      full-sensor or full-user; otherwise the last rotation stays.
      """,
      chinese: "传感器的 180 度只有在设备允许四个方向，或请求是 full-sensor 或 full-user 时才算数；否则保持上一个旋转。"),
    Rule(
      .an14, .documented, [.displayRotation, .displayRotationTests],
      """
      If the user locked rotation and the request is not nosensor or a fixed landscape or \
      portrait, the user's rotation is proposed.
      """,
      chinese: "用户锁定了旋转，而请求不是 nosensor，也不是固定的横屏或竖屏时，提出用户的旋转。"),
    Rule(
      .an15, .documented, [.displayRotation],
      "Where no gate matched, no rotation is proposed.",
      chinese: "没有关卡符合时，不提出旋转。"),
    Rule(
      .an16, .documented, [.displayRotation],
      """
      The request limits the proposal: one of the right class stands; else sensor and user classes \
      take the last rotation if that fits, else the class's default; with none at all, rotation 0.
      """,
      chinese: "请求限制提议：类别相符的保留；否则 sensor 和 user 类在上一个旋转相符时采用它，再否则采用该类的默认旋转；都没有时为旋转 0。"),
    Rule(
      .an17, .documented, [.displayRotation],
      "A sensor without an opinion (-1) is replaced by the last rotation before the chain starts.",
      chinese: "传感器没有意见（-1）时，在进入关卡链之前用上一个旋转代替。"),
    Rule(
      .an18, .documented, [.displayRotation],
      """
      On a naturally landscape device portrait means rotation 270 by default; a device whose default \
      is reversed exchanges 90 and 270.
      """,
      chinese: "自然方向为横屏的设备上，竖屏默认表示旋转 270；默认方向反转的设备交换 90 与 270。"),
  ]

  private static let androidWalk: [Rule] = [
    Rule(
      .an19, .documented, [.windowContainer],
      "A container that cannot provide an orientation reports unset.",
      chinese: "不能提供方向的容器报告 unset。"),
    Rule(
      .an20, .documented, [.windowContainer],
      """
      A container's own request, if neither unset nor unspecified, is its answer, and the \
      container is recorded as the source.
      """,
      chinese: "容器自己的请求既非 unset 也非 unspecified 时，就是它的回答，并记录该容器为来源。"),
    Rule(
      .an21, .documented, [.windowContainer],
      """
      Otherwise its children are asked from top to bottom; behind is remembered as the candidate \
      and the search goes on below.
      """,
      chinese: "否则从上到下询问它的子窗口；behind 记为候选，继续向下查找。"),
    Rule(
      .an22, .documented, [.windowContainer],
      "A child that reports unset is skipped.",
      chinese: "报告 unset 的子窗口被跳过。"),
    Rule(
      .an23, .documented, [.windowContainer],
      """
      A child with an explicit request wins even if it does not fill its parent, one with \
      unspecified only if it does; the winner is recorded as the source.
      """,
      chinese: "带有明确请求的子窗口即使没有填满父窗口也胜出，unspecified 的只有填满时才胜出；胜出者记录为来源。"),
    Rule(
      .an24, .documented, [.windowContainer],
      "When no child won, the candidate is the answer.",
      chinese: "没有子窗口胜出时，候选就是回答。"),
    Rule(
      .an25, .documented, [.windowContainer],
      """
      An activity counts only while it is visible or opening and not closing; when looking behind, \
      visibility is not required.
      """,
      chinese: "activity 只有在可见或正在打开、且没有在关闭时才算数；向后查找时不要求可见。"),
    Rule(
      .an26, .documented, [.taskDisplayArea, .compatibilityMode],
      """
      A display area that ignores requests reports unset, and elsewhere only the focused task \
      area may ask. Android 16 ignores requests by default on displays of 600 dp and more.
      """,
      chinese: "被告知忽略请求的显示区域报告 unset，其他情况下只有获得焦点的任务区域可以请求。Android 16 默认在 600 dp 以上的屏幕上忽略请求。"),
    Rule(
      .an27, .documented, [.compatOverrides],
      """
      An app that changes its request at least twice, less than 1000 ms apart, counts as looping \
      and may be ignored.
      """),
    Rule(
      .an28, .documented, [.displayArea],
      """
      A display that ignores requests still follows locked and nosensor, and from Android 16 on \
      sensor and full-sensor.
      """,
      chinese: "忽略请求的屏幕仍然遵从 locked 和 nosensor，从 Android 16 起还有 sensor 和 full-sensor。"),
    Rule(
      .an29, .documented, [.laterDisplayRotation, .laterDisplayRotationTests],
      "From Android 14 on a desk dock decides nothing while the request is locked or nosensor.",
      chinese: "从 Android 14 起，请求为 locked 或 nosensor 时桌面底座不作决定。"),
    Rule(
      .an30, .documented, [.laterDisplayRotation, .laterDisplayRotationTests],
      """
      From Android 14 on a display can be set to take the user's rotation where auto-rotation is \
      not supported.
      """,
      chinese: "从 Android 14 起，可以设置屏幕在不支持自动旋转时采用用户的旋转。"),
    Rule(
      .an31, .documented, [.largeScreens, .universalResizing],
      """
      On Android 16 a display whose smallest width is 600 dp or more ignores requests unless it is \
      set otherwise; the SDK that an app targets decides only whether the app is letterboxed there.
      """,
      chinese: """
        在 Android 16 上，最小宽度为 600 dp 或以上的屏幕默认忽略请求，除非另有设置；应用的目标 SDK 只决定它在那里是否带黑边显示。
        """),
    Rule(
      .an32, .documented, [.displayContent, .displayContentTests],
      """
      A window that is no activity's counts only with a request other than unset, unspecified and \
      behind; only a lock screen that is shown counts with any request.
      """,
      chinese: """
        不属于 activity 的窗口只有在请求不是 unset、unspecified 或 behind 时才算数；只有正在显示的锁屏不论什么请求都算数。
        """),
    Rule(
      .an33, .documented, [.laterDisplayRotation, .laterDisplayRotationTests],
      """
      From Android 14 on the sensor's 90 and 270 degrees are exchanged for a display that faces \
      the other way, such as the rear display of a foldable.
      """,
      chinese: "从 Android 14 起，对于朝向相反的屏幕（例如折叠设备的后屏），传感器的 90 度与 270 度互换。"),
    Rule(
      .an34, .documented, [.laterDisplayRotation, .laterDisplayRotationTests],
      """
      From Android 14 on a half-folded device that is configured for it follows the sensor although \
      the user has locked rotation.
      """,
      chinese: "从 Android 14 起，为此配置的设备在半折叠时，即使用户锁定了旋转也遵从传感器。"),
    Rule(
      .an35, .documented, [.rotationChoice, .laterDisplayRotationTests],
      """
      While the user has locked rotation and the request leaves it to the user, another rotation of \
      the sensor only shows a button that rotates the display when it is tapped.
      """,
      chinese: "用户锁定旋转、且请求把旋转交给用户时，传感器的另一个方向只会显示一个按钮，点按后屏幕才旋转。"),
  ]
}
