// SPDX-License-Identifier: Apache-2.0
import Formats
public import Orientation

/// A touch screen as the kernel and udev describe it.
public struct TouchScreen: Hashable, Sendable {
  /// The kernel's name for the device, which most compositors use as well; the event device's name
  /// if there is none.
  public let name: String
  /// The size of the surface in millimetres; `nil` if udev does not report it.
  public let size: Size?

  /// Creates a touch screen.
  public init(name: String, size: Size? = nil) {
    self.name = name
    self.size = size
  }

  /// Returns the touch screens of a tree, in the order of their event nodes' numbers.
  ///
  /// udev sets `ID_INPUT_WIDTH_MM` and `ID_INPUT_HEIGHT_MM` for devices with a resolution (systemd,
  /// src/udev/udev-builtin-input_id.c).
  public static func all(in tree: DeviceTree) -> [TouchScreen] {
    let parent = tree.path("/sys/class/input")
    return DirectoryListing.names(in: parent).filter { $0.hasPrefix("event") }.compactMap { node in
      let directory = "\(parent)/\(node)"
      guard InputDevice.isTouchScreen("\(directory)/device") else { return nil }
      // A pen tablet also reports touches, but is no touch screen.
      guard
        !InputMask(file: "\(directory)/device/capabilities/key").contains(
          InputEventDecoder.penCode)
      else {
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

  /// Returns the known sizes of the surfaces by the names of the touch screens; screens of the same
  /// name but different size are left out.
  public static func sizes(in tree: DeviceTree) -> [String: Size] {
    let screens = all(in: tree)
    return screens.reduce(into: [:]) { result, screen in
      let isOne = screens.allSatisfy { $0.name != screen.name || $0.size == screen.size }
      if isOne { result[screen.name] = screen.size }
    }
  }
}

/// A source of reports when fingers or pens touch the screen, if the event nodes are readable.
///
/// No Wayland protocol reports touches to a program without a window under the finger. Without
/// permission (usually the group `input`) nothing is reported.
public final class TouchSource {
  private let tree: DeviceTree
  private var screens: InputDevices?

  /// Creates a source from the input devices of a tree.
  public init(tree: DeviceTree = DeviceTree()) { self.tree = tree }

  /// Begins to report touches; every touch wakes the process, so it is called only when needed.
  ///
  /// A second call before `stop` has no effect.
  public func start(in host: SensorHost) {
    guard screens == nil else { return }
    screens = InputDevices(.touches, in: tree, host: host)
  }

  /// Stops the source.
  public func stop() { screens = nil }
}

/// A source of reports about presses of the rotation keys, if the event nodes are readable.
public final class KeySource {
  private let devices: InputDevices

  /// Begins to report the keys of a tree's input devices.
  public init(in tree: DeviceTree, host: SensorHost) {
    devices = InputDevices(.keys, in: tree, host: host)
  }
}
