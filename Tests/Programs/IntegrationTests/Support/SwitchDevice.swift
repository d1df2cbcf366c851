// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A directory in the place of `sys` and `dev` with an input device that has the switches for tablet
/// mode and lid; a pipe stands for its event node.
final class SwitchDevice {
  private static let device = "sys/class/input/event4/device"
  private let directory: RuntimeDirectory
  private let pipe: FileHandle

  init() throws {
    directory = try RuntimeDirectory()
    for folder in ["\(Self.device)/capabilities", "dev/input"] {
      try FileManager.default.createDirectory(
        atPath: "\(directory.path)/\(folder)", withIntermediateDirectories: true)
    }
    _ = try directory.write("Intel HID switches\n", to: "\(Self.device)/name")
    _ = try directory.write("3\n", to: "\(Self.device)/capabilities/sw")
    let node = "\(directory.path)/dev/input/event4"
    mkfifo(node, 0o600)
    // Open both ways, so that it never ends for whoever reads it.
    pipe = try FileHandle(forUpdating: URL(fileURLWithPath: node))
  }

  /// What stands for the machine's own `sys` and `dev`.
  var root: String { directory.path }

  func set(tabletMode isOn: Bool) throws { try send(1, isOn) }

  func set(lidClosed isClosed: Bool) throws { try send(0, isClosed) }

  /// An event of the kernel's: two words of time, then type 5 (a switch), the code and the value.
  private func send(_ code: UInt8, _ isOn: Bool) throws {
    let event = [UInt8](repeating: 0, count: 16) + [5, 0, code, 0, isOn ? 1 : 0, 0, 0, 0]
    try pipe.write(contentsOf: Data(event))
  }
}
