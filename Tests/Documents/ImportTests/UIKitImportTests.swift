// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Formats
import Foundation
import ModelChecker
import Orientation
import Experiments
import Scenarios
import Testing

@testable import Import

/// `swivel import uikit`: the output of the debugger's script, and texts that people post.
///
/// No machine of Apple's is available: the answers were made up after the headers. The tests check
/// that the script's text is a scenario with these answers.
@Suite struct UIKitImportTests {
  static let script = ExampleFiles.root.appending(path: "examples/lldb/swivel_uikit.py").path

  static func printed() throws -> String {
    let transcript = Dumps.folder.appending(path: "uikit-transcript.json").path
    return try Tool.run(["python3", "-B", script, "--transcript", transcript])
  }

  static func read(_ text: String, rules: String? = nil) throws -> UIKitImport {
    try UIKitImport([("console.txt", Array(text.utf8))], rules: rules)
  }

  @Test func theDebuggersTextIsAScenario() throws {
    let noise = "(lldb) swivel_uikit\n" + (try Self.printed()) + "(lldb) c\nProcess 1 resuming\n"
    let found = try Self.read(noise)
    #expect(found.notes == [])
    let scenario = try Scenario.parse(found.scenario, file: "app.yaml")
    #expect(scenario.rules.id == "uikit-8")
    let scene = scenario.scene
    #expect(
      scene.windows.map(\.name) == ["MainWindow", "ExampleMenuWindow", "UITextEffectsWindow"])
    #expect(scene.windows.map(\.level) == [0, 2000, 1])
    #expect(scene.windows.map(\.isHidden) == [false, true, false])
    #expect(scene.windows[2].isFollower && scene.keyWindow == scene.windows[0].id)
    #expect(scene.device.orientation == .landscapeLeft)
    #expect(scene.app.supported == [.portrait, .landscapeLeft, .landscapeRight])
    #expect(
      scene.app.delegate?.entries.map(\.mask) == [.allButUpsideDown, .all, .allButUpsideDown])
    let root = try #require(scene.windows[0].root)
    // UIKit's own answers are not written; the app's own are.
    #expect(root.declared == DeclaredPolicy())
    #expect(root.container?.kind == .navigation && root.container?.children.count == 2)
    let detail = try #require(root.container?.children.last)
    #expect(
      detail.declared
        == DeclaredPolicy(autorotate: false, supported: .portrait, preferred: .portrait))
    #expect(detail.presented?.style == .overFullScreen)
    #expect(detail.presented?.controller.declared?.supported == [.landscapeRight])
    #expect(scene.windows[1].root?.declared == DeclaredPolicy())
  }

  @Test func aCutOffTextIsRefusedWithItsPlace() throws {
    let text = try Self.printed()
    let cut = String(text.prefix(text.count / 2)) + "\n"
    let error = #expect(throws: InputError.self) { try Self.read("noise\n" + cut) }
    #expect(error?.description.hasPrefix("console.txt:2:1: found ") == true)
    #expect(error?.description.contains("cut off") == true)
    // A mistake inside keeps the line of the console.
    let wrong = ("noise\nmore\n" + text).replacingOccurrences(
      of: "rules: uikit-8", with: "rules: uikit-88")
    let second = #expect(throws: InputError.self) { try Self.read(wrong) }
    #expect(second?.description.hasPrefix("console.txt:7:8: found unknown rule set") == true)
  }

  static let hierarchy = """
    (lldb) po [UIViewController _printHierarchy]
    <UITabBarController 0x101>, state: appeared, view: <UILayoutContainerView 0x201>
       | <UINavigationController 0x102>, state: disappeared, view: <UILayoutContainerView 0x202> not in the window
       |    | <App.First 0x103>, state: disappeared, view: (view not loaded)
       | <UINavigationController 0x104>, state: appeared, view: <UILayoutContainerView 0x203>
       |    | <App.Second 0x105>, state: appeared, view: <UIView 0x204>
       + <App.Sheet 0x106>, state: appeared, view: <UIView 0x205>, presented with: <_UIPageSheetPresentationController 0x301>
       |    + <App.Film 0x107>, state: appeared, view: <UIView 0x206>, presented with: <_UIFullscreenPresentationController 0x302>

    """
  static let windows = """
    (lldb) po [[UIApplication sharedApplication] windows]
    <__NSArrayM 0x600>(
    <UIWindow: 0x401; frame = (0 0; 375 812); gestureRecognizers = <NSArray: 0x1>; layer = <UIWindowLayer: 0x2>>,
    <MenuWindow: 0x402; baseClass = UIWindow; frame = (0 0; 375 812); hidden = YES; layer = <UIWindowLayer: 0x3>>,
    <BannerWindow: 0x403; baseClass = UIWindow; frame = (0 0; 375 60); layer = <UIWindowLayer: 0x4>>,
    <UITextEffectsWindow: 0x404; frame = (0 0; 375 812); layer = <UIWindowLayer: 0x5>>
    )

    """

  @Test func aPostedHierarchyMakesASkeletonScenario() throws {
    let found = try Self.read(Self.hierarchy + Self.windows, rules: "uikit-13")
    let scene = try Scenario.parse(found.scenario, file: "app.yaml").scene
    #expect(
      scene.windows.map(\.name) == [
        "UIWindow", "MenuWindow", "BannerWindow", "UITextEffectsWindow",
      ])
    #expect(scene.windows.map(\.isHidden) == [false, true, false, false])
    #expect(scene.windows[2].size == Size(width: 375, height: 60))
    #expect(scene.windows[3].isFollower)
    let root = try #require(scene.windows[0].root)
    #expect(root.container?.kind == .tab && root.container?.selected == "UINavigationController.2")
    #expect(root.presented?.style == .pageSheet)
    #expect(root.presented?.controller.presented?.style == .fullScreen)
    #expect(root.presented?.controller.presented?.controller.id == "App.Film")
    #expect(found.notes.contains { $0.contains("--answers any") })
    // The checker takes this stack.
    _ = CheckStack(try Scenario.parse(found.scenario, file: "app.yaml"))
  }

  @Test func viewsOfARecursiveDescriptionAreNoWindows() throws {
    let text = """
      <UIWindow: 0x1; frame = (0 0; 320 480); layer = <UIWindowLayer: 0x2>>
         | <UITransitionView: 0x3; frame = (0 0; 320 480); layer = <CALayer: 0x4>>
         |    | <FloatingWindow: 0x5; frame = (0 0; 320 480); layer = <CALayer: 0x6>>

      """
    let scene = try Scenario.parse(
      try Self.read(text, rules: "uikit-8").scenario, file: "app.yaml"
    ).scene
    #expect(scene.windows.map(\.name) == ["UIWindow"])
  }

  @Test(arguments: [
    (hierarchy, nil, "name it with --rules"), (hierarchy, "android", "no rule set of UIKit"),
    (hierarchy, "uikit-9", "did you mean"),
    ("hello\n", "uikit-8", "neither windows nor controllers"),
    ("", "uikit-8", "nothing is in it"),
  ])
  func invalidUIKitDumpsAreReported(text: String, rules: String?, words: String) throws {
    let error = #expect(throws: InputError.self) { try Self.read(text, rules: rules) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func tooManyLevelsAreRefused() throws {
    var text = ""
    // The text grows with the square of the depth.
    for depth in 0..<CaseCount.of(1_000, optimised: 3_000) {
      text += String(repeating: "   | ", count: depth)
      text += "<A 0x\(depth)>, state: appeared, view: <UIView 0x1>\n"
    }
    let error = #expect(throws: InputError.self) { try Self.read(text, rules: "uikit-8") }
    #expect(error?.description.contains("levels") == true)
  }
}
