// SPDX-License-Identifier: Apache-2.0
import Glibc
import HeadlessCompositor
import WaylandClient

/// Text that was copied, between the host's seat and the compositor in the window.
///
/// Only while the window has the host's keyboard: then the host says what is selected, and what our
/// clients select becomes the host's selection. Otherwise neither side hears of the other.
final class HostClipboard {
  /// The names of plain text; nothing else is passed on.
  private static let texts = [
    "text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "STRING",
  ]

  private let manager: WlDataDeviceManagerProxy
  private let device: WlDataDeviceProxy
  private let clipboard: InjectedClipboard
  /// What the host has offered but not selected yet, with its types.
  private var offers: [(proxy: WlDataOfferProxy, types: [String])] = []
  private var selected: WlDataOfferProxy?
  /// What we have given to the host; nil once somebody else has given something.
  private var source: WlDataSourceProxy?
  private var serial: UInt32?

  init?(_ manager: WlDataDeviceManagerProxy, _ seat: WlSeatProxy, _ clipboard: InjectedClipboard) {
    guard let device = try? manager.getDataDevice(seat: seat) else { return nil }
    self.manager = manager
    self.device = device
    self.clipboard = clipboard
    device.onEvent = { [weak self] in self?.handle($0) }
    clipboard.onSelection = { [weak self] in self?.give($0) }
  }

  deinit {
    clipboard.onSelection = nil
    clipboard.offer([]) { _, _ in }
    source?.destroy()
    for offer in offers { offer.proxy.destroy() }
    if device.version >= 2 { device.release() }
  }

  /// The window has the host's keyboard, or something was done with it.
  func focused(serial: UInt32) {
    let wasFocused = self.serial != nil
    self.serial = serial
    // The host says what is selected just before it gives us the keyboard.
    if !wasFocused { announce() }
  }

  /// The keyboard is another window's: what the host has is not ours any more.
  func unfocused() {
    serial = nil
    drop()
  }

  private func drop() {
    if source == nil { clipboard.offer([]) { _, _ in } }
    selected?.destroy()
    offers.removeAll { $0.proxy === selected }
    selected = nil
  }

  private func handle(_ event: WlDataDeviceProxy.Event) {
    switch event {
    case .dataOffer(let offer):
      offers.append((offer, []))
      offer.onEvent = { [weak self, unowned offer] event in
        guard case .offer(let type) = event, let self,
          let index = offers.firstIndex(where: { $0.proxy === offer })
        else { return }
        let text = type.string
        if Self.texts.contains(text) { offers[index].types.append(text) }
      }
    case .selection(let offer):
      // Our own comes back to us.
      if source != nil {
        if let offer { forget(offer) }
        return
      }
      drop()
      selected = offer
      if serial != nil { announce() }
    // Nothing can be dragged into the window.
    case .enter(_, _, _, _, let offer): if let offer { forget(offer) }
    case .leave, .motion, .drop: break
    }
  }

  private func announce() {
    guard let selected else { return }
    let types = offers.first { $0.proxy === selected }?.types ?? []
    clipboard.offer(types) { [weak selected] type, descriptor in
      try? selected?.receive(mimeType: type, fd: descriptor)
    }
  }

  private func forget(_ offer: WlDataOfferProxy) {
    offers.removeAll { $0.proxy === offer }
    offer.destroy()
  }

  /// One of our clients has selected something.
  private func give(_ types: [String]) {
    let texts = Self.texts.filter { types.contains($0) }
    guard let serial, !texts.isEmpty, let fresh = try? manager.createDataSource() else { return }
    source?.destroy()
    source = fresh
    fresh.onEvent = { [weak self, unowned fresh] event in
      switch event {
      case .send(let type, let descriptor):
        self?.clipboard.read(type.string, into: descriptor)
        close(descriptor)
      case .cancelled:
        fresh.destroy()
        if self?.source === fresh { self?.source = nil }
      default: break
      }
    }
    for type in texts { try? fresh.offer(mimeType: type) }
    try? device.setSelection(source: fresh, serial: serial)
  }
}
