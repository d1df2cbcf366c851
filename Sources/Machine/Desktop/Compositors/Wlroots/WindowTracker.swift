// SPDX-License-Identifier: Apache-2.0
import Text
import WaylandClient

/// One window of zwlr_foreign_toplevel_manager_v1; its facts change when a report is complete.
final class WindowTracker {
  private(set) var outputs: [WlOutputProxy] = []
  private(set) var isKnown = false
  private var committed: DesktopWindow
  private var pending: DesktopWindow
  private var pendingOutputs: [WlOutputProxy] = []
  private let proxy: ZwlrForeignToplevelHandleV1Proxy
  private let onCommit: () -> Void
  private let onClosed: (WindowTracker) -> Void

  init(
    id: UInt32, proxy: ZwlrForeignToplevelHandleV1Proxy, onCommit: @escaping () -> Void,
    onClosed: @escaping (WindowTracker) -> Void
  ) {
    self.proxy = proxy
    self.onCommit = onCommit
    self.onClosed = onClosed
    committed = DesktopWindow(id: id)
    pending = committed
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Returns the window as of the last complete report; removed and unnamed outputs are left out.
  func window(named name: (WlOutputProxy) -> String?) -> DesktopWindow {
    var window = committed
    window.outputs = outputs.compactMap(name)
    if window.outputs.count > 1 { window.outputs = Set(window.outputs).sorted() }
    return window
  }

  private func handle(_ event: ZwlrForeignToplevelHandleV1Proxy.Event) {
    switch event {
    case .title(let title): pending.title = UntrustedText(title.string)
    case .appId(let appID): pending.appID = UntrustedText(appID.string)
    case .outputEnter(let output):
      if let output, !pendingOutputs.contains(where: { $0 === output }) {
        pendingOutputs.append(output)
      }
    case .outputLeave(let output): pendingOutputs.removeAll { $0 === output }
    case .state(let state):
      typealias State = ZwlrForeignToplevelHandleV1.State
      pending.maximized = state.contains(word: State.maximized.rawValue)
      pending.minimized = state.contains(word: State.minimized.rawValue)
      pending.activated = state.contains(word: State.activated.rawValue)
      pending.fullscreen = state.contains(word: State.fullscreen.rawValue)
    case .done:
      isKnown = true
      committed = pending
      // An output may be removed without an event about the window.
      pendingOutputs.removeAll { !$0.isAlive }
      outputs = pendingOutputs
      onCommit()
    case .closed:
      proxy.destroy()
      onClosed(self)
    case .parent(let parent): pending.isDialog = parent != nil
    }
  }
}

final class WindowList: WindowSource {
  let interface = WindowInterface.wlr
  private var trackers: [WindowTracker] = []
  private let proxy: ZwlrForeignToplevelManagerV1Proxy
  private unowned let session: Session
  private var lastID: UInt32 = 0

  init(_ proxy: ZwlrForeignToplevelManagerV1Proxy, in session: Session) {
    self.proxy = proxy
    self.session = session
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  var windows: [DesktopWindow] {
    trackers.filter(\.isKnown).map { $0.window(named: session.name) }
  }

  private func handle(_ event: ZwlrForeignToplevelManagerV1Proxy.Event) {
    switch event {
    case .toplevel(let handle):
      lastID &+= 1
      trackers.append(
        WindowTracker(
          id: lastID, proxy: handle, onCommit: { [weak session] in session?.sourceChanged() },
          onClosed: { [weak self] window in
            self?.trackers.removeAll { $0 === window }
            self?.session.sourceChanged()
          }))
    case .finished:
      // The windows continue to exist, but no new ones will be announced.
      proxy.discard()
    }
  }
}
