// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Glibc

/// A device of the kernel's input subsystem, read from its event node: a lid or tablet-mode switch,
/// a touch screen, or keys for rotation.
///
/// Tested with recorded events only, never on hardware.
final class InputDevice {
  enum Purpose { case switches, touches, keys }

  let node: String
  let label: String
  private let purpose: Purpose
  private let hasLid: Bool
  private let hasTabletMode: Bool
  private let host: SensorHost
  /// Called once when the device was removed, after its last reports.
  var onEnd: () -> Void = {}
  /// The open node; `nil` before `begin` and after the removal of the device.
  private var open: DeviceNode?
  private var decoder: InputEventDecoder

  /// Returns a tree's event devices for a purpose: switches, touch screens, or keys for rotation.
  ///
  /// `host` returns the receiver of a node's reports.
  static func all(
    for purpose: Purpose, in tree: DeviceTree, host: (_ node: String) -> SensorHost
  ) -> [InputDevice] {
    let parent = tree.path("/sys/class/input")
    return DirectoryListing.names(in: parent).filter { $0.hasPrefix("event") }.compactMap { name in
      let directory = "\(parent)/\(name)/device"
      let mask = switches(of: directory)
      let keys = InputMask(file: "\(directory)/capabilities/key")
      let hasLid = mask.contains(InputEventDecoder.lidCode)
      let hasTabletMode = mask.contains(InputEventDecoder.tabletModeCode)
      switch purpose {
      case .switches: guard hasLid || hasTabletMode else { return nil }
      case .touches: guard isTouchScreen(directory) else { return nil }
      case .keys:
        guard RotationKey.allCases.contains(where: { keys.contains($0.code) }) else { return nil }
      }
      let node = tree.path("/dev/input/\(name)")
      return InputDevice(
        purpose, node: node, label: DeviceTree.text(of: "\(directory)/name") ?? name,
        hasLid: hasLid, hasTabletMode: hasTabletMode,
        isPen: keys.contains(InputEventDecoder.penCode), host: host(node))
    }
  }

  /// Returns whether the input device of a directory is a touch screen.
  ///
  /// A touchpad does not count: it is touched all the time, and no window is under the finger.
  static func isTouchScreen(_ directory: String) -> Bool {
    InputMask(file: "\(directory)/properties").contains(directProperty)
      && InputMask(file: "\(directory)/capabilities/key").contains(InputEventDecoder.touchCode)
  }

  /// Returns the switches of the input device of a directory; empty for the device that Swivel
  /// itself publishes, which would only repeat Swivel's own report.
  private static func switches(of directory: String) -> InputMask {
    let isOwn = DeviceTree.text(of: "\(directory)/name") == TabletModeSwitch.name
    return InputMask(file: isOwn ? "" : "\(directory)/capabilities/sw")
  }

  /// Returns whether a tree has a lid switch, readable or not.
  static func hasLid(in tree: DeviceTree) -> Bool { has(InputEventDecoder.lidCode, in: tree) }

  static func has(_ code: UInt16, in tree: DeviceTree) -> Bool {
    let parent = tree.path("/sys/class/input")
    return DirectoryListing.names(in: parent).contains { name in
      switches(of: "\(parent)/\(name)/device").contains(code)
    }
  }

  /// Returns whether a tree has a tablet-mode switch that this process may read.
  static func reportsTabletMode(in tree: DeviceTree) -> Bool {
    let parent = tree.path("/sys/class/input")
    return DirectoryListing.names(in: parent).contains { name in
      let mask = switches(of: "\(parent)/\(name)/device")
      guard mask.contains(InputEventDecoder.tabletModeCode) else { return false }
      return unsafe access(tree.path("/dev/input/\(name)"), R_OK) == 0
    }
  }

  /// INPUT_PROP_DIRECT: the touch surface is the screen itself.
  private static let directProperty: UInt16 = 1

  private init(
    _ purpose: Purpose, node: String, label: String, hasLid: Bool, hasTabletMode: Bool,
    isPen: Bool, host: SensorHost
  ) {
    decoder = InputEventDecoder(isPen: isPen)
    self.purpose = purpose
    self.node = node
    self.label = label
    self.host = host
    self.hasLid = hasLid && purpose == .switches
    self.hasTabletMode = hasTabletMode && purpose == .switches
  }

  /// Opens the node and reports the state of its switches; returns an error message, or `nil`.
  func begin() -> String? {
    let opened: DeviceNode
    do throws(SystemError) {
      opened = try DeviceNode(node)
      try opened.whenReadable(on: host.loop) { [weak self] in self?.read() }
    } catch {
      return error.code != EACCES
        ? unsafe "\(label) (\(node)): \(String(cString: strerror(error.code)))"
        : purpose == .keys
          ? "\(label) (\(node)) may not be read: add your user to the group input, or bind the key in "
            + "the compositor"
          : "\(label) (\(node)) may not be read: add your user to the group input, or let UPower and "
            + "KWin report the lid and the tablet mode"
    }
    open = opened
    switch purpose {
    case .switches: reportState(opened)
    case .touches: InputMask.limit(opened.descriptor, toKeys: decoder.touchCodes)
    case .keys: InputMask.limit(opened.descriptor, toKeys: RotationKey.allCases.map(\.code))
    }
    return nil
  }

  /// Whether the node still belongs to the open device, not to a new device of the same name.
  var isCurrent: Bool { open?.isAt(node) == true }

  /// Closes a removed device, reports the state of its switches as unknown or, for a touch screen
  /// or a pen, that nothing touches it, and calls `onEnd`.
  func end() {
    open = nil
    if hasLid { host.report(.lidClosed(nil)) }
    if hasTabletMode { host.report(.tabletMode(nil)) }
    if purpose == .touches { host.report(.touch(isDown: false)) }
    onEnd()
  }

  /// Reports the current state of the switches; if it is unreadable, the first event reports it.
  private func reportState(_ node: DeviceNode) {
    guard let state = Self.switches(node) else { return }
    if hasLid { host.reportSoon(.lidClosed(state & 1 << InputEventDecoder.lidCode != 0)) }
    if hasTabletMode {
      host.reportSoon(.tabletMode(state & 1 << InputEventDecoder.tabletModeCode != 0))
    }
  }

  /// Returns the switches that are on, one bit for each code; `nil` if they cannot be read.
  private static func switches(_ node: DeviceNode) -> UInt64? {
    var state: UInt64 = 0
    // EVIOCGSW for 8 bytes: direction read, size 8, type E, number 0x1b.
    let request = UInt(2) << 30 | UInt(8) << 16 | UInt(0x45) << 8 | 0x1b
    return unsafe ioctl(node.descriptor, request, &state) < 0 ? nil : state
  }

  /// Returns the state of the first readable tablet-mode switch of a tree; `nil` if there is none.
  static func tabletMode(in tree: DeviceTree) -> Bool? {
    let parent = tree.path("/sys/class/input")
    for name in DirectoryListing.names(in: parent).sorted() {
      let mask = switches(of: "\(parent)/\(name)/device")
      guard mask.contains(InputEventDecoder.tabletModeCode) else { continue }
      if let node = try? DeviceNode(tree.path("/dev/input/\(name)")), let state = switches(node) {
        return state & 1 << InputEventDecoder.tabletModeCode != 0
      }
    }
    return nil
  }

  private func read() {
    switch open?.read(atMost: InputRecords.size * 64) {
    case .bytes(let bytes): for event in decoder.decode(bytes) { host.report(event) }
    case .nothing: break
    case .gone, nil: end()
    }
  }
}

/// A key of the device that controls rotation.
public enum RotationKey: CaseIterable, Hashable, Sendable {
  /// KEY_ROTATE_LOCK_TOGGLE, which locks and unlocks rotation.
  case lock
  /// KEY_ROTATE_DISPLAY, also known as KEY_DIRECTION, which rotates the screen by a quarter turn.
  case rotate

  var code: UInt16 {
    switch self {
    case .lock: 0x231
    case .rotate: 153
    }
  }
}

/// A decoder of switches, touches and rotation keys in the kernel's input events.
public struct InputEventDecoder: Sendable {
  static let keyType: UInt16 = 1
  private static let switchType: UInt16 = 5
  static let lidCode: UInt16 = 0
  static let tabletModeCode: UInt16 = 1
  /// BTN_TOUCH: something touches the surface.
  static let touchCode: UInt16 = 0x14a
  /// BTN_TOOL_PEN and BTN_TOOL_RUBBER: one of the pen's ends is near the surface.
  static let penCode: UInt16 = 0x140
  private static let rubberCode: UInt16 = 0x141

  private var records = InputRecords()
  private let isPen: Bool

  /// The codes from which touches are decoded.
  var touchCodes: [UInt16] {
    isPen ? [Self.touchCode, Self.penCode, Self.rubberCode] : [Self.touchCode]
  }

  /// Creates a decoder without an incomplete event.
  ///
  /// A pen's touch lasts from its first stroke until the pen leaves, so that the screen does not
  /// turn between two strokes.
  public init(isPen: Bool = false) { self.isPen = isPen }

  /// Returns the reports of the complete events in `bytes`, in order; other events are skipped.
  public mutating func decode(_ bytes: some Collection<UInt8>) -> [SensorEvent] {
    records.decode(bytes).compactMap { event in
      let isOn = event.value != 0
      return switch (event.type, event.code) {
      case (Self.switchType, Self.lidCode): .lidClosed(isOn)
      case (Self.switchType, Self.tabletModeCode): .tabletMode(isOn)
      case (Self.keyType, Self.touchCode): isPen && !isOn ? nil : .touch(isDown: isOn)
      case (Self.keyType, Self.penCode), (Self.keyType, Self.rubberCode):
        isPen && !isOn ? .touch(isDown: false) : nil
      // The value 0 is the release of a key, 2 its repetition.
      case (Self.keyType, let code) where event.value == 1:
        RotationKey.allCases.first { $0.code == code }.map { SensorEvent.key($0) }
      default: nil
      }
    }
  }
}

/// An assembler of a 64-bit kernel's input events from bytes that arrive in any pieces.
struct InputRecords {
  /// The size of an event: two words of time, then type, code and value: 8 + 8 + 2 + 2 + 4 bytes.
  static let size = 24

  private var rest: [UInt8] = []

  /// The number of bytes of the incomplete event at the end.
  var waiting: Int { rest.count }

  mutating func decode(
    _ bytes: some Collection<UInt8>
  ) -> [(type: UInt16, code: UInt16, value: Int32)] {
    rest += bytes
    let count = rest.count / Self.size
    defer { rest.removeFirst(count * Self.size) }
    return (0..<count).map { index in
      let start = index * Self.size + 16
      let value = UInt32(number(at: start + 4)) | UInt32(number(at: start + 6)) << 16
      return (number(at: start), number(at: start + 2), Int32(bitPattern: value))
    }
  }

  /// Returns a number in little-endian order, that of all supported machines.
  private func number(at offset: Int) -> UInt16 {
    UInt16(rest[offset]) | UInt16(rest[offset + 1]) << 8
  }
}

/// A set of event codes, in the format of an input device's sysfs attributes.
struct InputMask {
  /// Groups of 64 bits, the lowest first.
  private let words: [UInt64]

  /// Reads an attribute: hexadecimal groups of a machine word, the lowest last; empty if
  /// unreadable.
  init(file: String) {
    words = (DeviceTree.text(of: file) ?? "").split(separator: " ").reversed()
      .map { UInt64($0, radix: 16) ?? 0 }
  }

  func contains(_ code: UInt16) -> Bool {
    let (word, bit) = Int(code).quotientAndRemainder(dividingBy: 64)
    return words.indices.contains(word) && words[word] & 1 << UInt64(bit) != 0
  }

  /// Masks all events except those of some keys; a kernel without event masks delivers all.
  ///
  /// So a moving finger causes no wake-ups, and other keys are never delivered.
  static func limit(_ descriptor: Int32, toKeys codes: [UInt16]) {
    // Type 0 selects the event types; only keys are enabled, which include touches.
    set(descriptor, type: 0, codes: [1 << UInt64(InputEventDecoder.keyType)])
    var keys = [UInt64](repeating: 0, count: 12)
    for code in codes {
      let (word, bit) = Int(code).quotientAndRemainder(dividingBy: 64)
      keys[word] |= 1 << UInt64(bit)
    }
    set(descriptor, type: UInt32(InputEventDecoder.keyType), codes: keys)
  }

  private static func set(_ descriptor: Int32, type: UInt32, codes: [UInt64]) {
    unsafe codes.withUnsafeBytes { bytes in
      // The argument of EVIOCSMASK: a type, the size of the set in bytes, and its address.
      var request = (type, UInt32(bytes.count), UInt64(UInt(bitPattern: bytes.baseAddress)))
      let number = UInt(1) << 30 | UInt(16) << 16 | UInt(0x45) << 8 | 0x93
      _ = unsafe ioctl(descriptor, number, &request)
    }
  }
}
