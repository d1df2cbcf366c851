// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc

/// A lid or tablet-mode switch of the kernel's input subsystem, read from its event node.
///
/// Has run against recorded events only, never on hardware.
final class InputSwitch {
  /// The event node, such as `/dev/input/event4`.
  let node: String
  /// What the device calls itself.
  let label: String
  private let hasLid: Bool
  private let hasTabletMode: Bool
  private let host: SensorHost
  private var descriptor: Int32 = -1
  private var token: Token?
  private var decoder = SwitchEventDecoder()

  /// The event devices of a tree that have one of the two switches.
  static func all(in tree: DeviceTree, host: SensorHost) -> [InputSwitch] {
    let parent = tree.path("/sys/class/input")
    return DeviceTree.names(in: parent).filter { $0.hasPrefix("event") }.compactMap { name in
      let directory = "\(parent)/\(name)/device"
      // A bit mask in groups of a machine word, the lowest group last.
      guard let mask = DeviceTree.text(of: "\(directory)/capabilities/sw"),
        let low = mask.split(separator: " ").last.flatMap({ UInt64($0, radix: 16) }),
        low & 0b11 != 0
      else { return nil }
      return InputSwitch(
        node: tree.path("/dev/input/\(name)"),
        label: DeviceTree.text(of: "\(directory)/name") ?? name, mask: low, host: host)
    }
  }

  private init(node: String, label: String, mask: UInt64, host: SensorHost) {
    self.node = node
    self.label = label
    self.host = host
    hasLid = mask & 1 << SwitchEventDecoder.lidCode != 0
    hasTabletMode = mask & 1 << SwitchEventDecoder.tabletModeCode != 0
  }

  deinit { close() }

  /// Opens the node and reports the state; returns what went wrong, for people.
  func open() -> String? {
    descriptor = Glibc.open(node, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      return errno == EACCES
        ? "\(label) (\(node)) may not be read: add your user to the group input, or let UPower "
          + "and KWin tell the lid and the tablet mode"
        : "\(label) (\(node)): \(String(cString: strerror(errno)))"
    }
    do throws(SystemError) {
      token = try host.loop.add(descriptor, for: .readable) { [weak self] _ in self?.read() }
    } catch {
      close()
      return "\(label) (\(node)): \(error)"
    }
    reportState()
    return nil
  }

  /// What the switches are at now; a node that cannot say tells it with the first event.
  private func reportState() {
    var state: UInt64 = 0
    // EVIOCGSW for 8 bytes: direction read, size 8, type E, number 0x1b.
    let request = UInt(2) << 30 | UInt(8) << 16 | UInt(0x45) << 8 | 0x1b
    guard ioctl(descriptor, request, &state) >= 0 else { return }
    if hasLid { host.reportSoon(.lidClosed(state & 1 << SwitchEventDecoder.lidCode != 0)) }
    if hasTabletMode {
      host.reportSoon(.tabletMode(state & 1 << SwitchEventDecoder.tabletModeCode != 0))
    }
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: SwitchEventDecoder.eventSize * 64)
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else {
      close()
      if hasLid { host.report(.lidClosed(nil)) }
      if hasTabletMode { host.report(.tabletMode(nil)) }
      return
    }
    for event in decoder.take(chunk[..<count]) { host.report(event) }
  }

  private func close() {
    if let token { host.loop.remove(token) }
    token = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
