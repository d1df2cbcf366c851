// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

extension Toplevel {
  /// How long a title or app id may be; longer ones are cut.
  private static let longestText = 4096

  func handle(_ request: XdgToplevelResource.Request) {
    guard !hasEnded else { return }
    switch request {
    case .destroy: break
    case .setParent(let other): setParent(other)
    case .setTitle(let text):
      givenTitle = String(text.string.prefix(Self.longestText))
      compositor.described(self)
    case .setAppId(let text):
      givenAppID = String(text.string.prefix(Self.longestText))
      compositor.described(self)
    case .showWindowMenu: break
    case .move(let seat, let serial): compositor.interactive.move(self, by: seat, serial)
    case .resize(let seat, let serial, let edges):
      guard [0, 1, 2, 4, 5, 6, 8, 9, 10].contains(edges.rawValue) else {
        return post(.invalidResizeEdge, "\(edges.rawValue) is no edge to resize at")
      }
      compositor.interactive.resize(self, by: seat, serial, edges: edges)
    case .setMaxSize(let width, let height): pendingLargest = size(width, height)
    case .setMinSize(let width, let height): pendingSmallest = size(width, height)
    case .setMaximized: setFilling { isMaximised = true }
    case .unsetMaximized: setFilling { isMaximised = false }
    case .setFullscreen(let output):
      if let screen = compositor.screen(of: output) { self.screen = screen }
      setFilling { isFullscreen = true }
    case .unsetFullscreen: setFilling { isFullscreen = false }
    case .setMinimized: minimise(true)
    }
  }

  /// Changes whether it fills something, keeping in mind where it was before.
  func setFilling(_ change: () -> Void) {
    let wasFilling = isFilling
    if !wasFilling, isMapped { restored = Rectangle(origin: origin, size: geometry.size) }
    change()
    if isFilling {
      if let area = filledArea { origin = area.origin }
    } else if wasFilling, let restored {
      origin = restored.origin
    }
    guard shellSurface.surface?.hasCommitted == true else { return }
    // The protocol wants an answer even if nothing changes.
    sendState(size: isFilling ? nil : restored?.size ?? Size(width: 0, height: 0), always: true)
    if !isFilling { restored = nil }
    compositor.restacked(self)
    compositor.toplevels.changed(self)
  }

  /// Puts it aside, or back.
  func minimise(_ isMinimised: Bool) {
    guard isMapped, self.isMinimised != isMinimised else { return }
    self.isMinimised = isMinimised
    compositor.visibilityChanged(self)
    compositor.toplevels.changed(self)
  }

  private func setParent(_ other: XdgToplevelResource?) {
    // A parent that is not mapped counts as none.
    let parent = other.flatMap { compositor.toplevel(of: $0) }
    guard take(parent: parent) else {
      return post(.invalidParent, "a window cannot be its own parent")
    }
    compositor.toplevels.changed(self)
  }

  private func size(_ width: Int32, _ height: Int32) -> Size? {
    guard width >= 0, height >= 0 else {
      post(.invalidSize, "\(width)x\(height) is no size")
      return nil
    }
    return Size(width: width, height: height)
  }

  private func post(_ error: XdgToplevel.ErrorCode, _ message: String) {
    resource.post(error: error.rawValue, message)
  }
}
