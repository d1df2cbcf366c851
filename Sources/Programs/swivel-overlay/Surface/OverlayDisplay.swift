// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import EventLoop
import WaylandClient

/// The Wayland connection of overlay and rotate button, with the globals that they bind.
final class OverlayDisplay {
  let compositor: WlCompositorProxy?
  let shm: WlShmProxy?
  let layerShell: ZwlrLayerShellV1Proxy?
  let viewporter: WpViewporterProxy?
  let fractionalScale: WpFractionalScaleManagerV1Proxy?
  private let layout: ZxdgOutputManagerV1Proxy?
  private(set) var outputs: [OutputScale] = []
  /// Called when an output was added, changed or removed.
  var onOutputs: (() -> Void)?
  /// Called once when the connection is lost.
  var onFailure: ((WaylandError) -> Void)? {
    get { served.onFailure }
    set { served.onFailure = newValue }
  }

  /// The seats; a seat is bound only after `followSeats`.
  private var seats: [GlobalList.Global] = []
  private var onSeat: ((WlSeatProxy) -> Void)?

  private let served: LoopConnection
  private let registry: WlRegistryProxy

  init(on loop: EventLoop) throws(WaylandError) {
    let connection = try Connection()
    served = LoopConnection(connection, on: loop)
    let offer = try GlobalList(connection)
    registry = offer.registry
    compositor = try offer.bind(WlCompositorProxy.self)
    shm = try offer.bind(WlShmProxy.self)
    layerShell = try offer.bind(ZwlrLayerShellV1Proxy.self)
    layout = try offer.bind(ZxdgOutputManagerV1Proxy.self)
    viewporter = try offer.bind(WpViewporterProxy.self)
    fractionalScale = try offer.bind(WpFractionalScaleManagerV1Proxy.self)
    registry.onEvent = { [weak self] in self?.handle($0) }
    for global in offer.globals { add(global) }
    // The names and sizes of the outputs arrive in the second round trip.
    try connection.roundtrip()
  }

  func start() throws(SystemError) { try served.start() }

  func flush() { served.flush() }

  /// Binds every present and future seat, and calls `onSeat` with each.
  func followSeats(_ onSeat: @escaping (WlSeatProxy) -> Void) {
    self.onSeat = onSeat
    for seat in seats { follow(seat) }
  }

  private func follow(_ seat: GlobalList.Global) {
    guard let onSeat else { return }
    if let proxy = try? GlobalList(registry, seat).bind(WlSeatProxy.self, upTo: 5) { onSeat(proxy) }
  }

  private func handle(_ event: WlRegistryProxy.Event) {
    switch event {
    case .global(let name, let interface, let version):
      add(GlobalList.Global(name: name, interface: interface.string, version: version))
    case .globalRemove(let name):
      seats.removeAll { $0.name == name }
      guard let index = outputs.firstIndex(where: { $0.global == name }) else { return }
      outputs.remove(at: index).end()
      onOutputs?()
    }
  }

  private func add(_ global: GlobalList.Global) {
    if global.interface == WlSeatProxy.interfaceName {
      seats.append(global)
      follow(global)
    } else if let proxy = try? GlobalList(registry, global).bind(WlOutputProxy.self) {
      let output = OutputScale(global: global.name, proxy: proxy) { [weak self] in
        self?.onOutputs?()
      }
      outputs.append(output)
      if let layout { output.follow(layout) }
    }
  }
}
