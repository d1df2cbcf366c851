// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

/// The stories that explanations are tested with.
enum Stories {
  static let portraitPage = DeclaredPolicy(autorotate: false, supported: .portrait)

  static func uikit(_ name: String, _ arbitration: WindowArbitration? = nil) throws -> any RuleSet {
    try #require(RuleSetCatalog.make(name, arbitration: arbitration))
  }

  /// A hidden menu window turns the bar alone.
  static func hiddenMenu(_ menu: String = "menu") throws -> Story {
    let windows: [Window] = [
      .declared(1, "main", portraitPage),
      Window(
        id: WindowID(2), name: menu, level: 2000, isHidden: true,
        root: Controller(id: "\(menu).root")),
    ]
    var story = Story(
      try uikit("uikit-8"), Scene(windows: windows, key: WindowID(1)),
      exempt: [.declared(9, "hud", level: 3000)])
    story.turn(.landscapeLeft)
    return story
  }

  /// A hidden overlay vetoes under the rule that all have to agree.
  static func overlayVeto() throws -> Story {
    let windows: [Window] = [
      .declared(1, "main"),
      .declared(2, "overlay", level: 1000, isHidden: true, DeclaredPolicy(autorotate: false)),
    ]
    var story = Story(
      try uikit("uikit-8", .intersection), Scene(windows: windows, key: WindowID(1)))
    story.turn(.landscapeLeft)
    return story
  }

  /// The window that turned the bar is removed.
  static func stuck() throws -> Story {
    var story = try hiddenMenu()
    story.send(.window(WindowID(2), .remove))
    return story
  }

  /// A window turns the bar when it is added.
  static func creation() throws -> Story {
    var story = Story(
      try uikit("uikit-8"),
      Scene(windows: [.declared(1, "main", portraitPage)], key: WindowID(1)))
    let toast = DeclaredPolicy(supported: .landscape)
    story.send(.add(.declared(2, "toast", level: 1000, toast), makesKey: false))
    return story
  }

  /// App and page share no orientation.
  static func emptyIntersection() throws -> Story {
    let page = DeclaredPolicy(autorotate: true, supported: .landscape)
    return Story(
      try uikit("uikit-8"),
      Scene(
        app: App(supported: [.portrait]), windows: [.declared(1, "main", page)],
        key: WindowID(1)))
  }

  /// A presented controller prefers what it does not support.
  static func preferred() throws -> Story {
    var story = Story(
      try uikit("uikit-8"), Scene(windows: [.declared(1, "main")], key: WindowID(1)))
    let intro = Controller(
      id: "intro",
      policy: .declared(DeclaredPolicy(supported: .portrait, preferred: .landscapeRight)))
    story.send(
      .window(WindowID(1), .present(Presentation(style: .fullScreen, controller: intro))))
    return story
  }

  /// Two windows forward to each other.
  static func cycle() throws -> Story {
    let windows = [
      Window(
        id: WindowID(1), name: "main", root: Controller(id: "main.root", forwardsTo: WindowID(2))),
      Window(
        id: WindowID(2), name: "overlay", level: 1000,
        root: Controller(id: "overlay.root", forwardsTo: WindowID(1))),
    ]
    var story = Story(try uikit("uikit-8"), Scene(windows: windows, key: WindowID(1)))
    story.turn(.landscapeLeft)
    return story
  }

  /// A disabled window waits.
  static func deferred() throws -> Story {
    var story = Story(
      try uikit("uikit-8"), Scene(windows: [.declared(1, "main")], key: WindowID(1)))
    story.send(.window(WindowID(1), .disableAutorotation))
    story.turn(.landscapeLeft)
    return story
  }

  /// A desktop with one internal panel, natively landscape.
  static func desktop(_ windows: [Window], focus: Int32?, locked: Bool = false) -> Story {
    let output = Output(id: OutputID(1), name: "eDP-1", panel: .landscape)
    var story = Story(
      DesktopRuleSet(),
      Scene(
        device: Device(isRotationLocked: locked, panel: .landscape), outputs: [output],
        windows: windows, key: focus.map { WindowID($0) }))
    story.turn(.landscapeRight)
    return story
  }

  /// A window with an app-id and, if wanted, a rule.
  static func client(
    _ number: Int32, _ app: String, _ policy: DeclaredPolicy? = nil, vetoes: Bool = false
  ) -> Window {
    .declared(
      number, app, policy ?? DeclaredPolicy(),
      shell: ShellTraits(appID: app, mayVeto: vetoes, hasRule: policy != nil))
  }
}
