// SPDX-License-Identifier: Apache-2.0
import Glibc
import HeadlessCompositor
import WaylandClient

/// One of the host's two selections, as its seat sees it.
protocol HostSelection: AnyObject {
  /// The window has the host's keyboard, or something was done with it.
  func focused(serial: UInt32)
  /// The keyboard is another window's: what the host has is not ours any more.
  func unfocused()
}

/// Text that was copied or marked, between the host's seat and the compositor in the window.
///
/// Only while the window has the host's keyboard: then the host says what is selected, and what our
/// clients select becomes the host's selection. Otherwise neither side hears of the other.
final class SharedSelection<Device: HostSelectionDevice>: HostSelection {
  private let device: Device
  private let selection: InjectedSelection
  private let makeSource: () -> Device.Source?
  /// What the host has offered but not selected yet, with its types.
  private var offers: [(proxy: Device.Offer, types: [String])] = []
  private var selected: Device.Offer?
  /// What we have given to the host; nil once somebody else has given something.
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
    // The host says what is selected just before it gives us the keyboard.
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
      // Our own comes back to us.
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

  /// One of our clients has selected something.
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

/// The names of plain text; nothing else is passed on.
private let plainTexts = [
  "text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "STRING",
]

/// What a host says of a selection.
enum HostSelectionNews<Offer> {
  /// Something that may be selected next.
  case offered(Offer)
  case selected(Offer?)
  /// It comes with a drag; nothing can be dragged into the window.
  case dragged(Offer)
}

/// An object by which a seat of the host speaks of a selection.
protocol HostSelectionDevice: Proxy {
  associatedtype Offer: HostSelectionOffer
  associatedtype Source: HostSelectionSource
  func listen(_ hear: @escaping (HostSelectionNews<Offer>) -> Void)
  func setSelection(source: Source?, serial: UInt32) throws(WaylandError)
  func end()
}

/// What the host has selected.
protocol HostSelectionOffer: Proxy {
  /// Hears of each type.
  func listen(_ hear: @escaping (String) -> Void)
  func receive(mimeType: String, fd: Int32) throws(WaylandError)
  func destroy()
}

/// What we select on the host.
protocol HostSelectionSource: Proxy {
  /// Hears of a type and a descriptor to write into, which is the hearer's; nil when it is over.
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
