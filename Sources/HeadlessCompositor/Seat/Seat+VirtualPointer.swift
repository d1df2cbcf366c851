// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

extension Seat {
  func offerVirtualPointers() {
    compositor.display.offer(ZwlrVirtualPointerManagerV1Resource.self, version: 2) {
      [unowned self] manager in
      manager.onRequest = { [unowned self] request in
        switch request {
        case .createVirtualPointer(_, let id): VirtualPointer(id, screen: nil, seat: self).start()
        case .createVirtualPointerWithOutput(_, let output, let id):
          VirtualPointer(id, screen: compositor.screen(of: output), seat: self).start()
        case .destroy: break
        }
      }
    }
  }
}
