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
  /// What somebody outside of the compositor offers; it gives way to a client's selection.
  private var outside: (types: [String], send: (String, Int32) -> Void)?
  /// Called when the client that has the keyboard has selected something.
  var onSelection: (([String]) -> Void)?

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
      outside = nil
      old?.resource.cancelled()
      announce()
      if let new, unsafe compositor.seat.keyboard.client === new.resource.client {
        onSelection?(new.types)
      }
    case .release: break
    }
  }

  /// Offers what is selected elsewhere; without types, nothing.
  func offer(_ types: [String], _ send: @escaping (String, Int32) -> Void) {
    guard !types.isEmpty else {
      guard outside != nil else { return }
      outside = nil
      return announce()
    }
    outside = (types, send)
    let old = selection
    selection = nil
    old?.resource.cancelled()
    announce()
  }

  /// Has the client whose selection it is write it into a descriptor, which stays the caller's.
  func read(_ type: String, into descriptor: Int32) {
    guard let selection, selection.types.contains(type) else { return }
    selection.resource.send(mimeType: type, fd: descriptor)
  }

  private func announce() {
    guard let client = unsafe compositor.seat.keyboard.client else { return }
    for device in devices where device.client === client { tell(device) }
  }

  private func tell(_ device: WlDataDeviceResource) {
    guard let types = selection?.types ?? outside?.types, let offer = device.dataOffer() else {
      return device.selection(id: nil)
    }
    let send = selection == nil ? outside?.send : nil
    offer.onRequest = { [weak selection] request in
      switch request {
      case .receive(let type, let descriptor):
        send?(type.string, descriptor.descriptor)
        selection?.resource.send(mimeType: type.string, fd: descriptor.descriptor)
      default: break
      }
    }
    for type in types { offer.offer(mimeType: type) }
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

/// What is copied and pasted across the compositor's edge.
public struct InjectedClipboard {
  private let clipboard: Clipboard

  init(_ clipboard: Clipboard) { self.clipboard = clipboard }

  /// Called with its types when the client that has the keyboard has selected something.
  public var onSelection: (([String]) -> Void)? {
    get { clipboard.onSelection }
    nonmutating set { clipboard.onSelection = newValue }
  }

  /// Offers clients what is selected elsewhere, in place of what they have; without types, nothing.
  ///
  /// `send` gets a type and a descriptor to write into, which it may not keep.
  public func offer(_ types: [String], _ send: @escaping (String, Int32) -> Void) {
    clipboard.offer(types, send)
  }

  /// Has the client whose selection it is write it into a descriptor, which stays the caller's.
  public func read(_ type: String, into descriptor: Int32) {
    clipboard.read(type, into: descriptor)
  }
}
