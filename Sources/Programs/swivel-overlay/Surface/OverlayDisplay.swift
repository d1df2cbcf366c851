// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import EventLoop
import WaylandClient

/// The Wayland connection of overlay and rotate button, with the globals that they bind.
final class OverlayDisplay {
  private(set) var compositor: WlCompositorProxy?
  private(set) var shm: WlShmProxy?
  private(set) var layerShell: ZwlrLayerShellV1Proxy?
  private(set) var layout: ZxdgOutputManagerV1Proxy?
  private(set) var viewporter: WpViewporterProxy?
  private(set) var fractionalScale: WpFractionalScaleManagerV1Proxy?
  /// The outputs, in the order in which the compositor announced them.
  private(set) var outputs: [OutputScale] = []
  /// Called when an output was added, changed or removed.
  var onOutputs: (() -> Void)?
  /// Called once when the connection is lost.
  var onFailure: ((WaylandError) -> Void)? {
    get { served.onFailure }
    set { served.onFailure = newValue }
  }

  /// The seats' global names and versions; a seat is bound only after `followSeats`.
  private var seats: [(name: UInt32, version: UInt32)] = []
  private var onSeat: ((WlSeatProxy) -> Void)?

  private let served: LoopConnection
  private var registry: WlRegistryProxy?

  init(on loop: EventLoop) throws(WaylandError) {
    let connection = try Connection()
    served = LoopConnection(connection, on: loop)
    let registry = try connection.registry()
    self.registry = registry
    registry.onEvent = { [weak self] in self?.handle($0) }
    try connection.roundtrip()
    if let layout { for output in outputs { output.follow(layout) } }
    // The names and sizes of the outputs arrive in the second round trip.
    try connection.roundtrip()
  }

  func start() throws(SystemError) { try served.start() }

  func flush() { served.flush() }

  /// Binds every present and future seat, and calls `onSeat` with each.
  func followSeats(_ onSeat: @escaping (WlSeatProxy) -> Void) {
    self.onSeat = onSeat
    for seat in seats { follow(seat.name, seat.version) }
  }

  private func follow(_ seat: UInt32, _ version: UInt32) {
    guard let onSeat, let proxy: WlSeatProxy = make(seat, min(version, 5)) else { return }
    onSeat(proxy)
  }

  private func handle(_ event: WlRegistryProxy.Event) {
    switch event {
    case .global(let name, let interface, let version):
      bind(name, interface.string, version)
    case .globalRemove(let name):
      seats.removeAll { $0.name == name }
      guard let index = outputs.firstIndex(where: { $0.global == name }) else { return }
      outputs.remove(at: index).end()
      onOutputs?()
    }
  }

  private func bind(_ name: UInt32, _ interface: String, _ version: UInt32) {
    switch interface {
    case WlCompositorProxy.interfaceName: compositor = make(name, version)
    case WlShmProxy.interfaceName: shm = make(name, version)
    case ZwlrLayerShellV1Proxy.interfaceName: layerShell = make(name, version)
    case ZxdgOutputManagerV1Proxy.interfaceName: layout = make(name, version)
    case WpViewporterProxy.interfaceName: viewporter = make(name, version)
    case WpFractionalScaleManagerV1Proxy.interfaceName: fractionalScale = make(name, version)
    case WlSeatProxy.interfaceName:
      seats.append((name, version))
      follow(name, version)
    case WlOutputProxy.interfaceName:
      guard let proxy: WlOutputProxy = make(name, version) else { return }
      let output = OutputScale(global: name, proxy: proxy) { [weak self] in self?.onOutputs?() }
      outputs.append(output)
      if let layout, served.isServed { output.follow(layout) }
    default: break
    }
  }

  private func make<Made: InterfaceProxy>(_ name: UInt32, _ version: UInt32) -> Made? {
    try? registry?.bind(name: name, as: Made.self, version: min(version, Made.newestVersion))
  }
}
