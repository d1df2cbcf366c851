// SPDX-License-Identifier: Apache-2.0
import Formats
public import Orientation

/// A touch screen as the kernel and udev describe it.
public struct TouchScreen: Hashable, Sendable {
  /// The kernel's name for it, by which compositors know it.
  public let name: String
  /// The size of its surface in millimetres; nil where udev does not tell it.
  public let size: Size?

  /// BTN_TOOL_PEN: something that is held above the surface.
  private static let penCode: UInt16 = 0x140

  /// Describes a touch screen.
  public init(name: String, size: Size? = nil) {
    self.name = name
    self.size = size
  }

  /// The touch screens of a tree, in the order of their event nodes' names.
  ///
  /// udev tells `ID_INPUT_WIDTH_MM` and `ID_INPUT_HEIGHT_MM` of what has a resolution (systemd,
  /// src/udev/udev-builtin-input_id.c).
  public static func all(in tree: DeviceTree) -> [TouchScreen] {
    let parent = tree.path("/sys/class/input")
    return DirectoryListing.names(in: parent).filter { $0.hasPrefix("event") }.compactMap { node in
      let directory = "\(parent)/\(node)"
      guard InputDevice.isTouchScreen("\(directory)/device") else { return nil }
      // A pen touches, too.
      guard !InputMask(file: "\(directory)/device/capabilities/key").contains(penCode) else {
        return nil
      }
      let properties = DeviceProperties(of: directory, subsystem: "input", in: tree)
      let size = ["WIDTH", "HEIGHT"].compactMap {
        properties["ID_INPUT_\($0)_MM"].flatMap { Int32($0) }
      }
      return TouchScreen(
        name: DeviceTree.text(of: "\(directory)/device/name") ?? node,
        size: size.count == 2 && size.allSatisfy { $0 > 0 }
          ? Size(width: size[0], height: size[1]) : nil)
    }
  }

  /// The sizes of the surfaces that are known, by the names of the touch screens; two of one name that
  /// differ have none.
  public static func sizes(in tree: DeviceTree) -> [String: Size] {
    let screens = all(in: tree)
    return screens.reduce(into: [:]) { result, screen in
      let isOne = screens.allSatisfy { $0.name != screen.name || $0.size == screen.size }
      if isOne { result[screen.name] = screen.size }
    }
  }
}
