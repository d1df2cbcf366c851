// SPDX-License-Identifier: Apache-2.0
import WaylandClient

/// Follows the windows that zwlr_foreign_toplevel_manager_v1 announces.
final class WindowList {
  private(set) var windows: [WindowTracker] = []
  private let proxy: ZwlrForeignToplevelManagerV1Proxy
  private var lastID: UInt32 = 0
  private let onCommit: () -> Void

  init(_ proxy: ZwlrForeignToplevelManagerV1Proxy, onCommit: @escaping () -> Void) {
    self.proxy = proxy
    self.onCommit = onCommit
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: ZwlrForeignToplevelManagerV1Proxy.Event) {
    switch event {
    case .toplevel(let handle):
      lastID &+= 1
      windows.append(
        WindowTracker(
          id: lastID, proxy: handle, onCommit: onCommit,
          onClosed: { [weak self] window in
            self?.windows.removeAll { $0 === window }
            self?.onCommit()
          }))
    case .finished:
      // The windows live on, but no new ones will be announced.
      proxy.discard()
    }
  }
}
