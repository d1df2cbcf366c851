// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import Orientation
import Testing
import Text

@testable import Daemon

@Suite struct SceneTrackerTests {
  private var tracker = SceneTracker(configuration: Configuration())
  private let first = Self.output("HEADLESS-1")

  private static func output(
    _ name: String, _ transform: Transform = .normal, enabled: Bool = true,
    mode: Size = Size(width: 1280, height: 800)
  ) -> DesktopOutput {
    var output = DesktopOutput(name: name)
    output.transform = transform
    output.enabled = enabled
    output.modeSize = mode
    return output
  }

  private static func window(
    _ id: UInt32, _ appID: String = "foot", focused: Bool = false, title: String = "",
    on outputs: [String] = ["HEADLESS-1"]
  ) -> DesktopWindow {
    var window = DesktopWindow(id: id)
    window.appID = UntrustedText(appID)
    window.title = UntrustedText(title)
    window.activated = focused
    window.outputs = outputs
    return window
  }

  @Test mutating func aChangedOtherWritersSettingReachesKnownOutputs() {
    _ = tracker.synchronize(with: [first], [])
    tracker.configuration.otherWriters = .overrule
    #expect(
      tracker.synchronize(with: [first], []) == [
        .output(.configure(OutputID(1), .overrulesOthers(true)))
      ])
    #expect(tracker.synchronize(with: [first], []).isEmpty)
    tracker.configuration.otherWriters = .respect
    #expect(
      tracker.synchronize(with: [first], []) == [
        .output(.configure(OutputID(1), .overrulesOthers(false)))
      ])
  }

  /// An output that needs no restoring is forgotten at the end, and no other.
  @Test mutating func theEndForgetsTheOutputsThatNeedNoRestoring() {
    let second = Self.output("HEADLESS-2")
    _ = tracker.synchronize(with: [first, second], [])
    for id in [OutputID(1), OutputID(2)] { tracker.noteRequest(.rotated90, on: id) }
    #expect(tracker.turned.map(\.identity.name) == ["HEADLESS-1", "HEADLESS-2"])
    tracker.noteEnd(of: [OutputID(1)])
    #expect(tracker.turned.map(\.identity.name) == ["HEADLESS-2"])
  }

  @Test mutating func outputsAreAddedRotatedAndRemoved() {
    let external = Self.output("HDMI-A-1", .rotated270, mode: Size(width: 800, height: 1280))
    let events = tracker.synchronize(
      with: [first, external, Self.output("DP-1", enabled: false)], [])
    #expect(
      events == [
        .output(.add(Output(id: OutputID(1), name: "HEADLESS-1", panel: .landscape))),
        .output(
          .add(
            Output(
              id: OutputID(2), name: "HDMI-A-1", panel: .portrait, policy: .leave,
              transform: .rotated270))),
      ])
    #expect(tracker.synchronize(with: [first, external], []).isEmpty)
    #expect(
      tracker.synchronize(with: [Self.output("HEADLESS-1", .rotated90), external], [])
        == [.output(.transform(OutputID(1), .rotated90))])
    #expect(tracker.synchronize(with: [external], []) == [.output(.remove(OutputID(1)))])
    #expect(tracker.name(of: OutputID(1)) == nil)
    // What comes back as it was left had been found otherwise, and that is what is restored.
    let back = tracker.synchronize(with: [external, Self.output("HEADLESS-1", .rotated90)], [])
    guard case .output(.add(let output)) = back.first else {
      Issue.record("\(back)")
      return
    }
    #expect(output.id == OutputID(3) && output.initial == .normal)
    #expect(tracker.synchronize(with: [external], []) == [.output(.remove(OutputID(3)))])
    // What comes back otherwise is new, and so is what is restored.
    let changed = tracker.synchronize(with: [external, Self.output("HEADLESS-1", .rotated180)], [])
    guard case .output(.add(let new)) = changed.first else {
      Issue.record("\(changed)")
      return
    }
    #expect(new.initial == .rotated180)
  }

  @Test mutating func aFocusChangeIsASingleEvent() {
    _ = tracker.synchronize(with: [first], [Self.window(1, focused: true), Self.window(2)])
    let events = tracker.synchronize(
      with: [first], [Self.window(1), Self.window(2, focused: true)])
    #expect(events == [.window(WindowID(2), .makeKey)])
    #expect(
      tracker.synchronize(with: [first], [Self.window(1), Self.window(2)])
        == [.window(WindowID(2), .resignKey)])
  }

  @Test mutating func theNextKeyWindowIsNamedBeforeTheKeyWindowIsRemoved() {
    _ = tracker.synchronize(with: [first], [Self.window(1, focused: true), Self.window(2)])
    #expect(
      tracker.synchronize(with: [first], [Self.window(2, focused: true)])
        == [.window(WindowID(2), .makeKey), .window(WindowID(1), .remove)])
    #expect(
      tracker.synchronize(with: [first], [])
        == [.window(WindowID(2), .resignKey), .window(WindowID(2), .remove)])
  }

  @Test mutating func aWindowThatOpensFocusedIsKeyAtOnce() {
    _ = tracker.synchronize(with: [first], [Self.window(1, focused: true)])
    let events = tracker.synchronize(
      with: [first], [Self.window(1), Self.window(2, focused: true)])
    guard events.count == 1, case .add(let window, makesKey: true) = events[0] else {
      Issue.record("\(events)")
      return
    }
    #expect(window.name == "foot#2")
    #expect(window.shell.output == OutputID(1))
  }

  @Test mutating func withSeveralFocusedWindowsTheFirstStaysKey() {
    _ = tracker.synchronize(with: [first], [Self.window(1, focused: true)])
    let both = [Self.window(1, focused: true), Self.window(2, "b", focused: true)]
    guard case .add(_, makesKey: false) = tracker.synchronize(with: [first], both).first else {
      Issue.record("the second seat took the focus")
      return
    }
    #expect(tracker.focus == 1)
  }

  @Test mutating func titlesAreMatchedButNotKept() {
    tracker = SceneTracker(
      configuration: Configuration(
        windows: [
          WindowRule(
            title: .glob(Glob("Talk*")),
            policy: WindowPolicy(
              answers: DeclaredPolicy(autorotate: false), veto: true, cure: .intersection))
        ]))
    let start = tracker.synchronize(with: [first], [Self.window(1, title: "secret")])
    #expect(!"\(start)".contains("secret"))
    #expect(tracker.synchronize(with: [first], [Self.window(1, title: "secret 2")]).isEmpty)
    let events = tracker.synchronize(with: [first], [Self.window(1, title: "Talk of secret")])
    let traits = ShellTraits(
      appID: "foot", output: OutputID(1), mayVeto: true, cure: .intersection, hasRule: true)
    let root = Controller(id: "foot", policy: .declared(DeclaredPolicy(autorotate: false)))
    #expect(
      events == [.window(WindowID(1), .shell(traits)), .window(WindowID(1), .setRoot(root))])
  }

  @Test mutating func eachPolicyIsCountedWithItsWindows() {
    tracker.resolver.clients = [
      (PolicyID(4), "talk*"), (PolicyID(2), "film"),
    ].map { PolicyResolver.ClientMatch(id: $0, name: $1, appID: Glob($1)) }
    _ = tracker.synchronize(
      with: [first],
      [Self.window(1, "talk"), Self.window(2, "film"), Self.window(3, "talk2"), Self.window(4)])
    #expect(tracker.liveCounts == [PolicyID(4): 2, PolicyID(2): 1])
    #expect(tracker.windows(of: PolicyID(4)) == [WindowID(1), WindowID(3)])
  }

  @Test mutating func rulesMissedByCaseAreNamedOnceInTheOrderOfTheWindows() throws {
    tracker.configuration = try .parse(
      "windows: [{app-id: MPV, supported: all}, {app-id: Foot, veto: true}]", file: "c")
    _ = tracker.synchronize(
      with: [first],
      [Self.window(3), Self.window(1, "mpv"), Self.window(2, "mpv"), Self.window(4, "imv")])
    let hints = tracker.caseHints.map(\.english)
    #expect(hints.count == 2, "\(hints)")
    #expect(hints.first?.contains(#""Foot""#) == true && hints.last?.contains(#""MPV""#) == true)
  }

  @Test func windowRulesOverrideDesktopEntries() throws {
    let home = try RuntimeDirectory()
    for name in ["foot", "mpv", "imv"] {
      _ = try home.write(
        "[Desktop Entry]\nX-Lomiri-Supported-Orientations=landscape\n",
        to: "applications/\(name).desktop")
    }
    func events(_ configuration: String) throws -> [String: Window] {
      var tracker = SceneTracker(
        configuration: try .parse(configuration, file: "c"),
        applications: ApplicationFiles {
          ["XDG_DATA_HOME": home.path, "XDG_DATA_DIRS": home.path][$0]
        }
      )
      let windows = [Self.window(1), Self.window(2, "mpv"), Self.window(3, "imv")]
      return tracker.synchronize(with: [first], windows).reduce(into: [:]) { found, event in
        if case .add(let window, _) = event { found[window.name] = window }
      }
    }
    let windows = try events(
      """
      policy: {supported: portrait, preferred: landscape-right}
      windows: [{app-id: mpv, supported: all}, {app-id: imv, veto: true}]
      """)
    #expect(windows["foot"]?.root?.declared?.supported == .landscapeRight)
    #expect(windows["foot"]?.root?.declared?.preferred == .landscapeRight)
    #expect(windows["foot"]?.shell.statedIn?.fileName == "foot.desktop")
    #expect(windows["mpv"]?.root?.declared?.supported == .all)
    #expect(windows["mpv"]?.shell.hasRule == true && windows["mpv"]?.shell.statedIn == nil)
    #expect(windows["imv"]?.root?.declared?.supported == .landscapeRight)
    #expect(windows["imv"]?.shell.mayVeto == true && windows["imv"]?.shell.statedIn != nil)
    #expect(windows.values.allSatisfy { !$0.shell.isLimitedByCommonPolicy })
    let still = try events(
      """
      policy: {autorotate: false}
      windows: [{app-id: mpv, supported: all}, {app-id: imv, autorotate: true}]
      """)
    #expect(still.filter(\.value.shell.isLimitedByCommonPolicy).keys.sorted() == ["foot", "mpv"])
    let plain = try events(
      """
      desktop-entries: false
      policy: {supported: landscape}
      windows: [{app-id: mpv, supported: all}, {app-id: imv, veto: true}]
      """)
    #expect(plain.filter(\.value.shell.isLimitedByCommonPolicy).keys.sorted() == ["foot", "imv"])
    let off = try events("desktop-entries: false")
    #expect(off.values.allSatisfy { $0.root?.declared?.supported == nil && !$0.shell.hasRule })
  }

  @Test mutating func windowsOnSeveralOutputsCountOnAll() {
    let second = Self.output("HEADLESS-2")
    let events = tracker.synchronize(
      with: [first, second],
      [
        Self.window(1, on: ["HEADLESS-1", "HEADLESS-2"]), Self.window(2, on: []),
        Self.window(3, on: ["HEADLESS-2"]),
      ])
    let outputs = events.compactMap { event -> OutputID?? in
      if case .add(let window, _) = event { .some(window.shell.output) } else { nil }
    }
    #expect(outputs == [nil, nil, OutputID(2)])
  }

  @Test mutating func windowNamesAreEscapedAndUnique() {
    let hostile = "a\u{1B}[2J\nb"
    let events = tracker.synchronize(
      with: [first], [Self.window(1, hostile), Self.window(2, ""), Self.window(3, "foot#2")])
    let names = events.compactMap { event -> String? in
      if case .add(let window, _) = event { window.name } else { nil }
    }
    #expect(names == ["\"aU+001B[2J\\nb\"", "window", "\"foot#2\""])
  }
}
