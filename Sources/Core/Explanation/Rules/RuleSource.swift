// SPDX-License-Identifier: Apache-2.0

/// A source of a rule: a short title and, if known, an address.
///
/// Each source is a member in one of the extensions of this type, so that the compiler checks the
/// short names by which rules cite sources.
public struct RuleSource: Sendable, Hashable, CustomStringConvertible {
  /// The source's title, short enough for one line.
  public let title: String
  /// A web address; `nil` if only the title is known.
  public let address: String?

  init(_ title: String, _ address: String? = nil) {
    self.title = title
    self.address = address
  }

  /// The title and the address in one line.
  public var description: String {
    guard let address else { return title }
    return "\(title), \(address)"
  }

  /// Returns one of the five seed articles, S0 to S4.
  static func seed(_ number: Int) -> RuleSource { RuleSource("seed article S\(number)") }

  /// Returns an issue or a pull request of GitHub, which redirects `/issues/` to `/pull/` if
  /// needed.
  static func thread(_ repository: String, _ number: Int) -> RuleSource {
    RuleSource("\(repository)#\(number)", "https://github.com/\(repository)/issues/\(number)")
  }

  /// Returns a GitHub repository; `detail` is a file or commit within it, or a note.
  static func repository(_ name: String, _ detail: String = "") -> RuleSource {
    RuleSource(detail.isEmpty ? name : "\(name), \(detail)", "https://github.com/\(name)")
  }
}

/// Apple's documents and headers, and class dumps of UIKit.
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

  /// Returns a page of the UIKit reference; the path is relative to the framework's page.
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

  static func key(_ name: String) -> RuleSource { RuleSource("Information property list, \(name)") }

  /// Returns the class dump of these iOS versions, for example `"7.0"` or `"2.1 to 12"`.
  static func classDump(_ versions: String) -> RuleSource {
    RuleSource("Class dump of UIKit \(versions)", "https://github.com/nst/iOS-Runtime-Headers")
  }
  static let classDump16 = RuleSource(
    "Class dump of UIKit 16", "https://github.com/qingralf/iOS16-Runtime-Headers")
}

/// Published source code and documentation of Android and ChromeOS.
extension RuleSource {
  private static let windowManager = "services/core/java/com/android/server/wm"
  private static let android = "aosp-mirror/platform_frameworks_base"
  private static let androidTests = "services/tests/wmtests/src/com/android/server/wm"
  private static let laterAndroid = "muhomorr/platform_frameworks_base-15"

  static let displayRotation = repository(
    android, "\(windowManager)/DisplayRotation.java at 0047d16")
  static let rotationChoice = repository(
    android, "\(windowManager)/DisplayRotation.java, isValidRotationChoice")
  static let displayRotationTests = repository(
    android, "services/tests/wmtests/src/com/android/server/wm/DisplayRotationTests.java at 0047d16"
  )
  static let windowContainer = repository(
    android, "\(windowManager)/WindowContainer.java, getOrientation")
  static let taskDisplayArea = repository(
    android, "\(windowManager)/TaskDisplayArea.java, getOrientation")
  static let laterDisplayRotation = repository(
    laterAndroid, "\(windowManager)/DisplayRotation.java at 05b4e8b")
  static let laterDisplayRotationTests = repository(
    android, "\(androidTests)/DisplayRotationTests.java, with tests of half-folded devices")
  static let displayArea = repository(
    laterAndroid, "\(windowManager)/DisplayArea.java at 0898a28")
  static let displayContent = repository(
    android, "\(windowManager)/DisplayArea.java, Tokens.getOrientation")
  static let displayContentTests = repository(
    android, "\(androidTests)/DisplayContentTests.java, testOrientationDefinedByKeyguard")
  static let largeScreens = RuleSource(
    "Android documentation, app orientation, aspect ratio, and resizability",
    "https://developer.android.com/develop/ui/compose/layouts/adaptive/"
      + "app-orientation-aspect-ratio-resizability")
  static let universalResizing = RuleSource(
    "Android 17, ActivityRecord.java, isUniversalResizeable",
    "https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-17.0.0_r1/"
      + "\(windowManager)/ActivityRecord.java")
  static let compatOverrides = repository(
    android, "\(windowManager)/AppCompatOrientationOverrides.java")
  static let compatibilityMode = RuleSource(
    "Android documentation, device compatibility mode", "https://developer.android.com")

  private static let chromium = "chromium/chromium"
  static let orientationController = repository(
    chromium, "ash/display/screen_orientation_controller.cc at f24a8e1")
  static let orientationControllerTests = repository(
    chromium, "ash/display/screen_orientation_controller_unittest.cc at 0cd08ed")
  static let accelerometerTypes = repository(
    chromium, "ash/accelerometer/accelerometer_types.h at 139ac19")
}

/// Bug reports, measurements and work-arounds published by others.
extension RuleSource {
  /// Returns a bug report, by its radar number, whose text and sample were published by PSPDFKit.
  static func radar(_ number: Int) -> RuleSource {
    RuleSource("Radar \(number)", "https://github.com/PSPDFKit-labs/radar.apple.com")
  }
  /// Returns a bug report in Open Radar's mirror, by the radar number and the mirror's issue
  /// number.
  static func openRadar(_ number: Int, _ issue: Int) -> RuleSource {
    RuleSource(
      "Radar \(number)", "https://github.com/lionheart/openradar-mirror/issues/\(issue)")
  }

  static let gist = RuleSource(
    "Backtrace of a second window turning on iOS 7",
    "https://gist.github.com/steipete/8df39fea0d39680a7a6b")
  static let windowsBlog = repository(
    "teslavia/teslavia.github.io", "src/content/blog/2015/rotation-multiple-windows-bug.md")
  static let forum = RuleSource(
    "Backtrace of a scene turning, Apple developer forums",
    "https://developer.apple.com/forums/content/attachment/ac1f1b60-ec39-47ae-80d6-d7e2adf8fe65")
  static let transformDump = RuleSource(
    "Transforms of turned views, printed", "http://pullrequest.ru/5770866/")
  static let flatNotifications = RuleSource(
    "RemObjects on face up and face down",
    "https://blogs.remobjects.com/2010/06/29/"
      + "handling-uideviceorientationfaceup-uideviceorientationfacedown/")
  static let jierong = RuleSource(
    "Jierong Li on supportedInterfaceOrientations",
    "https://jierong.dev/2020/10/04/supportedinterfaceorientations.html")
  static let nuno = RuleSource(
    "Nuno Alexandre, Forcing an orientation in iOS",
    "https://nunoalexandre.com/2018/08/24/forcing-an-orientation-in-ios")
  static let felix = RuleSource(
    "Felix Schwarz, forcing an orientation",
    "https://gist.github.com/felix-schwarz/417ece0fd3001d4831fc")
  static let level49 = RuleSource(
    "level49 on the order of rotation callbacks", "https://level49.com/date/2016/05")
  static let legacyCallbacks = RuleSource(
    "Legacy callbacks on iOS 8", "https://e-com-net.com/article/1292576120482373632.htm")
  static let dummyPresentation = RuleSource(
    "Turning by presenting a dummy controller", "http://www.kouhan.cn/en/article/00042553")
  static let qt = repository(
    "qt/qtbase", "src/plugins/platforms/ios/qiosviewcontroller.mm at 03e9c6f")
  static let sdl = repository("libsdl-org/SDL", "src/video/uikit/SDL_uikitwindow.m at 007b546")
  static let winObjC = repository("microsoft/WinObjC", "Frameworks/UIKit/UIDevice.mm lines 149-205")

  static let storeValidation = RuleSource(
    "Store validation error 90474, in several projects' issues")
  static let lockNote = RuleSource("A Chinese note on the rotation lock, address not kept")

  static let strayWindow = radar(19_592_583)
  static let strayWindow2019 = openRadar(50_405_134, 21231)

  static func flex(_ issue: Int) -> RuleSource { thread("FLEXTool/FLEX", issue) }
  static func flex(commit: String) -> RuleSource { repository("FLEXTool/FLEX", "commit \(commit)") }
  static func salesforce(_ number: Int) -> RuleSource {
    thread("forcedotcom/SalesforceMobileSDK-iOS", number)
  }
  static func smartDeviceLink(_ number: Int) -> RuleSource {
    thread("smartdevicelink/sdl_ios", number)
  }
  static func notes(_ number: Int) -> RuleSource { thread("onmyway133/notes", number) }
  static func statusBarNotification(_ number: Int) -> RuleSource {
    thread("calimarkus/JDStatusBarNotification", number)
  }
  static let passcode = thread("rolandleth/LTHPasscodeViewController", 129)
  static let touchVisualizer = thread("asafkorem/COSTouchVisualizer", 10)
  static let progress = thread("AssistoLab/KVNProgress", 102)
  static let fingertips = thread("mapbox/Fingertips", 15)
  static let intercom = thread("intercom/intercom-ios", 102)
  static let overlay = thread("almerlucke/FCOverlayViewController", 4)
  static let ejecta = thread("phoboslab/Ejecta", 236)
  static let intune = thread("microsoftconnect/ms-intune-app-sdk-ios", 268)
  static let bubbleWrap = thread("rubymotion-community/BubbleWrap", 394)
  static let photoBrowser = thread("thiagoperes/IDMPhotoBrowser", 31)
  static let unionAD = thread("bytedance/Bytedance-UnionAD", 105)
  static let photoViewer = thread("nytimes/NYTPhotoViewer", 360)
  static let proMotion = thread("jamonholmgren/ProMotion", 607)
  static let webView = thread("TransitApp/SVWebViewController", 2)
  static let flutterOrientation = thread("sososdk/flutter_orientation", 8)
  static let orientationLocker = thread("wonday/react-native-orientation-locker", 243)
  static let capacitor = thread("capawesome-team/capacitor-plugins", 100)
  static let cameraManager = thread("imaginary-cloud/CameraManager", 134)
  static let swiftyCam = thread("Awalz/SwiftyCam", 35)
}
