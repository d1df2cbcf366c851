// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// Something selected: by the client that owns it offered to the one that has the keyboard.
///
/// The clipboard is one, the primary selection another. It knows nothing of their protocols.
final class Selection {
  private unowned(unsafe) let compositor: HeadlessCompositor
  private var devices: [any SelectionDevice] = []
  private var selected: SelectionSource?
  /// What somebody outside of the compositor offers; it gives way to a client's selection.
  private var outside: (types: [String], send: (String, Int32) -> Void)?
  /// Called when the client that has the keyboard has selected something.
  var onSelection: (([String]) -> Void)?

  init(_ compositor: HeadlessCompositor) { unsafe self.compositor = compositor }

  func add(_ device: some SelectionDevice) {
    devices.append(device)
    device.onDestroy = { [unowned self, unowned device] in devices.removeAll { $0 === device } }
    if unsafe compositor.seat.keyboard.client === device.client { tell(device) }
  }

  /// A client has got the keyboard: it is told what is selected.
  func keyboardEntered(_ client: Client) {
    for device in devices where device.client === client { tell(device) }
  }

  /// A client selects something, or nothing.
  func select(_ source: SelectionSource?) {
    guard source !== selected else { return }
    outside = nil
    replace(by: source)
    if let source, unsafe compositor.seat.keyboard.client === source.client {
      onSelection?(source.types)
    }
  }

  /// A source has gone; if it was what is selected, nothing is.
  func forget(_ source: SelectionSource) {
    guard selected === source else { return }
    selected = nil
    announce()
  }

  /// Offers what is selected elsewhere; without types, nothing.
  func offer(_ types: [String], _ send: @escaping (String, Int32) -> Void) {
    guard !types.isEmpty else {
      guard outside != nil else { return }
      outside = nil
      return announce()
    }
    outside = (types, send)
    replace(by: nil)
  }

  /// Has the client whose selection it is write it into a descriptor, which stays the caller's.
  func read(_ type: String, into descriptor: Int32) {
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
    guard let client = unsafe compositor.seat.keyboard.client else { return }
    keyboardEntered(client)
  }

  private func tell(_ device: any SelectionDevice) {
    if let selected {
      device.offer(selected.types) { [weak selected] in selected?.send($0, into: $1) }
    } else {
      device.offer(outside?.types ?? [], outside?.send ?? { _, _ in })
    }
  }
}

/// Something that a client offers for pasting.
final class SelectionSource {
  private let resource: any SelectionSourceResource
  private(set) var types: [String] = []

  private static let limits = (count: 64, length: 256)

  init(_ resource: some SelectionSourceResource, of selection: Selection) {
    self.resource = resource
    resource.owner = self
    // The object keeps it.
    resource.onDestroy = { [self] in selection.forget(self) }
  }

  var client: Client { resource.client }

  /// Adds a type; those too many or too long are left out.
  func add(_ type: String) {
    if types.count < Self.limits.count, type.utf8.count <= Self.limits.length { types.append(type) }
  }

  func send(_ type: String, into descriptor: Int32) {
    resource.send(mimeType: type, fd: descriptor)
  }

  func cancel() { resource.cancelled() }
}

/// An object by which a client hears of a selection.
protocol SelectionDevice: Resource {
  associatedtype Offer: SelectionOffer
  func dataOffer() -> Offer?
  func selection(id: Offer?)
}

/// An object by which a client reads a selection.
protocol SelectionOffer: Resource {
  func offer(mimeType: String)
  /// Calls `send` with a type and a descriptor each time that the client wants to read.
  func onReceive(_ send: @escaping (String, Int32) -> Void)
}

/// An object by which a client offers a selection.
protocol SelectionSourceResource: Resource {
  func send(mimeType: String, fd: Int32)
  func cancelled()
}

extension SelectionDevice {
  /// Tells of these types, or that nothing is selected.
  fileprivate func offer(_ types: [String], _ send: @escaping (String, Int32) -> Void) {
    guard !types.isEmpty, let offer = dataOffer() else { return selection(id: nil) }
    offer.onReceive(send)
    for type in types { offer.offer(mimeType: type) }
    selection(id: offer)
  }
}

/// What is copied and marked, passed across the compositor's edge.
public struct InjectedClipboard {
  /// The clipboard itself.
  public let copied: InjectedSelection
  /// The primary selection: what is marked, for the middle button.
  public let primary: InjectedSelection

  init(_ clipboard: Clipboard) {
    copied = InjectedSelection(clipboard.copied)
    primary = InjectedSelection(clipboard.primary)
  }
}

/// One of the two selections, passed across the compositor's edge.
public struct InjectedSelection {
  private let selection: Selection

  init(_ selection: Selection) { self.selection = selection }

  /// Called with its types when the client that has the keyboard has selected something.
  public var onSelection: (([String]) -> Void)? {
    get { selection.onSelection }
    nonmutating set { selection.onSelection = newValue }
  }

  /// Offers clients what is selected elsewhere, in place of what they have; without types, nothing.
  ///
  /// `send` gets a type and a descriptor to write into, which it may not keep.
  public func offer(_ types: [String], _ send: @escaping (String, Int32) -> Void) {
    selection.offer(types, send)
  }

  /// Has the client whose selection it is write it into a descriptor, which stays the caller's.
  public func read(_ type: String, into descriptor: Int32) {
    selection.read(type, into: descriptor)
  }
}
