// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Fixtures
import Glibc
import Testing

@testable import Sensors

/// A pipe takes the place of uinput, and requests are recorded: no test makes a device.
@Suite struct TabletModeSwitchTests {
  /// The requests of a switch, and the end of the pipe with its events.
  private final class Uinput {
    var requests: [(UInt, TabletModeSwitch.Argument)] = []
    var failing: UInt?
    let ends: [Int32]

    init() {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      self.ends = ends
    }

    deinit { close(ends[0]) }

    var access: TabletModeSwitch.Access {
      TabletModeSwitch.Access { [ends] _ in
        ends[1]
      } control: { [unowned self] _, request, argument in
        requests.append((request, argument))
        errno = EINVAL
        return request == failing ? -1 : 0
      }
    }

    var events: [(type: UInt16, code: UInt16, value: Int32)] {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(ends[0], &bytes, bytes.count)
      var records = InputRecords()
      return records.decode(bytes.prefix(max(0, count)))
    }

    /// Whether the writing end is closed.
    var isEnded: Bool {
      var byte: UInt8 = 0
      return read(ends[0], &byte, 1) == 0
    }
  }

  @Test func theSwitchIsMadeTurnedAndTakenAway() throws {
    let uinput = Uinput()
    var device: TabletModeSwitch? = try TabletModeSwitch.make(
      in: ScratchFolder().tree, access: uinput.access)
    // UI_SET_EVBIT with EV_SW, UI_SET_SWBIT with SW_TABLET_MODE, UI_DEV_SETUP, UI_DEV_CREATE.
    #expect(uinput.requests.map(\.0) == [0x4004_5564, 0x4004_556D, 0x405C_5503, 0x5501])
    #expect(uinput.requests[0].1 == .number(5) && uinput.requests[1].1 == .number(1))
    guard case .bytes(let description) = uinput.requests[2].1 else {
      Issue.record("no description")
      return
    }
    #expect(description.count == 92)
    #expect(description.dropFirst(8).starts(with: Array("Swivel Tablet Mode\0".utf8)))
    device?.set(false)
    #expect(uinput.events.isEmpty)
    device?.set(true)
    device?.set(true)
    device?.set(false)
    #expect(
      uinput.events.map { [Int32($0.type), Int32($0.code), $0.value] } == [
        [5, 1, 1], [0, 0, 0], [5, 1, 0], [0, 0, 0],
      ])
    device = nil
    #expect(uinput.isEnded)
  }

  @Test func aRefusedRequestClosesTheNode() throws {
    let uinput = Uinput()
    uinput.failing = 0x5501
    let error = #expect(throws: SystemError.self) {
      try TabletModeSwitch.make(in: ScratchFolder().tree, access: uinput.access)
    }
    #expect(error?.code == EINVAL)
    #expect(uinput.isEnded)
    let missing = #expect(throws: SystemError.self) {
      try TabletModeSwitch.make(in: ScratchFolder().tree)
    }
    #expect(missing?.code == ENOENT)
  }

  /// Swivel's own switch must not tell Swivel anything.
  @Test func ourOwnSwitchIsNotRead() throws {
    let fake = ScratchFolder()
    let device = "/sys/class/input/event4"
    try fake.write("\(TabletModeSwitch.name)\n", to: "\(device)/device/name")
    try fake.write("2\n", to: "\(device)/device/capabilities/sw")
    try fake.write("", to: "/dev/input/x")
    mkfifo(fake("/dev/input/event4"), 0o600)
    let nowhere = BusAddress.address("unix:path=\(fake.path)/no-bus")
    let listener = try Listener()
    let source = PostureSource(tree: fake.tree, systemBus: nowhere, sessionBus: nowhere)
    source.start(in: listener.host)
    try listener.run(for: 50)
    #expect(open(fake("/dev/input/event4"), O_WRONLY | O_NONBLOCK) < 0 && errno == ENXIO)
    #expect(!PostureSource.hasTabletSwitch(in: fake.tree))
    #expect(PostureSource.tabletMode(in: fake.tree) == nil)
    #expect(!InputDevice.reportsTabletMode(in: fake.tree))
    source.stop()
    try fake.write("Intel HID switches\n", to: "\(device)/device/name")
    #expect(PostureSource.hasTabletSwitch(in: fake.tree))
  }
}
