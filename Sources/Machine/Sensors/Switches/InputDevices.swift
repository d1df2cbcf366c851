// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Formats
import Text

/// The input devices for one purpose, which may appear and disappear at any time.
///
/// Some drivers, such as intel-vbtn and intel-hid, register their tablet-mode switch only when it
/// moves for the first time.
final class InputDevices {
  /// The time within which udev has to grant access to the node of a new device.
  private static let permissionTimeout = Duration.seconds(2)

  private let purpose: InputDevice.Purpose
  private let tree: DeviceTree
  private let host: SensorHost
  private var devices: [String: InputDevice] = [:]
  /// The last state of each lid switch and each tablet-mode switch, by node.
  private var (lids, modes): ([String: Bool], [String: Bool]) = ([:], [:])
  /// The nodes of the touch screens and pens that are in use.
  private var touched: Set<String> = []
  private var failures: [String: String] = [:]
  private var reported: Set<String> = []
  private var watch: DirectoryWatch?
  private var timer: Registration?

  /// Opens the present and future devices of a tree, and reports their state and events.
  init(_ purpose: InputDevice.Purpose, in tree: DeviceTree, host: SensorHost) {
    self.purpose = purpose
    self.tree = tree
    self.host = host
    do throws(SystemError) {
      watch = try DirectoryWatch(tree.path("/dev/input"), on: host.loop) { [weak self] in
        self?.scan()
      }
    } catch {
      reportSoon("/dev/input cannot be watched (\(error)): devices that come later go unnoticed")
    }
    scan()
    reportFailures()
  }

  private func scan() {
    let present = InputDevice.all(for: purpose, in: tree) { node in
      host.reporting { [weak self] in self?.receive($0, from: node) }
    }
    let nodes = Set(present.map(\.node))
    for (node, device) in devices.sorted(by: { $0.key < $1.key })
    where !nodes.contains(node) || !device.isCurrent {
      device.end()
    }
    failures = failures.filter { nodes.contains($0.key) }
    reported.formIntersection(nodes)
    for device in present where devices[device.node] == nil { open(device) }
    guard failures.keys.contains(where: { !reported.contains($0) }) else { return }
    timer = host.loop.timer(after: Self.permissionTimeout) { [weak self] in self?.reportFailures() }
  }

  private func open(_ device: InputDevice) {
    let node = device.node
    failures[node] = device.begin()
    guard failures[node] == nil else { return }
    devices[node] = device
    device.onEnd = { [weak self] in
      guard let self else { return }
      devices[node] = nil
      (lids[node], modes[node]) = (nil, nil)
    }
  }

  /// Reports every failure to open a device other than a touch screen, once for each node until the
  /// node disappears.
  private func reportFailures() {
    timer = nil
    for (node, failure) in failures.sorted(by: { $0.key < $1.key })
    where reported.insert(node).inserted {
      reportSoon(failure)
    }
  }

  /// Reports a failure in the next iteration of the loop, except for touch screens, which are
  /// optional.
  private func reportSoon(_ failure: String) {
    if purpose != .touches { host.reportSoon(.note(UntrustedText(failure))) }
  }

  /// Reports a device's event: for a touch, whether any device is touched; for a switch that
  /// disappears, the state of another one, or `nil`.
  private func receive(_ event: SensorEvent, from node: String) {
    switch event {
    case .lidClosed(let isClosed):
      lids[node] = isClosed
      host.report(.lidClosed(isClosed ?? Self.remaining(lids)))
    case .tabletMode(let isOn):
      modes[node] = isOn
      host.report(.tabletMode(isOn ?? Self.remaining(modes)))
    case .touch(let isDown):
      if isDown { touched.insert(node) } else { touched.remove(node) }
      host.report(.touch(isDown: !touched.isEmpty))
    default: host.report(event)
    }
  }

  /// Returns the state of the switch whose node is first in order; `nil` if no switch is left.
  private static func remaining(_ states: [String: Bool]) -> Bool? {
    states.min { $0.key < $1.key }?.value
  }
}

/// The names of the present input devices, kept up to date; needs no permission.
public final class InputPresence {
  private let tree: DeviceTree
  private var watch: DirectoryWatch?
  /// The kernel's names of the devices that are present.
  public private(set) var names: Set<String> = []
  /// Called when the names have changed.
  public var onChange: () -> Void = {}

  /// Begins to follow the devices of a tree; throws if `/dev/input` cannot be watched.
  public init(in tree: DeviceTree, on loop: EventLoop) throws(SystemError) {
    self.tree = tree
    watch = try DirectoryWatch(tree.path("/dev/input"), on: loop) { [weak self] in self?.scan() }
    names = Self.names(in: tree)
  }

  /// Returns the kernel's names of all input devices of a tree.
  public static func names(in tree: DeviceTree) -> Set<String> {
    let parent = tree.path("/sys/class/input")
    return Set(
      DirectoryListing.names(in: parent).filter { $0.hasPrefix("event") }.compactMap {
        DeviceTree.text(of: "\(parent)/\($0)/device/name")
      })
  }

  private func scan() {
    let present = Self.names(in: tree)
    guard present != names else { return }
    names = present
    onChange()
  }
}
