// SPDX-License-Identifier: Apache-2.0

/// Tells when fingers touch the screen, where its event nodes may be read.
///
/// No Wayland protocol tells it to a program that has no window under the finger. Without permission
/// (usually the group `input`) nothing is reported.
public final class TouchSource {
  private let tree: DeviceTree
  private var screens: [InputDevice] = []

  /// Looks at the input devices of a tree.
  public init(tree: DeviceTree = DeviceTree()) { self.tree = tree }

  /// Begins to report touches; only while somebody cares, since every touch wakes us.
  public func start(in host: SensorHost) {
    guard screens.isEmpty else { return }
    screens = InputDevice.all(for: .touches, in: tree, host: host).filter { $0.open() == nil }
  }

  /// Ends it at once.
  public func stop() { screens = [] }
}
