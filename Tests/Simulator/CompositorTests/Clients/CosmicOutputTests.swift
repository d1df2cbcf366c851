// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Orientation
import Testing
import WaylandClient
import WaylandServer

/// Rotations of a scripted compositor that manages outputs as COSMIC does.
///
/// cosmic-comp is not in Debian. The facts are of pop-os/cosmic-comp 44de3063,
/// src/wayland/protocols/output_configuration and src/wayland/handlers/output_configuration.rs: version 4;
/// a request made from an old serial is cancelled at its creation and once more when it is applied; a
/// request that does not name every head is cancelled; the new state is reported after the reply.
@Suite struct CosmicOutputTests {
  private final class Cosmic {
    private struct Screen {
      let name: String
      var transform = WaylandServer.WlOutput.Transform.normal
      var x: Int32
      var head: ZwlrOutputHeadV1Resource?
      var output: WlOutputResource?
    }

    let session: Session
    private(set) var events: [SessionEvent] = []
    /// The replies in their order.
    private(set) var replies: [String] = []
    /// The last accepted request: each head's name and transform.
    private(set) var accepted: [String: WaylandServer.WlOutput.Transform] = [:]
    private let loop: EventLoop
    private let display: Display
    private var screens = [Screen(name: "eDP-1", x: 0), Screen(name: "DP-2", x: 1920)]
    private var manager: ZwlrOutputManagerV1Resource?
    private var serial: UInt32 = 0

    init() throws {
      loop = try EventLoop()
      display = try Display()
      session = try display.session(in: loop)
      for index in screens.indices {
        display.offer(WlOutputResource.self, version: 4) { [unowned self] output in
          screens[index].output = output
          output.onRequest = { _ in }
          output.name(name: screens[index].name)
          describe(index)
        }
      }
      display.offer(ZwlrOutputManagerV1Resource.self, version: 4) { [unowned self] manager in
        self.manager = manager
        manager.onRequest = { [unowned self] request in
          if case .createConfiguration(let id, let serial) = request { follow(id, serial) }
        }
        for index in screens.indices { addHead(index) }
        manager.done(serial: serial)
      }
      session.onEvent = { [unowned self] in events.append($0) }
      try wait("readiness") { session.isReady && session.outputs.count == 2 }
    }

    func wait(_ what: String, _ isSo: () -> Bool) throws {
      let end = ContinuousClock.now + .seconds(20)
      repeat {
        display.flush()
        session.run(for: .milliseconds(2))
        try loop.turn(waitingAtMost: .milliseconds(2))
        if isSo() { return }
      } while ContinuousClock.now < end
      Issue.record("waited in vain for \(what): \(events), \(replies)")
    }

    /// The session's answers to its caller.
    var answers: [String] {
      events.compactMap { event in
        guard case .changeFinished(let tag, let result) = event else { return nil }
        return "\(tag) \(result)"
      }
    }

    func transform(of name: String) -> Orientation.Transform? {
      session.outputs.first { $0.name == name }?.transform
    }

    /// Reports the same state with a new serial, as after a change of another client.
    func changeSerial() {
      serial += 1
      manager?.done(serial: serial)
    }

    /// Makes the next request stale: the state changes, and no report has been sent of that.
    func changeSilently() { serial += 1 }

    private func addHead(_ index: Int) {
      guard let head = manager?.head() else { return }
      head.onRequest = { _ in }
      head.name(name: screens[index].name)
      let mode = head.mode()
      mode?.onRequest = { _ in }
      mode?.size(width: 1920, height: 1200)
      head.enabled(enabled: 1)
      if let mode { head.currentMode(mode: mode) }
      screens[index].head = head
      describeHead(index)
    }

    private func describeHead(_ index: Int) {
      screens[index].head?.position(x: screens[index].x, y: 0)
      screens[index].head?.transform(transform: screens[index].transform)
    }

    private func describe(_ index: Int) {
      let screen = screens[index]
      screen.output?.geometry(
        x: screen.x, y: 0, physicalWidth: 300, physicalHeight: 190, subpixel: .unknown, make: "",
        model: "", transform: screen.transform)
      screen.output?.mode(flags: .current, width: 1920, height: 1200, refresh: 60_000)
      screen.output?.done()
    }

    private func follow(_ configuration: ZwlrOutputConfigurationV1Resource, _ asked: UInt32) {
      var named: [String: WaylandServer.WlOutput.Transform] = [:]
      func cancel() {
        replies.append("cancelled")
        configuration.cancelled()
      }
      if asked != serial { cancel() }
      configuration.onRequest = { [unowned self, unowned configuration] request in
        switch request {
        case .enableHead(let id, let head):
          guard let screen = screens.first(where: { $0.head === head }) else { return }
          named[screen.name] = screen.transform
          id.onRequest = { request in
            if case .setTransform(let transform) = request { named[screen.name] = transform }
          }
        case .disableHead(let head):
          if let screen = screens.first(where: { $0.head === head }) {
            named[screen.name] = .normal
          }
        case .apply:
          guard asked == serial, named.count == screens.count else { return cancel() }
          replies.append("succeeded")
          configuration.succeeded()
          accepted = named
          report()
        case .test, .destroy: break
        }
      }
    }

    private func report() {
      for index in screens.indices {
        screens[index].transform = accepted[screens[index].name] ?? .normal
        describe(index)
        describeHead(index)
      }
      changeSerial()
    }
  }

  @Test(arguments: Orientation.Transform.allCases)
  func anOutputIsRotatedAndTheOtherIsNamedAsWell(_ transform: Orientation.Transform) throws {
    let cosmic = try Cosmic()
    cosmic.session.apply(transform: transform, to: "eDP-1", tag: 1)
    try cosmic.wait("the rotation") {
      cosmic.transform(of: "eDP-1") == transform
        && (transform == .normal || !cosmic.replies.isEmpty)
    }
    #expect(cosmic.transform(of: "DP-2") == .normal)
    #expect(!cosmic.replies.contains("cancelled"))
    if transform != .normal { #expect(cosmic.accepted.keys.sorted() == ["DP-2", "eDP-1"]) }
  }

  @Test func aRequestFromAnOldStateIsAnsweredOnceAndTheNextOneCounts() throws {
    let cosmic = try Cosmic()
    cosmic.changeSilently()
    cosmic.session.apply(transform: .rotated90, to: "eDP-1", tag: 1)
    try cosmic.wait("both replies") { cosmic.replies == ["cancelled", "cancelled"] }
    cosmic.changeSerial()
    cosmic.session.apply(transform: .rotated90, to: "eDP-1", tag: 2)
    try cosmic.wait("the rotation") { cosmic.transform(of: "eDP-1") == .rotated90 }
    try cosmic.wait("the answer") { cosmic.answers.count == 2 }
    #expect(cosmic.answers == ["1 cancelled", "2 succeeded"])
  }
}
