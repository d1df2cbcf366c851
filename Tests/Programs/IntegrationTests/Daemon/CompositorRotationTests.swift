// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Foundation
import Orientation
import Testing
import WaylandServer

/// KWin's own automatic rotation while `swivel run` rotates: a scripted peer after KWin 6.
///
/// The KWin of Debian 12 has no request for it, and later ones offer it for built-in connectors only,
/// which no virtual screen has. Facts: KWin's policy outlasts its session, and a request is answered
/// before the new state is reported.
@Suite struct CompositorRotationTests {
  private typealias Policy = KdeOutputDeviceV2.AutoRotatePolicy

  /// A compositor with the outputs eDP-1 and DP-2.
  private final class KWin {
    private struct Screen {
      let name: String
      let canRotate: Bool
      var policy: Policy
      var transform = WaylandServer.WlOutput.Transform.normal
      var output: WlOutputResource?
      var device: KdeOutputDeviceV2Resource?
    }

    let directory: RuntimeDirectory
    private let loop: EventLoop
    private let display: Display
    private var screens: [Screen]
    /// The policies that were requested, in their order.
    private(set) var requests: [String] = []

    init(_ policy: Policy, version: UInt32 = 12) throws {
      directory = try RuntimeDirectory()
      loop = try EventLoop()
      display = try Display()
      screens = [
        Screen(name: "eDP-1", canRotate: true, policy: policy),
        Screen(name: "DP-2", canRotate: false, policy: .inTabletMode),
      ]
      try display.listen(on: RecordedPeer.listeningSocket(at: "\(directory.path)/wayland-9"))
      try display.serve(in: loop)
      for index in screens.indices {
        display.offer(WlOutputResource.self, version: 4) { [unowned self] output in
          screens[index].output = output
          output.onRequest = { _ in }
          output.name(name: screens[index].name)
          report(index)
        }
        display.offer(KdeOutputDeviceV2Resource.self, version: version) { [unowned self] device in
          screens[index].device = device
          device.onRequest = { _ in }
          device.name(name: screens[index].name)
          device.capabilities(flags: screens[index].canRotate ? .autoRotate : [])
          report(index)
        }
      }
      display.offer(KdeOutputManagementV2Resource.self, version: version) {
        [unowned self] manager in
        manager.onRequest = { [unowned self] request in
          if case .createConfiguration(let id) = request { follow(id) }
        }
      }
    }

    var policy: Policy { screens[0].policy }

    /// Chooses another policy, as a person does in the settings.
    func choose(_ policy: Policy) {
      screens[0].policy = policy
      report(0)
    }

    func start() throws -> ChildProcess {
      let environment = [
        "XDG_RUNTIME_DIR": directory.path, "XDG_STATE_HOME": "\(directory.path)/state",
        "WAYLAND_DISPLAY": "wayland-9", "HOME": directory.path,
      ]
      return try ChildProcess(
        Swivel.path, Swivel.replay,
        environment: environment.merging(Command.plainEnvironment) { first, _ in first })
    }

    func waitUntil(_ what: String, _ program: ChildProcess, _ isSo: () -> Bool) throws {
      try Deadline.waitUntil("\(what)\n\(program.errors)", turning: loop, isSo)
    }

    /// Ends a run and waits for that.
    func end(_ program: ChildProcess, by signal: Int32 = SIGTERM) throws {
      program.send(signal)
      try waitUntil("the end", program) { program.exitStatus != nil }
    }

    var kept: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/state/swivel"))?
        .filter { $0 == "wayland-9.json" } ?? []
    }

    private func report(_ index: Int) {
      let screen = screens[index]
      screen.output?.geometry(
        x: Int32(index) * 1920, y: 0, physicalWidth: 300, physicalHeight: 190, subpixel: .unknown,
        make: "", model: "", transform: screen.transform)
      screen.output?.mode(flags: .current, width: 1920, height: 1200, refresh: 60_000)
      screen.output?.done()
      screen.device?.geometry(
        x: Int32(index) * 1920, y: 0, physicalWidth: 300, physicalHeight: 190, subpixel: 0,
        make: "", model: "", transform: screen.transform)
      screen.device?.enabled(enabled: 1)
      screen.device?.autoRotatePolicy(policy: screen.policy)
      screen.device?.done()
    }

    private func follow(_ configuration: KdeOutputConfigurationV2Resource) {
      var wanted = screens
      func index(_ device: KdeOutputDeviceV2Resource?) -> Int? {
        screens.firstIndex { $0.device === device }
      }
      configuration.onRequest = { [unowned self, unowned configuration] request in
        switch request {
        case .transform(let device, let transform):
          if let index = index(device) { wanted[index].transform = transform }
        case .setAutoRotatePolicy(let device, let policy):
          guard let index = index(device) else { return }
          wanted[index].policy = Policy(rawValue: policy.rawValue)
          requests.append("\(screens[index].name) \(policy.rawValue)")
        case .apply:
          configuration.applied()
          for index in screens.indices {
            screens[index].transform = wanted[index].transform
            screens[index].policy = wanted[index].policy
            report(index)
          }
        default: break
        }
      }
    }
  }

  @Test func theOwnRotationIsOffDuringARunAndRestoredAtItsEnd() throws {
    let kwin = try KWin(.always)
    let run = try kwin.start()
    try kwin.waitUntil("KWin's rotation to be off", run) { kwin.policy == .never }
    #expect(kwin.kept == ["wayland-9.json"])
    try kwin.end(run)
    #expect(run.exitStatus == 0 && run.errors.contains("eDP-1 (always) is off"))
    #expect(!run.errors.contains("display settings"))
    #expect(kwin.policy == .always && kwin.kept.isEmpty)
    // DP-2 neither rotates nor can.
    #expect(kwin.requests == ["eDP-1 0", "eDP-1 2"])
  }

  @Test func theRunAfterAKilledOneRestoresIt() throws {
    let kwin = try KWin(.inTabletMode)
    let killed = try kwin.start()
    try kwin.waitUntil("KWin's rotation to be off", killed) { kwin.policy == .never }
    try kwin.end(killed, by: SIGKILL)
    #expect(kwin.policy == .never && kwin.kept == ["wayland-9.json"])
    // The runtime directory ends with the login, KWin's file does not.
    try? FileManager.default.removeItem(atPath: "\(kwin.directory.path)/swivel")
    let run = try kwin.start()
    try kwin.waitUntil("the run", run) { run.isWaitingForSignals && run.output.contains("eDP-1") }
    try kwin.end(run)
    #expect(kwin.policy == .inTabletMode && kwin.kept.isEmpty, "\(run.errors)")
  }

  @Test func aPolicyThatIsChosenDuringTheRunStays() throws {
    let kwin = try KWin(.always)
    let run = try kwin.start()
    try kwin.waitUntil("KWin's rotation to be off", run) { kwin.policy == .never }
    kwin.choose(.inTabletMode)
    try kwin.waitUntil("the rotation", run) { run.output.contains("90") }
    try kwin.end(run)
    #expect(kwin.policy == .inTabletMode && kwin.kept.isEmpty)
    #expect(kwin.requests == ["eDP-1 0"])
  }

  @Test func withoutTheRequestThereIsAWarning() throws {
    let kwin = try KWin(.always, version: 4)
    let run = try kwin.start()
    try kwin.waitUntil("the warning", run) { run.errors.contains("KWin turns eDP-1 by itself") }
    try kwin.end(run)
    #expect(kwin.policy == .always && kwin.requests.isEmpty && kwin.kept.isEmpty)
  }
}
