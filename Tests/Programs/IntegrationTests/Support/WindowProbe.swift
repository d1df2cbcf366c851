// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import Foundation
import HeadlessCompositor
import Orientation
import Synchronization
import Testing
import WaylandClient

/// A window in which every pixel has its own colour, and which records its events.
final class WindowProbe {
  /// The received events in words, with points in whole pixels of the buffer.
  private(set) var heard: [String] = []
  private(set) var size = Size(width: 0, height: 0)
  /// The place of the pointer or the last finger, in pixels of the buffer.
  private(set) var place: Point?
  private let connection: Connection
  private let scale: Int32
  private var registry: WlRegistryProxy?
  private var surface: WlSurfaceProxy?
  private var kept: [Proxy] = []
  private var pictures: [SharedPicture] = []
  /// The number of pictures that the window has drawn.
  var drawn: Int { pictures.count }
  private var manager: WlDataDeviceManagerProxy?
  private var device: WlDataDeviceProxy?
  private var primary:
    (manager: ZwpPrimarySelectionDeviceManagerV1Proxy, device: ZwpPrimarySelectionDeviceV1Proxy)?
  /// The types of a selection, and the function that reads it.
  private typealias Selected = (types: [String], receive: (Int32) throws -> Void)
  private var selected: [Bool: Selected] = [:]
  /// The types of the last offer.
  private var types: [String] = []

  /// Opens the window in the hosted compositor, or in `compositor`.
  init(
    _ hosted: HostedCompositor, scale: Int32 = 1, name: String = "probe",
    on compositor: HeadlessCompositor? = nil
  ) throws {
    self.scale = scale
    connection = try Connection(adopting: try (compositor ?? hosted.compositor).connect())
    let registry = try connection.registry()
    self.registry = registry
    var globals: [(name: UInt32, interface: String, version: UInt32)] = []
    registry.onEvent = {
      guard case .global(let name, let interface, let version) = $0 else { return }
      globals.append((name, interface.string, version))
    }
    try hosted.wait("the globals", probe: self) { globals.contains { $0.interface == "wl_shm" } }
    func bind<Bound: InterfaceProxy>(_ type: Bound.Type) throws -> Bound {
      let global = try #require(globals.first { $0.interface == type.interfaceName })
      let made = try registry.bind(
        name: global.name, as: type, version: min(global.version, type.newestVersion))
      kept.append(made)
      return made
    }
    let shm = try bind(WlShmProxy.self)
    let shell = try bind(XdgWmBaseProxy.self)
    let seat = try bind(WlSeatProxy.self)
    let surface = try bind(WlCompositorProxy.self).createSurface()
    self.surface = surface
    let shellSurface = try shell.getXdgSurface(surface: surface)
    let toplevel = try shellSurface.getToplevel()
    try toplevel.setAppId(appId: name)
    toplevel.onEvent = { [unowned self] in
      if case .configure(let width, let height, _) = $0 {
        size = Size(width: max(1, width), height: max(1, height))
      }
    }
    shellSurface.onEvent = { [unowned self, unowned shellSurface] in
      guard case .configure(let serial) = $0 else { return }
      try? shellSurface.ackConfigure(serial: serial)
      try? draw(shm)
    }
    try surface.commit()
    kept += [shellSurface, toplevel]
    try attend(seat)
    try exchange(seat, try bind(WlDataDeviceManagerProxy.self))
    try mark(seat, try bind(ZwpPrimarySelectionDeviceManagerV1Proxy.self))
    try hosted.wait("the probe's window", probe: self) { !pictures.isEmpty }
    try hosted.settle(self)
  }

  /// Sets a text as the clipboard's selection, or as the primary one.
  func copy(_ text: String, isPrimary: Bool = false) throws {
    func send(_ descriptor: Int32) {
      _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      close(descriptor)
    }
    if isPrimary {
      let (manager, device) = try #require(primary)
      let source = try manager.createSource()
      source.onEvent = { if case .send(_, let descriptor) = $0 { send(descriptor) } }
      try source.offer(mimeType: "text/plain")
      try source.offer(mimeType: "application/x-secret")
      try device.setSelection(source: source, serial: 1)
      kept.append(source)
    } else {
      let source = try #require(manager).createDataSource()
      source.onEvent = { if case .send(_, let descriptor) = $0 { send(descriptor) } }
      try source.offer(mimeType: "text/plain")
      try source.offer(mimeType: "application/x-secret")
      try device?.setSelection(source: source, serial: 1)
      kept.append(source)
    }
    try connection.flush()
  }

  /// Returns the types of the selection.
  func offered(isPrimary: Bool = false) -> [String] { selected[isPrimary]?.types ?? [] }

  /// Returns the text of the selection; `nil` while there is none.
  func paste(isPrimary: Bool = false, _ goOn: () throws -> Void) throws -> String? {
    guard let (types, receive) = selected[isPrimary], types.contains("text/plain") else {
      return nil
    }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    defer { close(ends[0]) }
    try receive(ends[1])
    try connection.flush()
    close(ends[1])
    var text: [UInt8] = []
    try Deadline.waitUntil("the pasted text") {
      try goOn()
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = read(ends[0], &bytes, 100)
      if count > 0 { text += bytes[..<count] }
      return count == 0
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func exchange(_ seat: WlSeatProxy, _ manager: WlDataDeviceManagerProxy) throws {
    self.manager = manager
    let device = try manager.getDataDevice(seat: seat)
    self.device = device
    device.onEvent = { [unowned self] event in
      switch event {
      case .dataOffer(let offer):
        offer.onEvent = { [unowned self] in
          if case .offer(let type) = $0 { types.append(type.string) }
        }
        kept.append(offer)
      case .selection(let offer):
        note(isPrimary: false, offer.map { o in { try o.receive(mimeType: "text/plain", fd: $0) } })
      default: break
      }
    }
  }

  private func note(isPrimary: Bool, _ receive: ((Int32) throws -> Void)?) {
    selected[isPrimary] = receive.map { (types, $0) }
    types = []
    let words = [isPrimary ? "marked" : "selection"] + offered(isPrimary: isPrimary)
    heard.append(words.joined(separator: " "))
  }

  private func mark(
    _ seat: WlSeatProxy, _ manager: ZwpPrimarySelectionDeviceManagerV1Proxy
  ) throws {
    let device = try manager.getDevice(seat: seat)
    primary = (manager, device)
    device.onEvent = { [unowned self] event in
      switch event {
      case .dataOffer(let offer):
        offer.onEvent = { [unowned self] in
          if case .offer(let type) = $0 { types.append(type.string) }
        }
        kept.append(offer)
      case .selection(let offer):
        note(isPrimary: true, offer.map { o in { try o.receive(mimeType: "text/plain", fd: $0) } })
      }
    }
  }

  /// Handles the received events, without waiting.
  func listen() throws { try connection.wait(.zero) }

  /// Sends a `sync`, which the compositor answers after all earlier requests.
  func synchronise() throws -> WlCallbackProxy {
    let callback = try connection.sync()
    try connection.flush()
    return callback
  }

  /// Returns the events since the last call.
  func take() -> [String] {
    defer { heard = [] }
    return heard
  }

  /// Returns the place of the pixel with this colour in the buffer.
  static func place(of word: UInt32) -> Point {
    Point(
      x: Int32(word >> 16 & 255) | Int32(word >> 4 & 15) << 8,
      y: Int32(word >> 8 & 255) | Int32(word & 15) << 8)
  }

  private static let coloured = Mutex<[Size: [UInt32]]>([:])

  /// Returns the pixels of a picture in which each has its own colour; each size is computed once.
  private static func colours(_ size: Size) -> [UInt32] {
    coloured.withLock { known in
      if let words = known[size] { return words }
      let columns = (0..<UInt32(size.width)).map { x in (x & 255) << 16 | (x >> 8) << 4 }
      var words: [UInt32] = []
      words.reserveCapacity(columns.count * Int(size.height))
      for y in 0..<UInt32(size.height) {
        let row = (y & 255) << 8 | y >> 8
        for column in columns { words.append(column | row) }
      }
      known[size] = words
      return words
    }
  }

  private func draw(_ shm: WlShmProxy) throws {
    let size = Size(width: size.width * scale, height: size.height * scale)
    let picture = try SharedPicture(shm, size: size, format: .xrgb8888)
    let words = Self.colours(size)
    picture.address.copyMemory(from: words, byteCount: 4 * words.count)
    pictures.append(picture)
    try surface?.setBufferScale(scale: scale)
    try surface?.attach(buffer: picture.buffer, x: 0, y: 0)
    try surface?.damageBuffer(x: 0, y: 0, width: size.width, height: size.height)
    try surface?.commit()
  }

  private func point(_ x: Fixed, _ y: Fixed) -> Point {
    Point(
      x: Int32((x.value * Double(scale)).rounded(.down)),
      y: Int32((y.value * Double(scale)).rounded(.down)))
  }

  private func attend(_ seat: WlSeatProxy) throws {
    let pointer = try seat.getPointer()
    pointer.onEvent = { [unowned self, unowned pointer] event in
      switch event {
      case .enter(let serial, _, let x, let y):
        // No cursor is shown above the picture.
        try? pointer.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0)
        place = point(x, y)
      case .leave: place = nil
      case .motion(_, let x, let y): place = point(x, y)
      case .button(_, _, let button, let state): heard.append("button \(button) \(state.rawValue)")
      case .axis(_, let axis, let value): heard.append("axis \(axis.rawValue) \(value.value)")
      default: break
      }
    }
    let touch = try seat.getTouch()
    touch.onEvent = { [unowned self] event in
      switch event {
      case .down(_, _, _, let id, let x, let y):
        place = point(x, y)
        heard.append("down \(id)")
      case .up(_, _, let id): heard.append("up \(id)")
      default: break
      }
    }
    let keyboard = try seat.getKeyboard()
    keyboard.onEvent = { [unowned self] event in
      switch event {
      case .keymap(_, let descriptor, let size):
        heard.append("keymap \(Self.text(descriptor, Int(size)))")
      case .key(_, _, let key, let state): heard.append("key \(key) \(state.rawValue)")
      case .modifiers(_, let depressed, _, _, _):
        if depressed != 0 { heard.append("modifiers \(depressed)") }
      default: break
      }
    }
    kept += [pointer, touch, keyboard]
  }

  private static func text(_ descriptor: Int32, _ size: Int) -> String {
    defer { close(descriptor) }
    guard let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED
    else { return "?" }
    defer { munmap(memory, size) }
    return String(decoding: UnsafeRawBufferPointer(start: memory, count: size), as: UTF8.self)
  }
}
