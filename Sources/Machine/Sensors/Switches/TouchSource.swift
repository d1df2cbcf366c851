// SPDX-License-Identifier: Apache-2.0

/// Reports when fingers touch the screen, if its event nodes are readable.
///
/// No Wayland protocol reports touches to a program without a window under the finger. Without
/// permission (usually the group `input`) nothing is reported.
public final class TouchSource {
  private let tree: DeviceTree
  private var screens: [InputDevice] = []

  /// Creates a source from the input devices of a tree.
  public init(tree: DeviceTree = DeviceTree()) { self.tree = tree }

  /// Begins to report touches; every touch wakes the process, so call it only when needed.
  public func start(in host: SensorHost) {
    guard screens.isEmpty else { return }
    screens = InputDevice.all(for: .touches, in: tree, host: host).filter { $0.open() == nil }
  }

  /// Stops the source at once.
  public func stop() { screens = [] }
}
