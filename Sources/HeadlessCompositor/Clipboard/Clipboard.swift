// SPDX-License-Identifier: Apache-2.0
import WaylandABI
import WaylandServer

/// The selection, passed from the client that owns it to the one that has the keyboard.
///
/// Dragging is not offered: `start_drag` cancels the source at once.
final class Clipboard {
  unowned(unsafe) let compositor: HeadlessCompositor
  private var devices: [WlDataDeviceResource] = []
  private var selection: ClipboardSource?

  init(_ compositor: HeadlessCompositor) { unsafe self.compositor = compositor }

  func offer() {
    unsafe compositor.display.offer(WlDataDeviceManagerResource.self, version: 3) {
      [unowned self] manager in
      manager.onRequest = { [unowned self] request in
        switch request {
        case .createDataSource(let id): ClipboardSource(id, clipboard: self).start()
        case .getDataDevice(let id, _): add(id)
        }
      }
    }
  }

  /// A client has got the keyboard: it is told what is selected.
  func keyboardEntered(_ client: Client) {
    for device in devices where device.client === client { tell(device) }
  }

  /// A source has gone; if it was the selection, there is none.
  func forget(_ source: ClipboardSource) {
    guard selection === source else { return }
    selection = nil
    announce()
  }

  private func add(_ device: WlDataDeviceResource) {
    devices.append(device)
    device.onDestroy = { [unowned self, unowned device] in devices.removeAll { $0 === device } }
    device.onRequest = { [unowned self] in handle($0) }
    if unsafe compositor.seat.keyboard.client === device.client { tell(device) }
  }

  private func handle(_ request: WlDataDeviceResource.Request) {
    switch request {
    case .startDrag(let source, _, _, _): source?.cancelled()
    case .setSelection(let source, _):
      let new = source.flatMap { $0.owner as? ClipboardSource }
      guard new !== selection else { return }
      let old = selection
      selection = new
      old?.resource.cancelled()
      announce()
    case .release: break
    }
  }

  private func announce() {
    guard let client = unsafe compositor.seat.keyboard.client else { return }
    for device in devices where device.client === client { tell(device) }
  }

  private func tell(_ device: WlDataDeviceResource) {
    guard let selection, let offer = device.dataOffer() else { return device.selection(id: nil) }
    offer.onRequest = { [weak selection] request in
      switch request {
      case .receive(let type, let descriptor):
        selection?.resource.send(mimeType: type.string, fd: descriptor.descriptor)
      default: break
      }
    }
    for type in selection.types { offer.offer(mimeType: type) }
    device.selection(id: offer)
  }
}

/// Something that a client offers for pasting.
final class ClipboardSource {
  let resource: WlDataSourceResource
  private unowned let clipboard: Clipboard
  private(set) var types: [String] = []

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
            WlDataSource.ErrorCode.invalidActionMask, "\(actions.rawValue) holds an unknown action")
        }
      }
    }
  }
}
