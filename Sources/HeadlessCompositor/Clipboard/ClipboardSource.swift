// SPDX-License-Identifier: Apache-2.0
import WaylandABI
import WaylandServer

/// Something that a client offers for pasting.
final class ClipboardSource {
  let resource: WlDataSourceResource
  private unowned let clipboard: Clipboard
  private(set) var types: [String] = []

  /// How many types are kept, and how long each may be.
  private static let limits = (count: 64, length: 256)

  init(_ resource: WlDataSourceResource, clipboard: Clipboard) {
    self.resource = resource
    self.clipboard = clipboard
  }

  func start() {
    resource.owner = self
    resource.onDestroy = { [self] in clipboard.forget(self) }
    resource.onRequest = { [self] request in
      switch request {
      case .offer(let type):
        let text = type.string
        if types.count < Self.limits.count, text.utf8.count <= Self.limits.length {
          types.append(text)
        }
      case .destroy: break
      case .setActions(let actions):
        if actions.rawValue & ~7 != 0 {
          resource.post(
            error: WlDataSource.ErrorCode.invalidActionMask.rawValue,
            "\(actions.rawValue) holds an unknown action")
        }
      }
    }
  }
}
