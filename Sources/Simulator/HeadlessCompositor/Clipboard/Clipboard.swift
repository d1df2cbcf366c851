// SPDX-License-Identifier: Apache-2.0
import WaylandABI
import WaylandServer

/// The clipboard and the primary selection, each with its protocol.
///
/// Drag and drop is not supported: `start_drag` cancels the source at once.
final class Clipboard {
  private unowned(unsafe) let compositor: HeadlessCompositor
  let copied: Selection
  let primary: Selection

  init(_ compositor: HeadlessCompositor) {
    unsafe self.compositor = compositor
    copied = Selection(compositor)
    primary = Selection(compositor)
  }

  func offer() {
    let display = unsafe compositor.display
    display.offer(WlDataDeviceManagerResource.self, version: 3) { [unowned self] manager in
      manager.onRequest = { [unowned self] request in
        switch request {
        case .createDataSource(let id): serve(id)
        case .getDataDevice(let id, _): serve(id)
        }
      }
    }
    display.offer(ZwpPrimarySelectionDeviceManagerV1Resource.self, version: 1) {
      [unowned self] manager in
      manager.onRequest = { [unowned self] request in
        switch request {
        case .createSource(let id): serve(id)
        case .getDevice(let id, _): serve(id)
        case .destroy: break
        }
      }
    }
  }

  /// Called when a client gets the keyboard focus: offers it both selections.
  ///
  /// The client that lost the focus keeps its offers: wl-paste closes its window while it reads.
  func keyboardEntered(_ client: Client) {
    copied.keyboardEntered(client)
    primary.keyboardEntered(client)
  }

  private func serve(_ source: WlDataSourceResource) {
    let offered = SelectionSource(source, of: copied)
    source.onRequest = { [unowned source, offered] request in
      switch request {
      case .offer(let type): offered.add(type.string)
      case .destroy: break
      case .setActions(let actions):
        if actions.rawValue & ~7 != 0 {
          source.post(
            WlDataSource.ErrorCode.invalidActionMask, "\(actions.rawValue) holds an unknown action")
        }
      }
    }
  }

  private func serve(_ device: WlDataDeviceResource) {
    device.onRequest = { [unowned self] request in
      switch request {
      case .startDrag(let source, _, _, _): source?.cancelled()
      case .setSelection(let source, _): copied.select(source?.owner as? SelectionSource)
      case .release: break
      }
    }
    copied.add(device)
  }

  private func serve(_ source: ZwpPrimarySelectionSourceV1Resource) {
    let offered = SelectionSource(source, of: primary)
    source.onRequest = { if case .offer(let type) = $0 { offered.add(type.string) } }
  }

  private func serve(_ device: ZwpPrimarySelectionDeviceV1Resource) {
    device.onRequest = { [unowned self] request in
      if case .setSelection(let source, _) = request {
        primary.select(source?.owner as? SelectionSource)
      }
    }
    primary.add(device)
  }
}

extension WlDataDeviceResource: SelectionDevice {}
extension WlDataSourceResource: SelectionSourceResource {}
extension WlDataOfferResource: SelectionOffer {
  func onReceive(_ send: @escaping (String, Int32) -> Void) {
    onRequest = {
      if case .receive(let type, let descriptor) = $0 { send(type.string, descriptor.descriptor) }
    }
  }
}

extension ZwpPrimarySelectionDeviceV1Resource: SelectionDevice {}
extension ZwpPrimarySelectionSourceV1Resource: SelectionSourceResource {}
extension ZwpPrimarySelectionOfferV1Resource: SelectionOffer {
  func onReceive(_ send: @escaping (String, Int32) -> Void) {
    onRequest = {
      if case .receive(let type, let descriptor) = $0 { send(type.string, descriptor.descriptor) }
    }
  }
}
