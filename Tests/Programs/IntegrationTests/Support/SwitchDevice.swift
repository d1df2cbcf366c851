// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A directory in the place of `sys` and `dev` with an input device that has the switches for
/// tablet mode and lid; a pipe takes the place of its event node.
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
    // Opened for both directions, so that its reader never sees the end.
    pipe = try FileHandle(forUpdating: URL(fileURLWithPath: node))
  }

  /// The directory in the place of `/`, with `sys` and `dev`.
  var root: String { directory.path }

  func set(tabletMode isOn: Bool) throws { try send(1, isOn) }

  func set(lidClosed isClosed: Bool) throws { try send(0, isClosed) }

  /// Writes an event in the kernel's format: two words of time, type 5 (a switch), code and value.
  private func send(_ code: UInt8, _ isOn: Bool) throws {
    let event = [UInt8](repeating: 0, count: 16) + [5, 0, code, 0, isOn ? 1 : 0, 0, 0, 0]
    try pipe.write(contentsOf: Data(event))
  }
}
