// SPDX-License-Identifier: Apache-2.0

/// Apple's own documents and headers.
extension RuleSource {
  static let qa1688 = RuleSource(
    "Technical Q&A QA1688",
    "https://developer.apple.com/library/archive/qa/qa1688/_index.html")
  static let qa1688In2010 = RuleSource(
    "Technical Q&A QA1688, text of 2010",
    "http://blog.csdn.net/chensongwei/article/details/7042875")
  static let qa1890 = RuleSource(
    "Technical Q&A QA1890, Preventing a View From Rotating",
    "https://developer.apple.com/library/archive/qa/qa1890/_index.html")
  static let tn2244 = RuleSource(
    "Technical Note TN2244, Launching in Landscape",
    "https://developer.apple.com/library/content/technotes/tn2244/_index.html")
  static let tn3192 = RuleSource("Technote TN3192, UIRequiresFullScreen migration")
  static let guide = RuleSource(
    "View Controller Programming Guide 2012, Supporting Multiple Interface Orientations",
    "https://developer.apple.com/library/ios/featuredarticles/ViewControllerPGforiPhoneOS/"
      + "RespondingtoDeviceOrientationChanges/RespondingtoDeviceOrientationChanges.html")
  static let notes6 = RuleSource(
    "iOS 6 SDK release notes on autorotation",
    "https://paraches.hatenadiary.org/entry/20120922")
  static let notes6Legacy = RuleSource(
    "iOS 6 SDK release notes, paragraph on the legacy method",
    "https://dict.youdao.com/example/auth/file_info")
  static let notes16 = RuleSource("iOS 16 release notes")
  static let splitView = RuleSource("Quick Start for Slide Over and Split View")

  /// Returns a page of the UIKit reference; the path is relative to the framework's.
  private static func page(_ title: String, _ path: String) -> RuleSource {
    RuleSource(
      "UIKit reference, \(title)", "https://developer.apple.com/documentation/uikit/\(path)")
  }
  static let viewController = page("UIViewController", "uiviewcontroller")
  static let supported = page(
    "supportedInterfaceOrientations", "uiviewcontroller/supportedinterfaceorientations")
  static let preferred = page(
    "preferredInterfaceOrientationForPresentation",
    "uiviewcontroller/preferredinterfaceorientationforpresentation")
  static let autorotate = page("shouldAutorotate", "uiviewcontroller/shouldautorotate")
  static let delegateMask = page(
    "application(_:supportedInterfaceOrientationsFor:)",
    "uiapplicationdelegate/application(_:supportedinterfaceorientationsfor:)")
  static let applicationMask = page(
    "UIApplication.supportedInterfaceOrientations(for:)",
    "uiapplication/supportedinterfaceorientations(for:)")
  static let attempt = page(
    "attemptRotationToDeviceOrientation",
    "uiviewcontroller/attemptrotationtodeviceorientation()")
  static let needsUpdate = page(
    "setNeedsUpdateOfSupportedInterfaceOrientations",
    "uiviewcontroller/setneedsupdateofsupportedinterfaceorientations()")
  static let prefersLocked = page(
    "prefersInterfaceOrientationLocked", "uiviewcontroller/prefersinterfaceorientationlocked")
  static let isLocked = page(
    "UIWindowScene.Geometry.isInterfaceOrientationLocked",
    "uiwindowscene/geometry/isinterfaceorientationlocked")
  static let geometry = page(
    "UIWindowScene.GeometryPreferences.iOS.interfaceOrientations",
    "uiwindowscene/geometrypreferences/ios/interfaceorientations")
  static let sceneOrientation = page(
    "UIWindowScene.interfaceOrientation", "uiwindowscene/interfaceorientation")
  static let sceneDelegateMask = page(
    "UIWindowSceneDelegate.supportedInterfaceOrientations(for:)",
    "uiwindowscenedelegate/supportedinterfaceorientations(for:)")
  static let beginGenerating = page(
    "beginGeneratingDeviceOrientationNotifications",
    "uidevice/begingeneratingdeviceorientationnotifications()")
  static let barHidden = page("prefersStatusBarHidden", "uiviewcontroller/prefersstatusbarhidden")

  static let headers9 = RuleSource(
    "UIKit headers of the iOS 9.3 SDK", "https://github.com/theos/sdks")
  static let headers13 = RuleSource(
    "UIKit headers of the iOS 13.7 SDK", "https://github.com/theos/sdks")
  static let headers16 = RuleSource(
    "UIKit headers of the iOS 16.5 SDK", "https://github.com/theos/sdks")

  /// Returns a key of Info.plist.
  static func key(_ name: String) -> RuleSource { RuleSource("Information property list, \(name)") }

  /// Returns the class dump of these iOS versions, for example `"7.0"` or `"2.1 to 12"`.
  static func classDump(_ versions: String) -> RuleSource {
    RuleSource("Class dump of UIKit \(versions)", "https://github.com/nst/iOS-Runtime-Headers")
  }
  static let classDump16 = RuleSource(
    "Class dump of UIKit 16", "https://github.com/qingralf/iOS16-Runtime-Headers")
}
