// SPDX-License-Identifier: Apache-2.0

/// What udev knows of a device: its own database first, then the kernel's `uevent`.
struct DeviceProperties {
  private var values: [String: String] = [:]

  /// Reads the properties of the device in a directory of sysfs; what is missing is just not there.
  init(of directory: String, subsystem: String, in tree: DeviceTree) {
    let name = directory.split(separator: "/").last.map(String.init) ?? ""
    take(DeviceTree.text(of: "\(directory)/uevent"), prefix: "")
    // A device with a node goes by its numbers, one without by its name.
    let number = DeviceTree.text(of: "\(directory)/dev").map { "c\($0)" }
    for key in ["+\(subsystem):\(name)", number].compactMap({ $0 }) {
      take(DeviceTree.text(of: tree.path("/run/udev/data/\(key)")), prefix: "E:")
    }
  }

  subscript(name: String) -> String? { values[name] }

  private mutating func take(_ text: String?, prefix: String) {
    for line in (text ?? "").split(separator: "\n") where line.hasPrefix(prefix) {
      let parts = line.dropFirst(prefix.count).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = parts[1].trimmed }
    }
  }
}
