// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
public import EventLoop
public import WaylandClient

// The compositor in a window of another compositor, its host, as an ordinary client.
//
// - `HostDisplay` is the connection and the host's globals; `HostSeat` is the host's input.
// - `HostWindow` is the window: its shape, shared-memory buffers and frame callbacks. The window is
//   drawn after a change, when the host is ready. Its `HostContent` computes the damage relative to
//   an earlier buffer.
// - `OutputWindow` is the content for the panel of one output of a `HeadlessCompositor`.
//
// Begin with `OutputWindow`, then `HostWindow.draw`.

/// The connection to a host compositor, with its globals, served by an event loop.
public final class HostDisplay {
  let compositor: WlCompositorProxy
  let shm: WlShmProxy
  let shell: XdgWmBaseProxy
  let viewporter: WpViewporterProxy?
  let fractionalScale: WpFractionalScaleManagerV1Proxy?
  let decorations: ZxdgDecorationManagerV1Proxy?
  let copied: WlDataDeviceManagerProxy?
  let primary: ZwpPrimarySelectionDeviceManagerV1Proxy?
  private(set) var outputs: [OutputScale] = []
  private(set) var seats: [HostSeat] = []
  /// Called when an output of the host was changed, added or removed.
  var onOutputs: (() -> Void)?
  /// Called once when the connection is lost.
  public var onFailure: ((HostFailure) -> Void)? {
    didSet {
      served.onFailure = { [weak self] error in self?.onFailure?(HostFailure(lost: error)) }
    }
  }

  private let served: LoopConnection
  private let registry: WlRegistryProxy

  /// Connects to the named display, or to the environment's display.
  ///
  /// - Throws: a failure that names the missing globals or the connection's error.
  public convenience init(on loop: EventLoop, display name: String? = nil) throws(HostFailure) {
    let connection: Connection
    do throws(WaylandError) {
      connection = try Connection(display: name)
    } catch {
      throw HostFailure(connecting: error)
    }
    try self.init(on: loop, connection: connection)
  }

  /// Creates a display on a connection that has no other user.
  ///
  /// `roundtrip` waits until the host has answered all requests; a test whose host runs on the same
  /// thread serves the host in the meantime.
  public init(
    on loop: EventLoop, connection: Connection,
    roundtrip: (Connection) throws(WaylandError) -> Void = { connection throws(WaylandError) in
      try connection.roundtrip()
    }
  ) throws(HostFailure) {
    let offer: GlobalList
    let bound: (WlCompositorProxy?, WlShmProxy?, XdgWmBaseProxy?)
    do throws(WaylandError) {
      served = LoopConnection(connection, on: loop)
      offer = try GlobalList(connection, roundtrip: roundtrip)
      registry = offer.registry
      bound = (
        try offer.bind(WlCompositorProxy.self, upTo: 5), try offer.bind(WlShmProxy.self, upTo: 1),
        try offer.bind(XdgWmBaseProxy.self, upTo: 5)
      )
      viewporter = try offer.bind(WpViewporterProxy.self, upTo: 1)
      fractionalScale = try offer.bind(WpFractionalScaleManagerV1Proxy.self, upTo: 1)
      copied = try offer.bind(WlDataDeviceManagerProxy.self, upTo: 3)
      primary = try offer.bind(ZwpPrimarySelectionDeviceManagerV1Proxy.self, upTo: 1)
      decorations = try offer.bind(ZxdgDecorationManagerV1Proxy.self, upTo: 1)
    } catch {
      throw HostFailure(connecting: error)
    }
    guard case (let compositor?, let shm?, let shell?) = bound else {
      let needed = [
        WlCompositorProxy.interfaceName, WlShmProxy.interfaceName, XdgWmBaseProxy.interfaceName,
      ]
      throw HostFailure(
        missing: needed.filter { name in !offer.globals.contains { $0.interface == name } })
    }
    (self.compositor, self.shm, self.shell) = (compositor, shm, shell)
    registry.onEvent = { [weak self] in self?.handle($0) }
    shell.onEvent = { [unowned shell] in
      if case .ping(let serial) = $0 { try? shell.pong(serial: serial) }
    }
    for global in offer.globals { add(global) }
    do throws(WaylandError) {
      // The second round trip waits for the properties of outputs and seats.
      try roundtrip(served.connection)
    } catch {
      throw HostFailure(connecting: error)
    }
  }

  /// Adds the connection to the loop.
  public func start() throws(SystemError) { try served.start() }

  /// Sends the buffered requests and removes the connection from the loop.
  public func end() {
    served.flush()
    served.stop()
  }

  private func handle(_ event: WlRegistryProxy.Event) {
    switch event {
    case .global(let name, let interface, let version):
      add(GlobalList.Global(name: name, interface: interface.string, version: version))
    case .globalRemove(let name):
      seats.removeAll { $0.global == name }
      guard let index = outputs.firstIndex(where: { $0.global == name }) else { return }
      outputs.remove(at: index).end()
      onOutputs?()
    }
  }

  private func add(_ global: GlobalList.Global) {
    let offer = GlobalList(registry, global)
    if let proxy = try? offer.bind(WlOutputProxy.self, upTo: 4) {
      outputs.append(
        OutputScale(global: global.name, proxy: proxy) { [weak self] in self?.onOutputs?() })
    } else if let proxy = try? offer.bind(WlSeatProxy.self, upTo: 8) {
      seats.append(HostSeat(global: global.name, proxy))
      onSeat?()
    }
  }

  var onSeat: (() -> Void)?
}

/// The error of a window that cannot be opened or drawn, or was lost, with a message for the user.
public struct HostFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, with a remedy if one is known.
  public let description: String

  init(_ description: String) { self.description = description }

  init(missing globals: [String]) {
    self.init(
      "the host compositor offers no \(globals.joined(separator: " and no ")), which a window needs; "
        + "try another compositor, such as sway, weston, mutter or kwin")
  }

  init(connecting error: WaylandError) {
    switch error {
    case .noRuntimeDirectory, .noDisplay, .connectFailed:
      self.init(
        "no window can be opened: \(error); a Wayland session is needed. Under X11, "
          + "`weston --backend=x11-backend.so` opens one in a window")
    default: self.init("the host compositor: \(error)")
    }
  }

  init(lost error: WaylandError) { self.init("the host compositor has gone: \(error)") }
}
