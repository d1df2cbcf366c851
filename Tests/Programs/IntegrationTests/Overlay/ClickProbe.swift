// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import Foundation
import Orientation
import WaylandClient

/// A client that covers an output, clicks at given places and writes down what it is told.
final class ClickProbe {
  /// What came, in words: configure events and clicks with their coordinates.
  private(set) var heard: [String] = []

  private let connection: Connection
  private var registry: WlRegistryProxy?
  private var compositor: WlCompositorProxy?
  private var shm: WlShmProxy?
  private var shell: ZwlrLayerShellV1Proxy?
  private var seat: WlSeatProxy?
  private var output: WlOutputProxy?
  private var pointers: ZwlrVirtualPointerManagerV1Proxy?
  private var surface: WlSurfaceProxy?
  private var layer: ZwlrLayerSurfaceV1Proxy?
  private var hand: ZwlrVirtualPointerV1Proxy?
  private var pointer: WlPointerProxy?
  private var buffers: [SharedPicture] = []
  private var place = ""
  private var size: [UInt32] = []

  init(_ compositor: Compositor) throws {
    connection = try Connection(
      display: "\(compositor.runtimeDirectory)/\(compositor.kind.socketName)")
    let registry = try connection.registry()
    self.registry = registry
    registry.onEvent = { [unowned self] in bind($0) }
    try connection.roundtrip()
    try cover()
    hand = try pointers?.createVirtualPointer(seat: seat)
    // The seat has a pointer only now.
    try connection.roundtrip()
    pointer = try seat?.getPointer()
    pointer?.onEvent = { [unowned self] in take($0) }
    try connection.roundtrip()
  }

  /// How many clicks are sent before an answer is waited for; they fit into what libwayland buffers.
  private static let batch = 20

  /// Clicks at places in ten thousandths of the width and height.
  func click(at places: [(x: UInt32, y: UInt32)]) throws {
    for (index, place) in places.enumerated() {
      let time = UInt32(index)
      try hand?.motionAbsolute(time: time, x: place.x, y: place.y, xExtent: 10_000, yExtent: 10_000)
      try hand?.frame()
      try hand?.button(time: time, button: 0x110, state: .pressed)
      try hand?.button(time: time, button: 0x110, state: .released)
      try hand?.frame()
      if index % Self.batch == Self.batch - 1 { try connection.roundtrip() }
    }
    // What the last click has caused may come after the answer to it.
    try settle()
  }

  /// Waits until nothing more comes.
  func settle() throws {
    for _ in 0..<5 { try connection.roundtrip() }
  }

  private func bind(_ event: WlRegistryProxy.Event) {
    guard case .global(let name, let interface, let version) = event else { return }
    switch interface.string {
    case WlCompositorProxy.interfaceName: compositor = make(name, min(4, version))
    case WlShmProxy.interfaceName: shm = make(name, 1)
    case ZwlrLayerShellV1Proxy.interfaceName: shell = make(name, min(3, version))
    case WlSeatProxy.interfaceName: seat = make(name, min(3, version))
    case WlOutputProxy.interfaceName: output = make(name, min(2, version))
    case ZwlrVirtualPointerManagerV1Proxy.interfaceName: pointers = make(name, 1)
    default: break
    }
  }

  private func make<Made: InterfaceProxy>(_ name: UInt32, _ version: UInt32) -> Made? {
    try? registry?.bind(name: name, as: Made.self, version: version)
  }

  private func cover() throws {
    surface = try compositor?.createSurface()
    guard let surface, let shell else {
      throw Deadline.Passed(description: "the compositor lacks what a probe needs")
    }
    layer = try shell.getLayerSurface(
      surface: surface, output: output, layer: .bottom, namespace: "probe")
    layer?.onEvent = { [unowned self] event in
      guard case .configure(let serial, let width, let height) = event else { return }
      // sway 1.7 says the same to every layer surface again whenever one of them changes.
      if size != [width, height] { heard.append("configure \(width)x\(height)") }
      size = [width, height]
      try? layer?.ackConfigure(serial: serial)
      try? draw(Int(width), Int(height))
    }
    try layer?.setAnchor(anchor: [.top, .bottom, .left, .right])
    try surface.commit()
    try connection.roundtrip()
    try connection.roundtrip()
  }

  private func draw(_ width: Int, _ height: Int) throws {
    guard let shm, let surface else { return }
    let buffer = try SharedPicture(
      shm, size: Size(width: Int32(max(1, width)), height: Int32(max(1, height))),
      format: .xrgb8888)
    memset(buffer.address, 0x40, Int(buffer.stride * buffer.size.height))
    buffers.append(buffer)
    try surface.attach(buffer: buffer.buffer, x: 0, y: 0)
    try surface.damage(x: 0, y: 0, width: Int32(width), height: Int32(height))
    try surface.commit()
  }

  private func take(_ event: WlPointerProxy.Event) {
    switch event {
    case .enter(_, let surface, let x, let y):
      place = "\(surface === self.surface) \(x.rawValue) \(y.rawValue)"
    case .leave: place = "elsewhere"
    case .motion(_, let x, let y): place = "true \(x.rawValue) \(y.rawValue)"
    case .button(_, _, _, let state): heard.append("\(state.rawValue) at \(place)")
    default: break
    }
  }
}
