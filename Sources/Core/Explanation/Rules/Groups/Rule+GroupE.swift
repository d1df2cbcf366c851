// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// iOS 16 and later: the differences from group D.
  static let groupE: [Rule] = [
    Rule(
      .e1, .documented, [.notes16, .headers16],
      """
      The value of shouldAutorotate changes nothing any more; a page that must not turn says so in \
      its mask.
      """,
      chinese: "shouldAutorotate 的值不再改变任何事；不许旋转的页面用掩码表明。"),
    Rule(
      .e2, .documented, [.headers16, .needsUpdate],
      """
      A controller announces a changed mask or preferred orientation with \
      setNeedsUpdateOfSupportedInterfaceOrientations, which replaces attemptRotation and animates \
      unless told not to.
      """,
      chinese: """
        控制器用 setNeedsUpdateOfSupportedInterfaceOrientations 声明掩码或首选方向已变；它取代 attemptRotation，默认带动\
        画。
        """),
    Rule(
      .e3, .inferred, [.needsUpdate],
      """
      After such an announcement the interface leaves at once an orientation that is no longer in \
      the mask, without waiting for the device to move.
      """),
    Rule(
      .e4, .documented, [.headers16, .geometry],
      """
      requestGeometryUpdate lets the system choose among the orientations that are both requested \
      and supported; an empty request means no preference.
      """,
      chinese: "requestGeometryUpdate 让系统在既被请求又受支持的方向中选择；空请求表示没有偏好。"),
    Rule(
      .e5, .empirical, [.capacitor],
      """
      A request that shares no orientation with the supported ones calls the error handler with \
      UISceneErrorDomain 101 and changes nothing; no exception is raised.
      """,
      chinese: "请求与受支持的方向没有交集时，以 UISceneErrorDomain 101 调用错误处理，什么也不变；不引发异常。"),
    Rule(
      .e6, .empirical, [.flutterOrientation, .orientationLocker, .capacitor],
      """
      Writing UIDevice.orientation is refused and logged as a fault of the client.
      """,
      chinese: "写 UIDevice.orientation 会被拒绝，并作为客户端的错误记入日志。"),
    Rule(
      .e7, .empirical, [.forum, .classDump16],
      """
      The scene decides once and then drives each of its windows to the result.
      """),
    Rule(
      .e8, .documented, [.prefersLocked, .isLocked, .tn3192],
      """
      From 26.0 a controller may prefer its orientation locked. The wish counts only while the \
      scene is as large as the screen, centred on it and not covered, and is dropped when that \
      ends.
      """,
      chinese: "从 26.0 起，控制器可以要求锁定方向。只有场景与屏幕一样大、居中且没有被遮住时才算数，此后作废。"),
    Rule(
      .e9, .documented, [.sceneOrientation],
      """
      From 26.0 a scene's orientation is read from its effective geometry; the property of its own \
      is deprecated.
      """),
    Rule(
      .e10, .documented, [.delegateMask, .applicationMask, .sceneDelegateMask],
      """
      From 27.0 the scene delegate's mask takes the place of the app's list for that scene, and \
      the list counts where it is not implemented; the app delegate's mask is deprecated.
      """,
      chinese: "从 27.0 起，场景 delegate 的掩码取代该场景的应用方向列表，没有实现时列表算数；应用 delegate 的掩码已弃用。"),
  ]
}
