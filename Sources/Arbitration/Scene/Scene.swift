// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Everything that a rule set may look at; diagnostic windows are not in it.
public struct Scene: Sendable, Hashable {
  /// The device.
  public var device: Device
  /// The app's settings.
  public var app: App {
    _read { yield sharedApp.value }
    _modify { yield &sharedApp.value }
  }
  /// The outputs, in the order in which they appeared.
  public var outputs: [Output]
  /// The windows in creation order, their numbers rising.
  public var windows: [Window]
  /// Windows that have been key, the current one last.
  public var keyHistory: [WindowID]
  /// The shared status bar.
  public var statusBar: StatusBar
  /// Whether the app is in the foreground.
  public var isForeground: Bool
  /// Whether the device turned while the app was in the background.
  public var hasPendingTurn: Bool
  /// Whether the scene has the screen's size (E-8).
  public var isFullSize: Bool
  /// Whether windows have been placed since launch.
  public var hasLaunched: Bool
  /// The first normal-level window ever created (B-12); nil before one exists.
  public var mainWindow: WindowID?

  private var sharedApp: Shared<App>

  /// A scene without windows unless told otherwise.
  public init(
    device: Device = Device(), app: App = App(), outputs: [Output] = [], windows: [Window] = [],
    key: WindowID? = nil
  ) {
    self.device = device
    self.sharedApp = Shared(app)
    self.outputs = outputs
    self.windows = windows
    self.keyHistory = key.map { [$0] } ?? []
    self.statusBar = StatusBar()
    self.isForeground = true
    self.hasPendingTurn = false
    self.isFullSize = true
    self.hasLaunched = true
    self.mainWindow = windows.first { $0.level == 0 }?.id
  }

  /// The key window's number.
  public var keyWindow: WindowID? { keyHistory.last }

  /// The position of a window in `windows`; nil when it is not there.
  public func index(of id: WindowID) -> Int? {
    var low = 0
    var high = windows.count
    while low < high {
      let middle = (low + high) / 2
      if windows[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < windows.count && windows[low].id == id ? low : nil
  }

  /// The window with a number; nil when it is not there.
  public func window(_ id: WindowID) -> Window? { index(of: id).map { windows[$0] } }

  /// The position of the window whose topmost controller is the page (format:page).
  ///
  /// The key window; if it is hidden, a follower or exempt, the first shown normal-level window.
  public var pageIndex: Int? {
    if let key = keyWindow, let index = index(of: key), !windows[index].isHidden,
      !windows[index].isFollower
    {
      return index
    }
    return windows.firstIndex { $0.level == 0 && !$0.isHidden && !$0.isFollower }
  }
}
