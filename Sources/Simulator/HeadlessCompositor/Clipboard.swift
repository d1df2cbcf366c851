// SPDX-License-Identifier: Apache-2.0
import WaylandABI
import WaylandServer

/// The clipboard and the primary selection, with their protocols.
///
/// Drag and drop is not supported: `start_drag` cancels the source at once.
public final class Clipboard {
  /// The clipboard, set by copying.
  public let copied = Selection()
  /// The primary selection, pasted by the middle button.
  public let primary = Selection()

  func offer(on display: Display) {
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

  /// Called when a client gains the keyboard focus; offers both selections to it.
  ///
  /// The client that lost the focus keeps its offers, since wl-paste closes its window while it
  /// reads.
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

/// A selection of a client or of the host, offered to the client with the keyboard focus.
///
/// There is one for the clipboard and one for the primary selection; their protocols are in
/// `Clipboard`.
public final class Selection {
  private var devices: [any SelectionDevice] = []
  private var selected: SelectionSource?
  /// The client that had the keyboard focus last; nil if there was none or it has disconnected.
  private weak var focused: Client?
  /// The types offered by a host or a test instead of a client; nil if there are none, or a
  /// client's selection has replaced them.
  private var outside: (types: [String], send: (String, Int32) -> Void)?
  /// Called with the MIME types when the client with the keyboard focus has set the selection.
  public var onSelection: (([String]) -> Void)?

  func add(_ device: some SelectionDevice) {
    devices.append(device)
    device.onDestroy = { [unowned self, unowned device] in devices.removeAll { $0 === device } }
    if focused === device.client { offer(to: device) }
  }

  func keyboardEntered(_ client: Client) {
    focused = client
    for device in devices where device.client === client { offer(to: device) }
  }

  /// Makes a client's source the selection and cancels the old one; nil clears the selection.
  func select(_ source: SelectionSource?) {
    guard source !== selected else { return }
    outside = nil
    replace(by: source)
    if let source, focused === source.client {
      onSelection?(source.types)
    }
  }

  /// Called when a source is destroyed: clears the selection if it was this source.
  func forget(_ source: SelectionSource) {
    guard selected === source else { return }
    selected = nil
    announce()
  }

  /// Offers a selection from outside the compositor, which replaces a client's; an empty list
  /// withdraws it.
  ///
  /// `send` is called for each request of a client, with a MIME type and a descriptor to write to,
  /// which it must not keep.
  public func offer(_ types: [String], _ send: @escaping (String, Int32) -> Void) {
    guard !types.isEmpty else {
      guard outside != nil else { return }
      outside = nil
      return announce()
    }
    outside = (types, send)
    replace(by: nil)
  }

  /// Makes the client that owns the selection write it to a descriptor, which the caller still
  /// owns; does nothing if the client does not offer the type.
  public func read(_ type: String, into descriptor: Int32) {
    guard let selected, selected.types.contains(type) else { return }
    selected.send(type, into: descriptor)
  }

  private func replace(by source: SelectionSource?) {
    let old = selected
    selected = source
    old?.cancel()
    announce()
  }

  private func announce() {
    if let focused { keyboardEntered(focused) }
  }

  private func offer(to device: any SelectionDevice) {
    if let selected {
      device.offer(selected.types) { [weak selected] in selected?.send($0, into: $1) }
    } else {
      device.offer(outside?.types ?? [], outside?.send ?? { _, _ in })
    }
  }
}

/// A client's data source (`wl_data_source` or its primary-selection counterpart).
final class SelectionSource {
  private let resource: any SelectionSourceResource
  private(set) var types: [String] = []

  private static let limits = (count: 64, length: 256)

  init(_ resource: some SelectionSourceResource, of selection: Selection) {
    self.resource = resource
    resource.owner = self
    // The resource's closure retains the source until the client destroys it.
    resource.onDestroy = { [self] in selection.forget(self) }
  }

  var client: Client { resource.client }

  func add(_ type: String) {
    if types.count < Self.limits.count, type.utf8.count <= Self.limits.length { types.append(type) }
  }

  func send(_ type: String, into descriptor: Int32) {
    resource.send(mimeType: type, fd: descriptor)
  }

  func cancel() { resource.cancelled() }
}

protocol SelectionDevice: Resource {
  associatedtype Offer: SelectionOffer
  func dataOffer() -> Offer?
  func selection(id: Offer?)
}

protocol SelectionOffer: Resource {
  func offer(mimeType: String)
  /// Sets a closure that is called for each `receive` request, with the MIME type and a descriptor.
  func onReceive(_ send: @escaping (String, Int32) -> Void)
}

protocol SelectionSourceResource: Resource {
  func send(mimeType: String, fd: Int32)
  func cancelled()
}

extension SelectionDevice {
  fileprivate func offer(_ types: [String], _ send: @escaping (String, Int32) -> Void) {
    guard !types.isEmpty, let offer = dataOffer() else { return selection(id: nil) }
    offer.onReceive(send)
    for type in types { offer.offer(mimeType: type) }
    selection(id: offer)
  }
}
