// SPDX-License-Identifier: Apache-2.0
public import EventLoop

/// The names of the input devices, as devices come and go; needs no permission.
public final class InputPresence {
  private let tree: DeviceTree
  private var watch: DirectoryWatch?
  /// The kernel's names of the devices that are present.
  public private(set) var names: Set<String> = []
  /// Called when the names have changed.
  public var onChange: () -> Void = {}

  /// Begins to follow the devices of a tree; throws if the user is out of inotify watches.
  public init(in tree: DeviceTree, on loop: EventLoop) throws(SystemError) {
    self.tree = tree
    watch = try DirectoryWatch(tree.path("/dev/input"), on: loop) { [weak self] in self?.scan() }
    names = TouchScreen.deviceNames(in: tree)
  }

  private func scan() {
    let present = TouchScreen.deviceNames(in: tree)
    guard present != names else { return }
    names = present
    onChange()
  }
}
