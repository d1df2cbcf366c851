// SPDX-License-Identifier: Apache-2.0

/// Bug reports, measurements and work-arounds published by others.
extension RuleSource {
  /// Returns a bug report, by its radar number, whose text and sample PSPDFKit published.
  static func radar(_ number: Int) -> RuleSource {
    RuleSource("Radar \(number)", "https://github.com/PSPDFKit-labs/radar.apple.com")
  }
  /// Returns a bug report in Open Radar's mirror: radar number, then the mirror's issue.
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
