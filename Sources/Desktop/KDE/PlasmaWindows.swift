// SPDX-License-Identifier: Apache-2.0
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
