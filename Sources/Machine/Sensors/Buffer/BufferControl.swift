// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

/// Enables a device's buffer through sysfs, and restores every attribute that it changed.
struct BufferControl {
  private let device: Accelerometer
  /// The changed attributes with their former values, in the order of writing.
  private var changes: [(path: String, before: String)] = []

  init(_ device: Accelerometer) { self.device = device }

  static func isOffered(by device: Accelerometer) -> Bool {
    DeviceTree.text(of: "\(device.directory)/buffer/enable") != nil
  }

  /// Enables the buffer; returns an error message, or `nil`.
  ///
  /// A buffer that is enabled already belongs to another program, which would lose its scans.
  mutating func start(in tree: DeviceTree) -> String? {
    let enable = path("buffer/enable")
    guard DeviceTree.text(of: enable) != "1" else {
      return "\(device.name) (\(device.driver)) fills its buffer for another program: use --sensor "
        + "proxy, or write 0 to \(enable) if nobody reads it"
    }
    for channel in ["accel_x", "accel_y", "accel_z", "timestamp"] {
      let file = path("scan_elements/in_\(channel)_en")
      // Not every device has a timestamp channel.
      guard channel != "timestamp" || DeviceTree.text(of: file) != nil else { continue }
      if let failure = write("1", to: file) { return failure }
    }
    let trigger = path("trigger/current_trigger")
    if DeviceTree.text(of: trigger) == "" {
      guard let name = ownTrigger(in: tree) else { return "no trigger starts its scans" }
      if let failure = write(name, to: trigger) { return failure }
    }
    return write("1", to: enable)
  }

  /// Restores the former values, in reverse order: the buffer first.
  mutating func stop() {
    for change in changes.reversed() {
      // An empty name means no trigger; the kernel accepts a line break for it.
      _ = DeviceTree.write(change.before.isEmpty ? "\n" : change.before, to: change.path)
    }
    changes = []
  }

  /// Returns the trigger that the device's own driver registers: its name has the device's number
  /// or the driver's name.
  private func ownTrigger(in tree: DeviceTree) -> String? {
    let parent = tree.path("/sys/bus/iio/devices")
    let number = device.name.drop { !$0.isNumber }
    return DirectoryListing.names(in: parent).filter { $0.hasPrefix("trigger") }
      .compactMap { DeviceTree.text(of: "\(parent)/\($0)/name") }
      .first { $0.hasSuffix("-dev\(number)") || $0.hasPrefix(device.driver) }
  }

  private func path(_ name: String) -> String { "\(device.directory)/\(name)" }

  private mutating func write(_ value: String, to file: String) -> String? {
    let before = DeviceTree.text(of: file) ?? ""
    guard before != value else { return nil }
    let code = DeviceTree.write(value, to: file)
    guard code != 0 else {
      changes.append((file, before))
      return nil
    }
    let reason = unsafe String(cString: strerror(code))
    return code == EACCES || code == EPERM
      ? "\(file) may be written by root only (\(reason)): use --sensor iio, which only reads, or a "
        + "udev rule that gives you the device"
      : "\(file): \(reason)"
  }
}
