// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Switches a device's buffer on and off through sysfs, leaving alone what somebody else switched on.
struct BufferControl {
  private let device: Accelerometer
  /// Whether it was off, so that it has to be switched off again.
  private(set) var isOurs = false

  init(_ device: Accelerometer) { self.device = device }

  static func isOffered(by device: Accelerometer) -> Bool {
    DeviceTree.text(of: "\(device.directory)/buffer/enable") != nil
  }

  /// Switches it on unless it is on already; returns what went wrong, for people.
  mutating func start(in tree: DeviceTree) -> String? {
    if DeviceTree.text(of: path("buffer/enable")) == "1" { return nil }
    for channel in ["accel_x", "accel_y", "accel_z", "timestamp"] {
      let file = path("scan_elements/in_\(channel)_en")
      // Not every device keeps time.
      guard channel != "timestamp" || DeviceTree.text(of: file) != nil else { continue }
      if let failure = write("1", to: file) { return failure }
    }
    let trigger = path("trigger/current_trigger")
    if DeviceTree.text(of: trigger) == "" {
      guard let name = ownTrigger(in: tree) else { return "no trigger starts its scans" }
      if let failure = write(name, to: trigger) { return failure }
    }
    if let failure = write("1", to: path("buffer/enable")) { return failure }
    isOurs = true
    return nil
  }

  /// Switches it off if we had switched it on.
  mutating func stop() {
    guard isOurs else { return }
    isOurs = false
    _ = DeviceTree.write("0", to: path("buffer/enable"))
  }

  /// The trigger that the device's own driver offers: it carries the device's number or name.
  private func ownTrigger(in tree: DeviceTree) -> String? {
    let parent = tree.path("/sys/bus/iio/devices")
    let number = device.name.drop { !$0.isNumber }
    return DeviceTree.names(in: parent).filter { $0.hasPrefix("trigger") }
      .compactMap { DeviceTree.text(of: "\(parent)/\($0)/name") }
      .first { $0.hasSuffix("-dev\(number)") || $0.hasPrefix(device.driver) }
  }

  private func path(_ name: String) -> String { "\(device.directory)/\(name)" }

  private func write(_ value: String, to file: String) -> String? {
    let code = DeviceTree.write(value, to: file)
    guard code != 0 else { return nil }
    let reason = unsafe String(cString: strerror(code))
    return code == EACCES || code == EPERM
      ? "\(file) may be written by root only (\(reason)): use --sensor iio, which only reads, or a "
        + "udev rule that gives you the device"
      : "\(file): \(reason)"
  }
}
