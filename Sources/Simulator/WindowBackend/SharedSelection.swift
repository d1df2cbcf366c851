// SPDX-License-Identifier: Apache-2.0
import Glibc
import HeadlessCompositor
import WaylandClient

/// One of the host's two selections on a seat.
protocol HostSelection: AnyObject {
  /// Called when the window has the keyboard focus, with the serial of each input event.
  func focused(serial: UInt32)
  /// Called when the window has lost the keyboard focus: the host's selection is no longer offered.
  func unfocused()
}

/// One selection, shared between a seat of the host and the compositor in the window.
///
/// The selection is shared only while the window has the host's keyboard focus: the host sends its
/// selection then, and a selection of the compositor's clients becomes the host's.
final class SharedSelection<Device: HostSelectionDevice>: HostSelection {
  private let device: Device
  private let selection: InjectedSelection
  private let makeSource: () -> Device.Source?
  /// Offers that the host has not selected yet, with their MIME types.
  private var offers: [(proxy: Device.Offer, types: [String])] = []
  private var selected: Device.Offer?
  /// The source that was set on the host; nil once another client has set the selection.
  private var source: Device.Source?
  private var serial: UInt32?

  init(
    _ device: Device, with selection: InjectedSelection,
    makeSource: @escaping () -> Device.Source?
  ) {
    self.device = device
    self.selection = selection
    self.makeSource = makeSource
    device.listen { [weak self] in self?.handle($0) }
    selection.onSelection = { [weak self] in self?.give($0) }
  }

  deinit {
    selection.onSelection = nil
    selection.offer([]) { _, _ in }
    source?.destroy()
    for offer in offers { offer.proxy.destroy() }
    device.end()
  }

  func focused(serial: UInt32) {
    let wasFocused = self.serial != nil
    self.serial = serial
    // The host sends the selection just before the keyboard focus.
    if !wasFocused { announce() }
  }

  func unfocused() {
    serial = nil
    drop()
  }

  private func drop() {
    if source == nil { selection.offer([]) { _, _ in } }
    selected?.destroy()
    offers.removeAll { $0.proxy === selected }
    selected = nil
  }

  private func handle(_ news: HostSelectionNews<Device.Offer>) {
    switch news {
    case .offered(let offer):
      offers.append((offer, []))
      offer.listen { [weak self, unowned offer] type in
        guard let self, let index = offers.firstIndex(where: { $0.proxy === offer }) else { return }
        if plainTexts.contains(type) { offers[index].types.append(type) }
      }
    case .selected(let offer):
      // The host sends the own selection back.
      if source != nil {
        if let offer { forget(offer) }
        return
      }
      drop()
      selected = offer
      if serial != nil { announce() }
    case .dragged(let offer): forget(offer)
    }
  }

  private func announce() {
    guard let selected else { return }
    let types = offers.first { $0.proxy === selected }?.types ?? []
    selection.offer(types) { [weak selected] type, descriptor in
      try? selected?.receive(mimeType: type, fd: descriptor)
    }
  }

  private func forget(_ offer: Device.Offer) {
    offers.removeAll { $0.proxy === offer }
    offer.destroy()
  }

  /// Called when a client of the compositor has set the selection: sets it on the host.
  private func give(_ types: [String]) {
    let texts = plainTexts.filter { types.contains($0) }
    guard let serial, !texts.isEmpty, let fresh = makeSource() else { return }
    source?.destroy()
    source = fresh
    fresh.listen { [weak self, unowned fresh] wanted in
      if let (type, descriptor) = wanted {
        self?.selection.read(type, into: descriptor)
        close(descriptor)
      } else {
        fresh.destroy()
        if self?.source === fresh { self?.source = nil }
      }
    }
    for type in texts { try? fresh.offer(mimeType: type) }
    try? device.setSelection(source: fresh, serial: serial)
  }
}

/// The MIME types of plain text; other types are not shared.
private let plainTexts = [
  "text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "STRING",
]

/// An event of the host's data device.
enum HostSelectionNews<Offer> {
  /// An offer that may be selected next.
  case offered(Offer)
  case selected(Offer?)
  /// An offer of a drag, which is refused.
  case dragged(Offer)
}

/// The host's data device for a selection.
protocol HostSelectionDevice: Proxy {
  associatedtype Offer: HostSelectionOffer
  associatedtype Source: HostSelectionSource
  func listen(_ hear: @escaping (HostSelectionNews<Offer>) -> Void)
  func setSelection(source: Source?, serial: UInt32) throws(WaylandError)
  func end()
}

/// An offer of the host.
protocol HostSelectionOffer: Proxy {
  /// Sets the closure that is called with each MIME type.
  func listen(_ hear: @escaping (String) -> Void)
  func receive(mimeType: String, fd: Int32) throws(WaylandError)
  func destroy()
}

/// A data source for the host's selection.
protocol HostSelectionSource: Proxy {
  /// Sets the closure called with a MIME type and a descriptor to write into and close; nil at the
  /// end.
  func listen(_ hear: @escaping ((type: String, descriptor: Int32)?) -> Void)
  func offer(mimeType: String) throws(WaylandError)
  func destroy()
}

extension WlDataDeviceProxy: HostSelectionDevice {
  func listen(_ hear: @escaping (HostSelectionNews<WlDataOfferProxy>) -> Void) {
    onEvent = { event in
      switch event {
      case .dataOffer(let offer): hear(.offered(offer))
      case .selection(let offer): hear(.selected(offer))
      case .enter(_, _, _, _, let offer): if let offer { hear(.dragged(offer)) }
      case .leave, .motion, .drop: break
      }
    }
  }

  func end() { if version >= 2 { release() } }
}

extension WlDataOfferProxy: HostSelectionOffer {
  func listen(_ hear: @escaping (String) -> Void) {
    onEvent = { if case .offer(let type) = $0 { hear(type.string) } }
  }
}

extension WlDataSourceProxy: HostSelectionSource {
  func listen(_ hear: @escaping ((type: String, descriptor: Int32)?) -> Void) {
    onEvent = { event in
      switch event {
      case .send(let type, let descriptor): hear((type.string, descriptor))
      case .cancelled: hear(nil)
      default: break
      }
    }
  }
}

extension ZwpPrimarySelectionDeviceV1Proxy: HostSelectionDevice {
  func listen(_ hear: @escaping (HostSelectionNews<ZwpPrimarySelectionOfferV1Proxy>) -> Void) {
    onEvent = { event in
      switch event {
      case .dataOffer(let offer): hear(.offered(offer))
      case .selection(let offer): hear(.selected(offer))
      }
    }
  }

  func end() { destroy() }
}

extension ZwpPrimarySelectionOfferV1Proxy: HostSelectionOffer {
  func listen(_ hear: @escaping (String) -> Void) {
    onEvent = { if case .offer(let type) = $0 { hear(type.string) } }
  }
}

extension ZwpPrimarySelectionSourceV1Proxy: HostSelectionSource {
  func listen(_ hear: @escaping ((type: String, descriptor: Int32)?) -> Void) {
    onEvent = { event in
      switch event {
      case .send(let type, let descriptor): hear((type.string, descriptor))
      case .cancelled: hear(nil)
      }
    }
  }
}
