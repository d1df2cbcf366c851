// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Fixtures
import Glibc
import Orientation
import Sensors
import Testing

/// Recorded events take the place of switches, which need hardware.
@Suite struct SwitchTests {
  static func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> [UInt8] {
    let bits = UInt32(bitPattern: value)
    return [UInt8](repeating: 7, count: 16)
      + [UInt8(type & 0xff), UInt8(type >> 8), UInt8(code & 0xff), UInt8(code >> 8)]
      + (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
  }

  @Test func switchEventsAreDecodedAndOthersIgnored() {
    var decoder = InputEventDecoder()
    let bytes =
      Self.event(5, 1, 1) + Self.event(0, 0, 0) + Self.event(1, 1, 1) + Self.event(5, 0, 1)
      + Self.event(5, 2, 1) + Self.event(5, 1, 0)
    let expected: [SensorEvent] = [.tabletMode(true), .lidClosed(true), .tabletMode(false)]
    #expect(decoder.decode(bytes) == expected)
    var pieces: [SensorEvent] = []
    for byte in bytes { pieces += decoder.decode([byte]) }
    #expect(pieces == expected)
  }

  @Test func tabletPoliciesFollowModeAndLid() {
    for policy in TabletPolicy.allCases {
      #expect(policy.follows(tabletMode: true, lidClosed: nil))
      #expect(policy.follows(tabletMode: true, lidClosed: true))
      #expect(!policy.follows(tabletMode: nil, lidClosed: true))
    }
    #expect(TabletPolicy.auto.follows(tabletMode: nil, lidClosed: nil))
    #expect(TabletPolicy.auto.follows(tabletMode: nil, lidClosed: false))
    #expect(!TabletPolicy.auto.follows(tabletMode: false, lidClosed: false))
    #expect(TabletPolicy.always.follows(tabletMode: false, lidClosed: false))
    #expect(!TabletPolicy.tabletMode.follows(tabletMode: nil, lidClosed: nil))
  }

  @Test func anInputDeviceWithASwitchIsFollowed() throws {
    let fake = ScratchFolder()
    try fake.write("Lid Switch\n", to: "/sys/class/input/event0/device/name")
    try fake.write("0\n", to: "/sys/class/input/event1/device/capabilities/sw")
    try fake.write("Intel HID switches\n", to: "/sys/class/input/event4/device/name")
    try fake.write("1 2\n", to: "/sys/class/input/event4/device/capabilities/sw")
    try fake.write("", to: "/dev/input/x")
    mkfifo(fake.path + "/dev/input/event4", 0o600)
    let nowhere = BusAddress.address("unix:path=\(fake.path)/no-bus")
    let listener = try Listener()
    let source = PostureSource(tree: fake.tree, systemBus: nowhere, sessionBus: nowhere)
    source.start(in: listener.host)
    let descriptor = open(fake.path + "/dev/input/event4", O_WRONLY | O_NONBLOCK)
    let bytes = Self.event(5, 1, 1) + Self.event(5, 1, 1) + Self.event(5, 1, 0)
    _ = write(descriptor, bytes, bytes.count)
    try listener.run { listener.facts.count >= 2 }
    #expect(listener.facts == [.tabletMode(true), .tabletMode(false)])
    #expect(listener.notes == ["tablet mode: reported by a switch"])
    listener.forget()
    close(descriptor)
    try listener.run { listener.events == [.tabletMode(nil)] }
    source.stop()
  }

  @Test func touchScreensAreDescribedWithTheirSizes() throws {
    let fake = ScratchFolder()
    let touch = "400 0 0 0 0 0"
    for (number, name, keys, size) in [
      (2, "ELAN9008:00 04F3:425B", touch, "E:ID_INPUT_WIDTH_MM=302\nE:ID_INPUT_HEIGHT_MM=189\n"),
      (3, "ELAN9008:00 04F3:425B Stylus", "401 0 0 0 0 0", ""), (4, "Goodix", touch, ""),
      (5, "twin", touch, "E:ID_INPUT_WIDTH_MM=-1\nE:ID_INPUT_HEIGHT_MM=9999999999\n"),
    ] {
      let device = "/sys/class/input/event\(number)"
      try fake.write("\(name)\n", to: "\(device)/device/name")
      try fake.write("\(keys)\n", to: "\(device)/device/capabilities/key")
      try fake.write("2\n", to: "\(device)/device/properties")
      try fake.write("13:\(64 + number)\n", to: "\(device)/dev")
      try fake.write(size, to: "/run/udev/data/c13:\(64 + number)")
    }
    let screens = TouchScreen.all(in: fake.tree)
    let size = Size(width: 302, height: 189)
    #expect(
      screens == [
        TouchScreen(name: "ELAN9008:00 04F3:425B", size: size), TouchScreen(name: "Goodix"),
        TouchScreen(name: "twin"),
      ])
    #expect(TouchScreen.sizes(in: fake.tree) == ["ELAN9008:00 04F3:425B": size])
  }

  @Test func aPenTouchesFromItsFirstStrokeUntilItLeaves() throws {
    let fake = ScratchFolder()
    for (number, keys) in [(2, "400 0 0 0 0 0"), (3, "403 0 0 0 0 0")] {
      let device = "/sys/class/input/event\(number)/device"
      try fake.write("\(keys)\n", to: "\(device)/capabilities/key")
      try fake.write("2\n", to: "\(device)/properties")
      try fake.write("", to: "/dev/input/x")
      mkfifo(fake.path + "/dev/input/event\(number)", 0o600)
    }
    let listener = try Listener()
    let source = TouchSource(tree: fake.tree)
    source.start(in: listener.host)
    defer { source.stop() }
    let nodes = (2...3).map { open(fake.path + "/dev/input/event\($0)", O_WRONLY | O_NONBLOCK) }
    defer { for node in nodes { close(node) } }
    /// Sends keys, and returns the reports up to the last of them.
    func send(_ node: Int, _ events: [(UInt16, Int32)], reports: Int) throws -> [SensorEvent] {
      listener.forget()
      let bytes = events.flatMap { Self.event(1, $0.0, $0.1) }
      _ = write(nodes[node], bytes, bytes.count)
      try listener.run { listener.events.count >= reports }
      return listener.events
    }
    let (finger, pen) = (0, 1)
    let strokes: [(UInt16, Int32)] = [(0x140, 1), (0x14a, 1), (0x14a, 0), (0x14a, 1), (0x14a, 0)]
    #expect(
      try send(pen, strokes, reports: 2) == [.touch(isDown: true), .touch(isDown: true)])
    // A finger that comes and goes does not end the pen's touch.
    #expect(
      try send(finger, [(0x14a, 1), (0x14a, 0)], reports: 2)
        == [.touch(isDown: true), .touch(isDown: true)])
    #expect(try send(pen, [(0x140, 0)], reports: 1) == [.touch(isDown: false)])
    // A pen that is only near, as in its holder, touches nothing.
    #expect(
      try send(pen, [(0x141, 1), (0x14a, 1), (0x141, 0)], reports: 2)
        == [.touch(isDown: true), .touch(isDown: false)])
  }

  @Test func touchScreensAreFollowedAndTouchPadsAreNot() throws {
    let fake = ScratchFolder()
    // BTN_TOUCH is code 330; property 1 says that the surface is the screen.
    for (number, properties) in [(2, "2"), (3, "1")] {
      let device = "/sys/class/input/event\(number)/device"
      try fake.write("400 0 0 0 0 0\n", to: "\(device)/capabilities/key")
      try fake.write("\(properties)\n", to: "\(device)/properties")
      try fake.write("", to: "/dev/input/x")
      mkfifo(fake.path + "/dev/input/event\(number)", 0o600)
    }
    let listener = try Listener()
    let source = TouchSource(tree: fake.tree)
    source.start(in: listener.host)
    let screen = open(fake.path + "/dev/input/event2", O_WRONLY | O_NONBLOCK)
    #expect(open(fake.path + "/dev/input/event3", O_WRONLY | O_NONBLOCK) < 0)
    let bytes = Self.event(1, 0x14a, 1) + Self.event(3, 0, 77) + Self.event(1, 0x14a, 0)
    _ = write(screen, bytes, bytes.count)
    try listener.run { listener.events.count >= 2 }
    #expect(listener.events == [.touch(isDown: true), .touch(isDown: false)])
    listener.forget()
    close(screen)
    // A screen that was removed is no longer touched.
    try listener.run { listener.events == [.touch(isDown: false)] }
    source.stop()
  }

  /// Adds an input device with these switches; its node is a FIFO.
  private func addSwitch(_ number: Int, _ mask: String, to fake: ScratchFolder) throws {
    try fake.write("switch \(number)\n", to: "/sys/class/input/event\(number)/device/name")
    try fake.write("\(mask)\n", to: "/sys/class/input/event\(number)/device/capabilities/sw")
    try fake.write("", to: "/dev/input/x")
    mkfifo(fake("/dev/input/event\(number)"), 0o600)
  }

  private func removeSwitch(_ number: Int, from fake: ScratchFolder) throws {
    try fake.remove("/sys/class/input/event\(number)")
    try fake.remove("/dev/input/event\(number)")
  }

  /// Writes events into a device's node, once it is open for reading.
  private func send(
    _ events: [UInt8], to number: Int, of fake: ScratchFolder, _ listener: Listener
  ) throws -> Int32 {
    var descriptor: Int32 = -1
    try listener.run {
      descriptor = open(fake("/dev/input/event\(number)"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return descriptor >= 0
    }
    _ = write(descriptor, events, events.count)
    return descriptor
  }

  private func follow(_ fake: ScratchFolder) throws -> (Listener, PostureSource) {
    let nowhere = BusAddress.address("unix:path=\(fake.path)/no-bus")
    let listener = try Listener()
    let source = PostureSource(tree: fake.tree, systemBus: nowhere, sessionBus: nowhere)
    source.start(in: listener.host)
    return (listener, source)
  }

  /// intel-vbtn and intel-hid register the tablet-mode switch when it moves for the first time.
  @Test func aSwitchThatAppearsAfterTheStartIsFollowed() throws {
    let fake = ScratchFolder()
    try fake.write("", to: "/sys/class/input/x")
    // Not even the directory of nodes is there.
    try fake.write("", to: "/dev/null")
    let (listener, source) = try follow(fake)
    try listener.run(for: 50)
    try addSwitch(7, "2", to: fake)
    let descriptor = try send(Self.event(5, 1, 1), to: 7, of: fake, listener)
    defer { close(descriptor) }
    try listener.run { listener.facts == [.tabletMode(true)] }
    source.stop()
  }

  /// A switch in a keyboard that is taken off and put on again, under the same name.
  @Test func aSwitchThatGoesAndComesBackIsFollowed() throws {
    let fake = ScratchFolder()
    try addSwitch(4, "2", to: fake)
    let (listener, source) = try follow(fake)
    let first = try send(Self.event(5, 1, 1), to: 4, of: fake, listener)
    try listener.run { listener.facts == [.tabletMode(true)] }
    try removeSwitch(4, from: fake)
    try listener.run { listener.facts.last == .tabletMode(nil) }
    close(first)
    try addSwitch(4, "2", to: fake)
    let second = try send(Self.event(5, 1, 0), to: 4, of: fake, listener)
    try listener.run { listener.facts.last == .tabletMode(false) }
    // Replaced at once, before its end was read.
    try removeSwitch(4, from: fake)
    try addSwitch(4, "2", to: fake)
    let third = try send(Self.event(5, 1, 1), to: 4, of: fake, listener)
    try listener.run { listener.facts.last == .tabletMode(true) }
    close(second)
    close(third)
    source.stop()
  }

  /// Two devices may have a switch each; the one that is left still counts.
  @Test func theStateOfARemainingSwitchCounts() throws {
    let fake = ScratchFolder()
    try addSwitch(1, "2", to: fake)
    try addSwitch(2, "3", to: fake)
    let (listener, source) = try follow(fake)
    let first = try send(Self.event(5, 1, 0), to: 1, of: fake, listener)
    try listener.run { listener.facts == [.tabletMode(false)] }
    let second = try send(Self.event(5, 1, 1), to: 2, of: fake, listener)
    try listener.run { listener.facts.last == .tabletMode(true) }
    close(second)
    try listener.run { listener.facts.last == .tabletMode(false) }
    close(first)
    source.stop()
  }

  @Test func aTouchScreenThatAppearsAfterTheStartIsFollowed() throws {
    let fake = ScratchFolder()
    try fake.write("", to: "/dev/input/x")
    let listener = try Listener()
    let source = TouchSource(tree: fake.tree)
    source.start(in: listener.host)
    try listener.run(for: 50)
    let device = "/sys/class/input/event2/device"
    try fake.write("400 0 0 0 0 0\n", to: "\(device)/capabilities/key")
    try fake.write("2\n", to: "\(device)/properties")
    mkfifo(fake("/dev/input/event2"), 0o600)
    let descriptor = try send(Self.event(1, 0x14a, 1), to: 2, of: fake, listener)
    try listener.run { listener.events == [.touch(isDown: true)] }
    close(descriptor)
    source.stop()
  }

  /// Of a keyboard only the two keys are reported, and only when they go down.
  @Test func keysForRotationAreReported() throws {
    let fake = ScratchFolder()
    // KEY_ROTATE_DISPLAY is code 153, KEY_ROTATE_LOCK_TOGGLE 561.
    for (number, keys) in [(2, "2000000 0 0"), (3, "2000000000000 0 0 0 0 0 0 0 0"), (4, "2")] {
      try fake.write(
        "\(keys)\n", to: "/sys/class/input/event\(number)/device/capabilities/key")
      try fake.write("", to: "/dev/input/x")
      mkfifo(fake("/dev/input/event\(number)"), 0o600)
    }
    let listener = try Listener()
    let source = KeySource(in: fake.tree, host: listener.host)
    #expect(open(fake("/dev/input/event4"), O_WRONLY | O_NONBLOCK) < 0)
    let bytes =
      Self.event(1, 30, 1) + Self.event(1, 153, 1) + Self.event(1, 153, 2) + Self.event(1, 153, 0)
    let first = try send(bytes, to: 2, of: fake, listener)
    try listener.run { listener.events == [.key(.rotate)] }
    let second = try send(Self.event(1, 561, 1), to: 3, of: fake, listener)
    try listener.run { listener.events == [.key(.rotate), .key(.lock)] }
    close(first)
    close(second)
    withExtendedLifetime(source) {}
  }

  @Test func inputDevicesCauseNoWakeUpsOfTheirOwn() throws {
    let fake = ScratchFolder()
    try addSwitch(4, "2", to: fake)
    let (listener, source) = try follow(fake)
    try listener.run(for: 50)
    let before = listener.loop.wakeUps
    // Other programs open and close nodes all the time.
    close(open(fake("/dev/input/x"), O_RDWR))
    try listener.run(for: 300)
    #expect(listener.loop.wakeUps == before)
    source.stop()
  }

  @Test func aMissingDeviceNodeIsReported() throws {
    let fake = ScratchFolder()
    try fake.write("Lid Switch\n", to: "/sys/class/input/event0/device/name")
    try fake.write("1\n", to: "/sys/class/input/event0/device/capabilities/sw")
    let nowhere = BusAddress.address("unix:path=\(fake.path)/no-bus")
    let listener = try Listener()
    let source = PostureSource(tree: fake.tree, systemBus: nowhere, sessionBus: nowhere)
    source.start(in: listener.host)
    try listener.run { !listener.events.isEmpty }
    #expect("\(listener.events)".contains("Lid Switch"))
    source.stop()
  }
}
