// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Configuration
import Desktop
import EventLoop
import Fixtures
import Formats
import Glibc
import Orientation
import Plugins
import Sensors
import Testing
import Text

@testable import Daemon

/// Parts of the daemon that need neither a bus nor a compositor.
@Suite struct DaemonPartTests {
  @Test func aReplayPathMayContainColons() throws {
    #expect(try SensorChoice(option: "replay:a:b.csv") == .replay(path: "a:b.csv"))
    #expect(try SensorChoice(option: "plugin:mine") == .plugin(name: "mine"))
    for word in ["replay:", "replay", "plugin:", "other:x"] {
      #expect(throws: (any Error).self, "\(word)") { try SensorChoice(option: word) }
    }
  }

  /// Toggling locks rotation to the shown orientation, or unlocks it.
  @Test func togglingTheLockLocksAndFrees() throws {
    let store = LockStore(environment: { _ in nil }, files: VirtualDisk())
    let controller = LockController(store) { _ in }
    let arbiter = Arbiter(
      rules: DesktopRuleSet(), scene: Scene(outputs: [Output(id: OutputID(1), name: "eDP-1")]))
    let locking = try controller.change(.toggleLock, in: arbiter)
    #expect(locking.lock == .current)
    _ = controller.apply(locking) { _ in arbiter.scene }
    #expect(controller.lock == .current)
    #expect(try controller.change(.toggleLock, in: arbiter).lock == nil)
    let change = try controller.change(.lock(.portrait), in: arbiter)
    _ = controller.apply(change) { _ in arbiter.scene }
    #expect(try controller.change(.toggleLock, in: arbiter).lock == nil)
  }

  /// A locked rotation is named in English, which messages to programs and logs are in.
  @Test func aLockIsNamedWhenItRefusesARotationAndWhenItIsRestored() throws {
    let disk = VirtualDisk()
    func controller(_ note: @escaping (String) -> Void = { _ in }) -> LockController {
      let store = LockStore(environment: { $0 == "HOME" ? "/home/user" : nil }, files: disk)
      return LockController(store, note: note)
    }
    let arbiter = Arbiter(
      rules: DesktopRuleSet(), scene: Scene(outputs: [Output(id: OutputID(1), name: "eDP-1")]))
    let first = controller()
    _ = first.apply(try first.change(.lock(.portraitPrimary), in: arbiter)) { _ in arbiter.scene }
    let refused = #expect(throws: ControlFailure.self) {
      try first.change(.rotate(.by(1)), in: arbiter)
    }
    #expect(
      refused?.description
        == "rotation is locked to normal (top edge up); `swivel unlock` unlocks it, and "
        + "`swivel lock left-up` locks it to that")
    #expect(refused?.message(.chinese).hasPrefix("旋转锁定在 normal（上边朝上）；") == true)
    var notes: [String] = []
    _ = controller { notes.append($0) }.restore(in: arbiter)
    #expect(notes == ["rotation is locked to normal (top edge up); `swivel unlock` unlocks it"])
  }

  /// A lock to what is shown is restored on each output as it was, whatever it shows now; a file
  /// without outputs has the orientation of all.
  @Test(arguments: [true, false])
  func aRestoredLockKeepsEachOutputAsItWas(namesOutputs: Bool) throws {
    let disk = VirtualDisk()
    func controller(_ note: @escaping (String) -> Void = { _ in }) -> LockController {
      let store = LockStore(environment: { $0 == "HOME" ? "/home/user" : nil }, files: disk)
      return LockController(store, note: note)
    }
    func arbiter(_ second: Transform) -> Arbiter {
      Arbiter(
        rules: DesktopRuleSet(),
        scene: Scene(outputs: [
          Output(id: OutputID(1), name: "eDP-1"),
          Output(id: OutputID(2), name: "eDP-2", transform: second),
        ]))
    }
    let first = controller()
    let scene = arbiter(.rotated90).scene
    let change = try first.change(.lock(.current), in: arbiter(.rotated90))
    _ = first.apply(change) { _ in scene }
    if !namesOutputs {
      try disk.write(
        #"{"lock":"current","shown":"portrait"}"#, to: "/home/user/.local/state/swivel/lock.json")
    }
    for now in [Transform.rotated90, .normal] {
      var notes: [String] = []
      var restored = arbiter(now)
      for event in controller({ notes.append($0) }).restore(in: restored) {
        _ = restored.handle(event, at: .zero)
      }
      #expect(
        restored.scene.outputs.map(\.desired) == [.normal, namesOutputs ? .rotated90 : .normal])
      #expect(restored.scene.device.isRotationLocked)
      #expect(notes.first?.contains("top edge up") == !namesOutputs)
    }
  }

  /// The answers complete a configuration that leaves an output open, and no other.
  @Test func answersAboutOutputsAreKeptAndYieldToTheConfiguration() throws {
    let disk = VirtualDisk()
    func answers() -> OutputAnswers {
      OutputAnswers(environment: { $0 == "HOME" ? "/home/user" : nil }, files: disk)
    }
    var first = answers()
    #expect(first.load() == nil && first.complete(Configuration()) == Configuration())
    #expect(first.keep(.rotated90, for: "DPI-1") == nil)
    #expect(first.keep(nil, for: "Unknown-1") == nil)
    var second = answers()
    #expect(second.load() == nil)
    var configuration = Configuration()
    func policy(_ name: String) -> OutputPolicy {
      second.complete(configuration).policy(forOutput: name, isBuiltIn: false)
    }
    #expect(policy("DPI-1") == .fixed(.rotated90) && policy("Unknown-1") == .auto)
    #expect(policy("SPI-1") == .leave)
    configuration.outputs = [OutputRule(match: Glob("DPI-*"), policy: .leave)]
    #expect(policy("DPI-1") == .leave && policy("Unknown-1") == .auto)
    configuration.turningOutputs = ["SPI-1"]
    #expect(policy("Unknown-1") == .leave)
    // Neither a damaged file nor a missing home loses more than the answers.
    let path = "/home/user/.local/state/swivel/outputs.json"
    try disk.write("{", to: path)
    var damaged = answers()
    #expect(damaged.load()?.contains("asked again") == true)
    try disk.write(#"{"outputs":{"DPI-1":"up","eDP-1":"90"}}"#, to: path)
    #expect(damaged.load() == nil && damaged.complete(Configuration()) == Configuration())
    var homeless = OutputAnswers(environment: { _ in nil }, files: disk)
    #expect(homeless.keep(.normal, for: "DPI-1")?.contains("XDG_STATE_HOME") == true)
  }

  /// A quarter turn rotates each output from what it shows itself.
  @Test func outputsThatShowDifferentOrientationsAreRotatedEachFromItsOwn() throws {
    let store = LockStore(environment: { _ in nil }, files: VirtualDisk())
    let controller = LockController(store) { _ in }
    var arbiter = Arbiter(
      rules: DesktopRuleSet(),
      scene: Scene(outputs: [
        Output(id: OutputID(1), name: "eDP-1", panel: .portrait, transform: .rotated90),
        Output(id: OutputID(2), name: "eDP-2", panel: .landscape, transform: .rotated90),
      ]))
    func rotate(_ wish: RotationWish) throws {
      let change = try controller.change(.rotate(wish), in: arbiter)
      for event in change.events { _ = arbiter.handle(event, at: .zero) }
    }
    try rotate(.by(1))
    #expect(arbiter.scene.outputs.map(\.desired) == [.rotated180, .rotated180])
    try rotate(.by(3))
    #expect(arbiter.scene.outputs.map(\.desired) == [.rotated90, .rotated90])
    try rotate(.natural)
    #expect(arbiter.scene.outputs.map(\.desired) == [.normal, .normal])
    // An orientation is the same for all, and the device's next turn ends both.
    try rotate(.to(.portrait))
    #expect(arbiter.scene.outputs.map(\.desired) == [.normal, .rotated270])
    try rotate(.by(1))
    for edge in [PanelEdge.left, .top] {
      _ = arbiter.handle(.device(.turned(DeviceOrientation(edgeUp: edge))), at: .zero)
    }
    #expect(arbiter.scene.outputs.map(\.desired) == [.normal, .normal])
    #expect(arbiter.scene.outputs.allSatisfy { $0.userRotation == nil })
  }

  @Test func aNamedOutputIsRotatedAlone() throws {
    let store = LockStore(environment: { _ in nil }, files: VirtualDisk())
    let controller = LockController(store) { _ in }
    var arbiter = Arbiter(
      rules: DesktopRuleSet(),
      scene: Scene(outputs: [
        Output(id: OutputID(1), name: "eDP-1"), Output(id: OutputID(2), name: "eDP-2"),
        Output(id: OutputID(3), name: "DP-1", policy: .leave),
      ]))
    func events(_ name: String) throws -> [Event] {
      try controller.change(.rotate(.by(1), output: name), in: arbiter).events
    }
    for event in try events("eDP-2") { _ = arbiter.handle(event, at: .zero) }
    #expect(arbiter.scene.outputs.map(\.desired) == [.normal, .rotated90, .normal])
    let fixed = #expect(throws: ControlFailure.self) { try events("DP-1") }
    #expect(fixed?.description.contains("outputs: [{match: DP-1, policy: auto}]") == true)
    let missing = #expect(throws: ControlFailure.self) { try events("eDP-3") }
    #expect(missing?.description.hasSuffix("there are: eDP-1, eDP-2, DP-1") == true)
  }

  /// A decision is one line; with `--explain` its reasons follow.
  @Test(arguments: [false, true]) func reasonsAreReportedOnlyOnRequest(explains: Bool) throws {
    var lines: [String] = []
    let reporter = Reporter(
      explains: explains, showsTitles: false, output: { lines.append($0) }, errors: { _ in })
    var arbiter = Arbiter(
      rules: DesktopRuleSet(), scene: Scene(outputs: [Output(id: OutputID(1), name: "eDP-1")]))
    var verdicts: [Verdict] = []
    for event in [Event.setUp, .device(.turned(.landscapeLeft))] {
      for case .report(let verdict) in arbiter.handle(event, at: .zero) { verdicts.append(verdict) }
    }
    reporter.report(try #require(verdicts.last))
    #expect(lines.count == (explains ? 2 : 1), "\(lines)")
    #expect(lines.last?.contains("\n") == explains)
  }

  @Test func namesOfMoreThanSixtyBytesAreQuoted() {
    let longest = String(repeating: "a", count: 60)
    #expect(UntrustedText(longest).word == longest)
    #expect(UntrustedText(longest + "a").word != longest + "a")
    #expect(UntrustedText("").word == "\"\"")
  }

  @Test func leftOutputsAreListedByName() {
    var tracker = SceneTracker(configuration: Configuration())
    let names = ["HDMI-A-1", "DP-2", "eDP-1", "DP-1"]
    tracker.recall(
      names.map {
        OutputMemory(identity: .init(name: $0), found: .normal, asked: [.rotated90])
      })
    #expect(tracker.turned.map(\.identity.name) == names.sorted())
  }

  /// A program that opens windows under ever new identifiers must not make the daemon grow.
  @Test func onlySoManyAppsAreRememberedForNames() {
    var names = WindowNames()
    let present = ["editor", "mail#2"]
    #expect(names.next(for: "editor", among: []) == "editor")
    #expect(names.next(for: "mail", among: ["editor"]) == "mail")
    #expect(names.next(for: "mail", among: ["editor"]) == "mail#2")
    for number in 0..<10 * WindowNames.most {
      #expect(names.next(for: "app-\(number)", among: present) == "app-\(number)")
    }
    #expect(names.count <= WindowNames.most)
    // The apps whose windows are there are numbered on.
    #expect(names.next(for: "editor", among: present) == "editor#2")
    #expect(names.next(for: "mail", among: present) == "mail#3")
    var tracker = SceneTracker(configuration: Configuration())
    for number in 1...UInt32(3 * WindowNames.most) {
      var window = DesktopWindow(id: number)
      window.appID = "random-\(number)"
      _ = tracker.synchronize(with: [], [window])
    }
    #expect(tracker.rememberedNames <= WindowNames.most)
  }

  /// An application's file is read again for a new window, and not for a new title.
  @Test func anApplicationsFileIsReadAgainForANewWindowOnly() throws {
    let folder = ScratchFolder()
    func state(_ orientations: String) throws {
      try folder.write(
        "[Desktop Entry]\nType=Application\nName=A\nX-Lomiri-Supported-Orientations=\(orientations)\n",
        to: "applications/org.example.A.desktop")
    }
    func window(_ id: UInt32, _ title: String) -> DesktopWindow {
      var window = DesktopWindow(id: id)
      (window.appID, window.title) = ("org.example.A", UntrustedText(title))
      window.outputs = ["eDP-1"]
      return window
    }
    var output = DesktopOutput(name: "eDP-1")
    (output.enabled, output.modeSize) = (true, Size(width: 1280, height: 800))
    var tracker = SceneTracker(
      configuration: Configuration(),
      applications: ApplicationFiles { $0 == "XDG_DATA_HOME" ? folder.path : nil })
    try state("portrait")
    let first = tracker.synchronize(with: [output], [window(1, "one")])
    try state("landscape")
    #expect(tracker.synchronize(with: [output], [window(1, "two")]).isEmpty)
    let second = tracker.synchronize(with: [output], [window(1, "two"), window(2, "two")])
    func policy(_ events: [Event]) -> PolicySource? {
      for case .add(let window, _) in events { return window.root?.policy }
      return nil
    }
    #expect(policy(first) != nil && policy(second) != nil)
    #expect(policy(first) != policy(second))
  }

  /// The daemon decides without a plug-in that it cannot load, and reports which one is missing.
  @Test func aMissingPluginOfTheConfigurationIsAProblemOfTheRun() throws {
    let folder = ScratchFolder()
    let file = try folder.write("plugins:\n  - nobody\n", to: "config.yaml")
    let plan = try RunPlan(
      RunOptions(configuration: file, deviceRoot: folder.path), plugins: PluginList(),
      environment: { _ in nil })
    #expect(plan.pluginProblems.count == 1)
    #expect(plan.pluginProblems.allSatisfy { $0.contains("nobody") })
  }

  /// A program's line beyond 4,096 bytes is printed in parts, each of them once.
  @Test func anOverlongLineOfAProgramIsPrintedOnce() throws {
    let loop = try EventLoop()
    var lines: [String] = []
    let output = try ProgramOutput(on: loop) { lines.append($0.verbatim) }
    let long = String(repeating: "a", count: 5_000)
    let text = Array("first\n\(long)\nlast\n".utf8)
    #expect(write(output.writing, text, text.count) == text.count)
    output.finish()
    #expect(lines == ["first", String(long.prefix(4_096)), String(long.dropFirst(4_096)), "last"])
  }

  /// What takes effect at the next start is reported once, not whenever the file is touched.
  @Test func anUnchangedConfigurationIsNotReportedAgain() throws {
    let folder = ScratchFolder()
    let file = try folder.write("windows: []\n", to: "config.yaml")
    let plan = try RunPlan(
      RunOptions(configuration: file, deviceRoot: folder.path), plugins: PluginList(),
      environment: { _ in nil })
    var machine = Machine(loop: try EventLoop())
    machine.environment = { _ in nil }
    machine.files = VirtualDisk()
    let controller = ConfigurationController(plan, on: machine) { _ in }
    #expect(!controller.reload().isNoteworthy)
    _ = try folder.write("rules: desktop+key-only\n", to: "config.yaml")
    let changed = controller.reload()
    #expect(changed.isNoteworthy && changed.words.contains("takes effect at the next start"))
    let again = controller.reload()
    #expect(!again.isNoteworthy && again.words == changed.words)
    _ = try folder.write("rules: [\n", to: "config.yaml")
    #expect(controller.reload().isNoteworthy)
    #expect(!controller.reload().isNoteworthy)
    _ = try folder.write("rules: desktop+key-only\n", to: "config.yaml")
    #expect(controller.reload().isNoteworthy, "the problem is solved")
  }

  /// An output that the command line names rotates, whatever the file says of it.
  @Test func anOutputOfTheCommandLineIsRotatedAgainstTheFile() throws {
    let folder = ScratchFolder()
    let file = try folder.write(
      "outputs:\n  - {match: eDP-1, policy: leave}\n", to: "config.yaml")
    let options = RunOptions(configuration: file, outputs: ["eDP-1"])
    let chosen = try RunPlan.configuration(options) { _ in nil }
    #expect(chosen.outputs.map(\.policy) == [.auto, .leave])
    #expect(chosen.turningOutputs == ["eDP-1"])
  }

  /// The tablet mode is published while it is known and the machine has no switch of its own.
  @Test func aDerivedTabletModeIsPublished() throws {
    let folder = ScratchFolder()
    var notes: [String] = []
    var requests = 0
    var made = 0
    func publisher(_ isWanted: Bool, opens: Bool = true) -> TabletModePublisher {
      let access = TabletModeSwitch.Access { _ in
        made += 1
        return opens ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1
      } control: { _, _, _ in
        requests += 1
        return 0
      }
      return TabletModePublisher(isWanted, in: DeviceTree(root: folder.path), access: access) {
        notes.append($0)
      }
    }
    publisher(false).publish(true)
    let wanted = publisher(true)
    wanted.publish(nil)
    #expect(made == 0)
    wanted.publish(true)
    wanted.publish(false)
    #expect(made == 1 && requests == 4 && notes.count == 1)
    // Unknown again: the switch goes, and a new one is made later.
    wanted.publish(nil)
    wanted.publish(true)
    #expect(made == 2)
    try folder.write("2\n", to: "/sys/class/input/event4/device/capabilities/sw")
    wanted.publish(false)
    wanted.publish(true)
    #expect(made == 2)
    try folder.remove("/sys/class/input/event4")
    notes = []
    let refused = publisher(true, opens: false)
    refused.publish(true)
    refused.publish(false)
    #expect(made == 3 && notes.count == 1 && notes[0].contains("swivel doctor"))
  }
}
