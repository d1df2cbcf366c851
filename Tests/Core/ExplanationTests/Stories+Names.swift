// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

extension Stories {
  static let names = [
    "hidden-menu", "overlay-veto", "stuck", "creation", "empty-intersection", "preferred",
    "cycle", "deferred", "page-refuses", "app-refuses", "reverse-split", "two-hijackers", "flat",
    "locked", "geometry-refused", "force-refused", "desktop-no-focus", "desktop-focus",
    "desktop-refuses", "desktop-veto", "desktop-locked", "desktop-empty",
    "desktop-other-output", "desktop-by-other", "multitasking", "scene-wide", "desktop-stated",
  ]

  /// Returns the story of a name; see `names`.
  static func story(_ name: String) throws -> Story {
    let foot = client(1, "foot")
    switch name {
    case "hidden-menu": return try hiddenMenu()
    case "overlay-veto": return try overlayVeto()
    case "stuck": return try stuck()
    case "creation": return try creation()
    case "empty-intersection": return try emptyIntersection()
    case "preferred": return try preferred()
    case "cycle": return try cycle()
    case "deferred": return try deferred()
    case "page-refuses": return try turned([.declared(1, "main", portraitPage)], .landscapeLeft)
    case "app-refuses":
      return try turned(
        [.declared(1, "main")], .landscapeLeft, app: App(supported: [.portrait, .landscapeLeft]))
    case "reverse-split":
      return try turned(
        [.declared(1, "main"), .declared(2, "note", level: 1000, portraitPage)], .landscapeLeft)
    case "two-hijackers":
      return try turned(
        [
          .declared(1, "main", portraitPage), .declared(2, "menu", isHidden: true),
          .declared(3, "badge", level: 1000),
        ], .landscapeLeft)
    case "flat": return try turned([.declared(1, "main")], .faceUp)
    case "locked": return try locked()
    case "geometry-refused": return try requests(.window(WindowID(1), .requestGeometry(.portrait)))
    case "force-refused": return try requests(.device(.forced(.portrait)))
    case "desktop-no-focus": return desktop([foot], focus: nil)
    case "desktop-focus":
      return desktop([foot, client(2, "mpv", DeclaredPolicy(autorotate: false))], focus: 1)
    case "desktop-refuses":
      return desktop([foot, client(2, "mpv", DeclaredPolicy(autorotate: false))], focus: 2)
    case "desktop-veto":
      let mpv = client(2, "mpv", DeclaredPolicy(supported: .landscape), vetoes: true)
      return desktop([foot, mpv], focus: 1)
    case "desktop-stated":
      var reader = client(1, "reader", DeclaredPolicy(supported: .landscape))
      reader.shell.statedIn = DesktopEntrySource(
        file: "~/.local/share/applications/reader.desktop",
        key: "X-Lomiri-Supported-Orientations")
      return desktop([reader], focus: 1)
    case "desktop-locked": return desktop([foot], focus: 1, locked: true)
    case "desktop-empty": return desktop([], focus: nil)
    case "desktop-other-output": return otherOutput()
    case "desktop-by-other":
      var story = desktop([foot], focus: 1)
      story.send(.output(.transform(OutputID(1), .rotated90)))
      story.send(.output(.transform(OutputID(1), .rotated180)))
      return story
    case "multitasking":
      return try turned(
        [.declared(1, "main", portraitPage)], .landscapeLeft, device: Device(idiom: .pad))
    case "scene-wide":
      return try turned(
        [.declared(1, "main", portraitPage), .declared(2, "overlay", level: 1000)],
        .landscapeLeft, rules: "uikit-16")
    default:
      Issue.record("no story \(name)")
      return desktop([], focus: nil)
    }
  }

  private static func turned(
    _ windows: [Window], _ orientation: DeviceOrientation, app: App = App(),
    device: Device = Device(), rules: String = "uikit-8"
  ) throws -> Story {
    var story = Story(
      try uikit(rules), Scene(device: device, app: app, windows: windows, key: WindowID(1)))
    story.turn(orientation)
    return story
  }

  private static func locked() throws -> Story {
    var story = try turned([.declared(1, "main")], .portrait)
    story.send(.device(.rotationLock(true)))
    story.turn(.landscapeLeft)
    return story
  }

  private static func requests(_ event: Event) throws -> Story {
    let landscape = DeclaredPolicy(supported: .landscape)
    var story = Story(
      try uikit("uikit-16"),
      Scene(windows: [.declared(1, "main", landscape)], key: WindowID(1)))
    story.send(event)
    return story
  }

  private static func otherOutput() -> Story {
    var window = client(1, "foot")
    window.shell.output = OutputID(2)
    let outputs = [
      Output(id: OutputID(1), name: "eDP-1", panel: .landscape),
      Output(id: OutputID(2), name: "HDMI-A-1", panel: .landscape, policy: .leave),
    ]
    var story = Story(
      DesktopRuleSet(),
      Scene(
        device: Device(panel: .landscape), outputs: outputs, windows: [window], key: WindowID(1)))
    story.turn(.landscapeRight)
    return story
  }
}
