// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

/// The control of built-in keyboards and touchpads through the kernel, under any compositor.
///
/// The attribute `inhibited` of an input device exists since Linux 5.11
/// (Documentation/input/input-programming.rst). Devices on USB and Bluetooth count as external.
public final class InhibitedInputs {
  /// The bus types of external devices: USB and Bluetooth (linux/input.h).
  private static let externalBuses: Set<String> = ["0003", "0005"]
  /// The bus type of the PC's own keyboard controller.
  private static let keyboardBus = "0011"
  /// KEY_A: a device without letters has only single buttons, such as those for volume and power.
  private static let letterCode: UInt16 = 30
  /// INPUT_PROP_POINTER and ABS_X: a surface that moves a pointer, such as a touchpad.
  private static let (pointerProperty, surfaceCode): (UInt16, UInt16) = (0, 0)

  private let tree: DeviceTree
  private let keep: ([String]) -> Void
  private let note: (String) -> Void
  /// The names of the devices that this run, or an earlier run that was killed, has disabled and
  /// this run has not enabled again.
  private var inhibited: [String]
  private var wanted = (isResting: false, includesTouchpad: false)
  private var said: Set<String> = []

  /// Creates the object for the devices of a tree, and enables at once those that an earlier run
  /// has left disabled, whose names are `left`.
  ///
  /// `keep` stores the names to restore whenever they change, and a device's name before the device
  /// is disabled; `note` receives messages.
  public init(
    in tree: DeviceTree, left: [String], keep: @escaping ([String]) -> Void,
    note: @escaping (String) -> Void
  ) {
    self.tree = tree
    self.keep = keep
    self.note = note
    inhibited = left
    end()
    let restored = left.filter { !inhibited.contains($0) }
    guard !restored.isEmpty else { return }
    note("restored after a run that was ended by force: \(restored.joined(separator: ", "))")
  }

  /// Disables the built-in keyboard, and the touchpad if included, or enables them again.
  ///
  /// A device that another program has disabled is not changed.
  public func rest(_ isResting: Bool, includesTouchpad: Bool) {
    guard (isResting, includesTouchpad) != wanted else { return }
    wanted = (isResting, includesTouchpad)
    let devices = isResting ? builtIn(includesTouchpad: includesTouchpad) : []
    if isResting, devices.isEmpty { say("no built-in keyboard was found, so none is switched off") }
    release { !devices.contains($0) }
    for name in devices where !inhibited.contains(name) { inhibit(name) }
  }

  /// Enables all devices again that this run, or an earlier one, has disabled.
  public func end() {
    wanted = (false, false)
    release { _ in true }
  }

  private func inhibit(_ name: String) {
    guard let state = DeviceTree.text(of: attribute(of: name)) else {
      return say("the kernel cannot switch \(label(of: name)) off; Linux 5.11 or later can")
    }
    guard state == "0" else { return }
    inhibited.append(name)
    keep(inhibited)
    guard let problem = write("1", to: name) else { return }
    inhibited.removeAll { $0 == name }
    keep(inhibited)
    say("\(label(of: name)) stays on: \(problem)")
  }

  private func release(_ isToEnd: (String) -> Bool) {
    guard inhibited.contains(where: isToEnd) else { return }
    for name in inhibited where isToEnd(name) {
      // A removed device needs no restoring.
      if DeviceTree.text(of: attribute(of: name)) != nil, let problem = write("0", to: name) {
        say("\(label(of: name)) stays off: \(problem)")
        continue
      }
      inhibited.removeAll { $0 == name }
    }
    keep(inhibited)
  }

  private func write(_ value: String, to name: String) -> String? {
    let path = attribute(of: name)
    switch DeviceTree.write(value, to: path) {
    case 0: return nil
    case EACCES, EPERM:
      return "\(path) may not be written; the packaged udev rule lets the group input do so, see "
        + "docs/installing.md"
    case let code: return unsafe "\(path): \(String(cString: strerror(code)))"
    }
  }

  private func builtIn(includesTouchpad: Bool) -> [String] {
    DirectoryListing.names(in: tree.path("/sys/class/input")).filter { name in
      guard name.hasPrefix("input") else { return false }
      let directory = tree.path("/sys/class/input/\(name)")
      let bus = DeviceTree.text(of: "\(directory)/id/bustype") ?? ""
      if bus == Self.keyboardBus,
        InputMask(file: "\(directory)/capabilities/key").contains(Self.letterCode)
      {
        return true
      }
      return includesTouchpad && !Self.externalBuses.contains(bus)
        && InputMask(file: "\(directory)/properties").contains(Self.pointerProperty)
        && InputMask(file: "\(directory)/capabilities/abs").contains(Self.surfaceCode)
    }
    .sorted()
  }

  private func attribute(of name: String) -> String {
    tree.path("/sys/class/input/\(name)/inhibited")
  }

  private func label(of name: String) -> String {
    DeviceTree.text(of: tree.path("/sys/class/input/\(name)/name")).map { "\($0) (\(name))" }
      ?? name
  }

  private func say(_ text: String) {
    if said.insert(text).inserted { note(text) }
  }
}
