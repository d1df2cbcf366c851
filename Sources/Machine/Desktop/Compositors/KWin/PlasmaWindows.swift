// SPDX-License-Identifier: Apache-2.0
import Orientation
import Text
import WaylandClient

/// The windows that KWin reports to its own shell and to programs that it trusts.
final class PlasmaWindows: WindowSource {
  let interface = WindowInterface.plasma
  let isAskedOneByOne = true
  private var trackers: [PlasmaWindow] = []
  private var proxy: OrgKdePlasmaWindowManagementProxy?
  private var desktops: PlasmaDesktops?
  private unowned let session: Session
  private var lastID: UInt32 = 0

  init(_ session: Session) { self.session = session }

  var isOffered: Bool { proxy != nil }

  func follow(_ proxy: OrgKdePlasmaWindowManagementProxy) {
    self.proxy = proxy
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func follow(_ proxy: OrgKdePlasmaVirtualDesktopManagementProxy) {
    desktops = PlasmaDesktops(proxy) { [weak session] in session?.sourceChanged() }
  }

  var windows: [DesktopWindow] {
    let outputs = session.outputs
    return trackers.filter(\.isKnown).map { $0.window(among: outputs, desktops) }
  }

  private func handle(_ event: OrgKdePlasmaWindowManagementProxy.Event) {
    // If the connection has failed, the next wait reports that.
    switch event {
    case .window(let id): add(try? proxy?.getWindow(internalWindowId: id))
    case .windowWithUuid(_, let uuid):
      add(try? proxy?.getWindowByUuid(internalWindowUuid: uuid.string))
    case .showDesktopChanged, .stackingOrderChanged, .stackingOrderUuidChanged: break
    }
  }

  private func add(_ handle: OrgKdePlasmaWindowProxy?) {
    guard let handle else { return }
    lastID &+= 1
    trackers.append(
      PlasmaWindow(id: lastID, handle) { [weak self] window in
        if window.isUnmapped { self?.trackers.removeAll { $0 === window } }
        self?.session.sourceChanged()
      })
  }
}

/// One of KWin's windows, as reported so far.
final class PlasmaWindow {
  private(set) var isKnown = false
  private(set) var isUnmapped = false
  private var facts: DesktopWindow
  private var place: Rectangle?
  /// The identifiers of the virtual desktops that the window is on.
  private var desktops: [String] = []
  private let proxy: OrgKdePlasmaWindowProxy
  private let onChange: (PlasmaWindow) -> Void

  init(id: UInt32, _ proxy: OrgKdePlasmaWindowProxy, onChange: @escaping (PlasmaWindow) -> Void) {
    self.proxy = proxy
    self.onChange = onChange
    facts = DesktopWindow(id: id)
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Returns the window as last reported; it is on every output that it partly covers.
  func window(among outputs: [DesktopOutput], _ known: PlasmaDesktops?) -> DesktopWindow {
    var window = facts
    if let place {
      window.outputs = outputs.filter { output in
        output.enabled
          && Rectangle(origin: output.logicalPosition, size: output.logicalSize).overlaps(place)
      }.map(\.name).sorted()
    }
    guard let known, !facts.sticky, !desktops.isEmpty else { return window }
    window.workspace = desktops.lazy.compactMap { known.name(of: $0) }.first ?? ""
    window.isHidden = !desktops.contains { known.isShown($0, on: window.outputs) }
    return window
  }

  private func handle(_ event: OrgKdePlasmaWindowProxy.Event) {
    typealias State = OrgKdePlasmaWindowManagement.State
    switch event {
    case .titleChanged(let title): facts.title = UntrustedText(title.string)
    case .appIdChanged(let appID): facts.appID = UntrustedText(appID.string)
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
    case .virtualDesktopEntered(let id): desktops.append(id.string)
    case .virtualDesktopLeft(let id):
      let name = id.string
      desktops.removeAll { $0 == name }
    case .initialState: isKnown = true
    case .unmapped:
      isUnmapped = true
      proxy.destroy()
    default: return
    }
    if isKnown || isUnmapped { onChange(self) }
  }
}

final class PlasmaDesktops {
  private struct Desktop {
    let proxy: OrgKdePlasmaVirtualDesktopProxy
    var name = ""
    var isActive = false
  }

  private var desktops: [String: Desktop] = [:]
  /// The virtual desktop that each output shows, which may differ between outputs; empty if KWin
  /// does not report this.
  private var shown: [String: String] = [:]
  private let proxy: OrgKdePlasmaVirtualDesktopManagementProxy
  private let onCommit: () -> Void

  init(_ proxy: OrgKdePlasmaVirtualDesktopManagementProxy, onCommit: @escaping () -> Void) {
    self.proxy = proxy
    self.onCommit = onCommit
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func name(of id: String) -> String? { desktops[id]?.name }

  /// Returns whether a virtual desktop is shown on one of these outputs or, if KWin reports the
  /// shown desktop of none of them, whether it is active.
  ///
  /// In the second case an unknown desktop counts as active.
  func isShown(_ id: String, on outputs: [String]) -> Bool {
    let told = outputs.filter { shown[$0] != nil }
    guard told.isEmpty else { return told.contains { shown[$0] == id } }
    return desktops[id]?.isActive ?? true
  }

  private func handle(_ event: OrgKdePlasmaVirtualDesktopManagementProxy.Event) {
    switch event {
    case .desktopCreated(let name, _):
      let id = name.string
      // If the connection has failed, the next wait reports that.
      guard desktops[id] == nil, let desktop = try? proxy.getVirtualDesktop(desktopId: id) else {
        return
      }
      desktops[id] = Desktop(proxy: desktop)
      desktop.onEvent = { [weak self] in self?.handle($0, of: id) }
    case .desktopRemoved(let id): remove(id.string)
    case .done: onCommit()
    case .rows: break
    }
  }

  private func handle(_ event: OrgKdePlasmaVirtualDesktopProxy.Event, of id: String) {
    switch event {
    case .name(let name): desktops[id]?.name = name.string
    case .activated: desktops[id]?.isActive = true
    case .deactivated: desktops[id]?.isActive = false
    case .outputEntered(let output): shown[output.string] = id
    case .removed: remove(id)
    case .done: onCommit()
    case .desktopId, .position: break
    }
  }

  private func remove(_ id: String) {
    desktops.removeValue(forKey: id)?.proxy.discard()
    shown = shown.filter { $0.value != id }
    onCommit()
  }
}

extension Rectangle {
  fileprivate func overlaps(_ other: Rectangle) -> Bool {
    func meet(_ first: Int32, _ length: Int32, _ second: Int32, _ otherLength: Int32) -> Bool {
      Int64(first) < Int64(second) + Int64(otherLength)
        && Int64(second) < Int64(first) + Int64(length)
    }
    return meet(origin.x, size.width, other.origin.x, other.size.width)
      && meet(origin.y, size.height, other.origin.y, other.size.height)
  }
}
