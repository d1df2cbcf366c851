// SPDX-License-Identifier: Apache-2.0
import Text
import WaylandClient

/// The windows of ext_foreign_toplevel_list_v1: titles, app ids and, if offered, COSMIC's details.
final class ToplevelList: WindowSource {
  /// The minimum version of zcosmic_toplevel_info_v1: the first that extends
  /// ext_foreign_toplevel_list_v1.
  static let cosmicVersion: UInt32 = 2

  let isAskedOneByOne = true
  private var trackers: [ToplevelTracker] = []
  private var list: ExtForeignToplevelListV1Proxy?
  private var cosmic: ZcosmicToplevelInfoV1Proxy?
  private var workspaces: WorkspaceList?
  private unowned let session: Session
  private var lastID: UInt32 = 0

  init(_ session: Session) { self.session = session }

  var isOffered: Bool { list != nil }
  var isDetailed: Bool { list != nil && cosmic != nil }

  var interface: WindowInterface { isDetailed ? .cosmic : .toplevelList }

  func follow(_ proxy: ExtForeignToplevelListV1Proxy) {
    list = proxy
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func follow(_ proxy: ZcosmicToplevelInfoV1Proxy) {
    cosmic = proxy
    proxy.onEvent = { [weak self] event in
      guard case .done = event, let self else { return }
      for window in trackers { window.commitDetails() }
      session.sourceChanged()
    }
    for window in trackers { window.follow(proxy) }
  }

  func follow(_ manager: ExtWorkspaceManagerV1Proxy) {
    workspaces = WorkspaceList(manager) { [weak session] in session?.sourceChanged() }
  }

  var windows: [DesktopWindow] {
    trackers.filter(\.isKnown).map { $0.window(named: session.name, among: workspaces) }
  }

  private func handle(_ event: ExtForeignToplevelListV1Proxy.Event) {
    switch event {
    case .toplevel(let handle):
      lastID &+= 1
      let window = ToplevelTracker(id: lastID, handle) { [weak self] window in
        if window.isClosed { self?.trackers.removeAll { $0 === window } }
        self?.session.sourceChanged()
      }
      if let cosmic { window.follow(cosmic) }
      trackers.append(window)
    case .finished:
      // The known windows continue to exist, but the compositor announces no new ones.
      break
    }
  }
}

/// One window of ext_foreign_toplevel_list_v1; its facts change when a report is complete.
final class ToplevelTracker {
  private(set) var isClosed = false
  private var names: DesktopWindow
  private var pendingNames: DesktopWindow
  private var hasNames = false
  /// COSMIC's details; `nil` before its first complete report, and if only the list reports
  /// windows.
  private var details: Details?
  private var pendingDetails = Details()
  private let proxy: ExtForeignToplevelHandleV1Proxy
  private var cosmic: ZcosmicToplevelHandleV1Proxy?
  private let onChange: (ToplevelTracker) -> Void

  private struct Details {
    var states: DesktopWindow?
    var outputs: [WlOutputProxy] = []
    var workspaces: [ExtWorkspaceHandleV1Proxy] = []
  }

  init(
    id: UInt32, _ proxy: ExtForeignToplevelHandleV1Proxy,
    onChange: @escaping (ToplevelTracker) -> Void
  ) {
    self.proxy = proxy
    self.onChange = onChange
    names = DesktopWindow(id: id)
    pendingNames = names
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  var isKnown: Bool { hasNames && (cosmic == nil || details?.states != nil) }

  func follow(_ info: ZcosmicToplevelInfoV1Proxy) {
    guard cosmic == nil, proxy.isAlive else { return }
    // If the connection has failed, the next wait reports the error.
    cosmic = try? info.getCosmicToplevel(foreignToplevel: proxy)
    cosmic?.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Called when COSMIC's report on all windows is complete.
  func commitDetails() {
    guard cosmic != nil else { return }
    pendingDetails.outputs.removeAll { !$0.isAlive }
    pendingDetails.workspaces.removeAll { !$0.isAlive }
    details = pendingDetails
  }

  func window(
    named name: (WlOutputProxy) -> String?, among workspaces: WorkspaceList?
  ) -> DesktopWindow {
    guard let details, var window = details.states else { return names }
    (window.appID, window.title) = (names.appID, names.title)
    window.outputs = Set(details.outputs.compactMap(name)).sorted()
    let places = details.workspaces.compactMap { workspaces?.workspace(of: $0) }
    window.workspace = places.first?.name ?? ""
    window.isHidden = !places.isEmpty && !places.contains(where: \.isShown) && !window.sticky
    return window
  }

  private func handle(_ event: ExtForeignToplevelHandleV1Proxy.Event) {
    switch event {
    case .title(let title): pendingNames.title = UntrustedText(title.string)
    case .appId(let appID): pendingNames.appID = UntrustedText(appID.string)
    case .identifier: break
    case .done:
      names = pendingNames
      hasNames = true
      if isKnown { onChange(self) }
    case .closed:
      isClosed = true
      cosmic?.destroy()
      proxy.destroy()
      onChange(self)
    }
  }

  private func handle(_ event: ZcosmicToplevelHandleV1Proxy.Event) {
    switch event {
    case .state(let state):
      typealias State = ZcosmicToplevelHandleV1.State
      var window = DesktopWindow(id: names.id)
      window.activated = state.contains(word: State.activated.rawValue)
      window.fullscreen = state.contains(word: State.fullscreen.rawValue)
      window.maximized = state.contains(word: State.maximized.rawValue)
      window.minimized = state.contains(word: State.minimized.rawValue)
      window.sticky = state.contains(word: State.sticky.rawValue)
      pendingDetails.states = window
    case .outputEnter(let output):
      if let output { pendingDetails.outputs.append(output) }
    case .outputLeave(let output): pendingDetails.outputs.removeAll { $0 === output }
    case .extWorkspaceEnter(let workspace):
      if let workspace { pendingDetails.workspaces.append(workspace) }
    case .extWorkspaceLeave(let workspace):
      pendingDetails.workspaces.removeAll { $0 === workspace }
    // `ext_foreign_toplevel_list_v1` reports closing, titles and app ids; the other events belong
    // to older versions or are not needed.
    case .closed, .done, .title, .appId, .workspaceEnter, .workspaceLeave, .geometry: break
    }
  }
}

final class WorkspaceList {
  struct Workspace {
    var name = ""
    var isShown = false
  }

  private final class Entry {
    let proxy: ExtWorkspaceHandleV1Proxy
    var pending = Workspace()
    var committed = Workspace()

    init(_ proxy: ExtWorkspaceHandleV1Proxy) { self.proxy = proxy }
  }

  private var entries: [Entry] = []
  private let proxy: ExtWorkspaceManagerV1Proxy
  private let onCommit: () -> Void

  init(_ proxy: ExtWorkspaceManagerV1Proxy, onCommit: @escaping () -> Void) {
    self.proxy = proxy
    self.onCommit = onCommit
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func workspace(of proxy: ExtWorkspaceHandleV1Proxy) -> Workspace? {
    entries.first { $0.proxy === proxy }?.committed
  }

  private func handle(_ event: ExtWorkspaceManagerV1Proxy.Event) {
    switch event {
    // Workspace groups are ignored: a window reports its own outputs.
    case .workspaceGroup(let group):
      group.onEvent = { [weak group] in
        if case .removed = $0 { group?.destroy() }
      }
    case .workspace(let proxy):
      let entry = Entry(proxy)
      entries.append(entry)
      proxy.onEvent = { [weak self, weak entry] in
        guard let self, let entry else { return }
        handle($0, of: entry)
      }
    case .done:
      for entry in entries { entry.committed = entry.pending }
      onCommit()
    case .finished: entries = []
    }
  }

  private func handle(_ event: ExtWorkspaceHandleV1Proxy.Event, of entry: Entry) {
    switch event {
    case .name(let name): entry.pending.name = name.string
    case .state(let state):
      entry.pending.isShown = state.contains(.active) && !state.contains(.hidden)
    case .removed:
      entries.removeAll { $0 === entry }
      entry.proxy.destroy()
    case .id, .coordinates, .capabilities: break
    }
  }
}
