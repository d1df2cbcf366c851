// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Sensors

/// A directory that represents the machine's root.
extension ScratchFolder {
  var tree: DeviceTree { DeviceTree(root: path) }

  func addProcess(_ id: Int, _ command: [String], comm: String? = nil) throws {
    try write(command.map { $0 + "\0" }.joined(), to: "/proc/\(id)/cmdline")
    let name = comm ?? command.first?.split(separator: "/").last.map(String.init) ?? ""
    try write(String(name.prefix(15)) + "\n", to: "/proc/\(id)/comm")
  }
}
