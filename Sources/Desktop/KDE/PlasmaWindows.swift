// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// Follows the windows that KWin tells its own shell of, where it tells us as well.
final class PlasmaWindows {
  private(set) var windows: [PlasmaWindow] = []
  private let proxy: OrgKdePlasmaWindowManagementProxy
  private var lastID: UInt32 = 0
  private let onCommit: () -> Void

  init(_ proxy: OrgKdePlasmaWindowManagementProxy, onCommit: @escaping () -> Void) {
    self.proxy = proxy
    self.onCommit = onCommit
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: OrgKdePlasmaWindowManagementProxy.Event) {
    // If it is the connection that has failed, the next wait says so.
    switch event {
    case .window(let id): add(try? proxy.getWindow(internalWindowId: id))
    case .windowWithUuid(_, let uuid):
      add(try? proxy.getWindowByUuid(internalWindowUuid: uuid.string))
    case .showDesktopChanged, .stackingOrderChanged, .stackingOrderUuidChanged: break
    }
  }

  private func add(_ handle: OrgKdePlasmaWindowProxy?) {
    guard let handle else { return }
    lastID &+= 1
    windows.append(
      PlasmaWindow(id: lastID, handle) { [weak self] window in
        if window.isUnmapped { self?.windows.removeAll { $0 === window } }
        self?.onCommit()
      })
  }
}

/// Follows one window of KWin's.
final class PlasmaWindow {
  /// Whether everything known at the start has been sent.
  private(set) var isKnown = false
  private(set) var isUnmapped = false
  private var facts: DesktopWindow
  private var place: Rectangle?
  private let proxy: OrgKdePlasmaWindowProxy
  private let onChange: (PlasmaWindow) -> Void

  init(id: UInt32, _ proxy: OrgKdePlasmaWindowProxy, onChange: @escaping (PlasmaWindow) -> Void) {
    self.proxy = proxy
    self.onChange = onChange
    facts = DesktopWindow(id: id)
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  /// The last report; a window is on every output that it covers a part of.
  func window(among outputs: [DesktopOutput]) -> DesktopWindow {
    var window = facts
    if let place {
      window.outputs = outputs.filter { output in
        output.enabled
          && Rectangle(origin: output.logicalPosition, size: output.logicalSize).overlaps(place)
      }.map(\.name).sorted()
    }
    return window
  }

  private func handle(_ event: OrgKdePlasmaWindowProxy.Event) {
    typealias State = OrgKdePlasmaWindowManagement.State
    switch event {
    case .titleChanged(let title): facts.title = title.string
    case .appIdChanged(let appID): facts.appID = appID.string
    case .stateChanged(let flags):
      let state = State(rawValue: flags)
      facts.activated = state.contains(.active)
      facts.minimized = state.contains(.minimized)
      facts.maximized = state.contains(.maximized)
      facts.fullscreen = state.contains(.fullscreen)
      facts.sticky = state.contains(.onAllDesktops)
    case .geometry(let x, let y, let width, let height):
      place = Rectangle(
        origin: Point(x: x, y: y),
        size: Size(width: Int32(clamping: width), height: Int32(clamping: height)))
    case .parentWindow(let parent): facts.isDialog = parent != nil
    case .initialState: isKnown = true
    case .unmapped:
      isUnmapped = true
      proxy.destroy()
    default: return
    }
    if isKnown || isUnmapped { onChange(self) }
  }
}

extension Rectangle {
  /// Whether the two share more than an edge.
  fileprivate func overlaps(_ other: Rectangle) -> Bool {
    func meet(_ first: Int32, _ length: Int32, _ second: Int32, _ otherLength: Int32) -> Bool {
      Int64(first) < Int64(second) + Int64(otherLength)
        && Int64(second) < Int64(first) + Int64(length)
    }
    return meet(origin.x, size.width, other.origin.x, other.size.width)
      && meet(origin.y, size.height, other.origin.y, other.size.height)
  }
}
