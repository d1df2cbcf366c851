// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ClientDrawing
import EventLoop
import Foundation
import HeadlessCompositor
import Orientation
import Pixels
import Sensing
import Testing
import WaylandClient
import WindowBackend

@testable import Tablet

/// Our compositor in this process, in a window on a real one.
final class HostedCompositor {
  /// A program of somebody else's; nil where the host is another compositor of ours, in this process.
  let host: Compositor?
  let loop: EventLoop
  let compositor: HeadlessCompositor
  /// How many pictures the window has handed to the host.
  let pictures: () -> Int
  /// The drawn tablet around the window; nil without one.
  private(set) var tablet: TabletWindow?
  /// What was decided.
  let history: SessionHistory
  /// Turns the device in the window by quarters, clockwise; nothing without a device.
  private(set) var turnDevice: (Int) -> Void = { _ in }
  /// What the window could not do any more.
  private(set) var failures: [String] = []
  private let display: HostDisplay
  let folder = try? RuntimeDirectory()

  /// Opens the window on a host that is there already; its turns take so many times as long.
  convenience init(
    on host: Compositor, _ output: OutputSpecification, followsScale: Bool = true,
    isTablet: Bool = false, slowness: Int = 1,
    change: (inout CompositorOptions) -> Void = { _ in }
  ) throws {
    let loop = try EventLoop()
    let display = try HostDisplay(
      on: loop, display: "\(host.runtimeDirectory)/\(host.kind.socketName)")
    try self.init(
      display, host, output, on: loop, followsScale, isTablet: isTablet, slowness, change)
  }

  /// Opens it on a compositor of ours that runs on the same loop.
  convenience init(
    on host: HeadlessCompositor, _ output: OutputSpecification, loop: EventLoop,
    isTablet: Bool = false
  ) throws {
    let connection = try Connection(adopting: try host.connect())
    let display = try HostDisplay(on: loop, connection: connection) {
      connection throws(WaylandError) in
      let callback = try connection.sync()
      var isDone = false
      callback.onEvent = { _ in isDone = true }
      while !isDone {
        try connection.flush()
        _ = try? loop.turn(waitingAtMost: .milliseconds(1))
        try connection.wait(.zero)
      }
    }
    try self.init(display, nil, output, on: loop, true, isTablet: isTablet, 1) { _ in }
  }

  private init(
    _ display: HostDisplay, _ host: Compositor?, _ output: OutputSpecification, on loop: EventLoop,
    _ followsScale: Bool, isTablet: Bool, _ slowness: Int,
    _ change: (inout CompositorOptions) -> Void
  ) throws {
    self.host = host
    self.loop = loop
    self.display = display
    var options = CompositorOptions(rules: try #require(RuleSetCatalog.make("uikit-7")))
    options.outputs = [output]
    options.bar = .none
    change(&options)
    history = try SessionHistory(nil)
    compositor = try HeadlessCompositor(loop: loop, options: options, recorder: history)
    let name = try #require(compositor.outputNames.first)
    if isTablet {
      let pose = DevicePose(try #require(Judges.make("swivel")), slowness: slowness)
      let device = DeviceDriver(compositor, pose, on: loop)
      let window = try TabletWindow(
        compositor, output: name, panel: output.size, device: device,
        slowness: slowness, isAnimated: true,
        inspector: Inspector(compositor, history, saving: "\(folder?.path ?? "")/story.yaml"),
        display: display, on: loop)
      tablet = window
      pictures = { window.pictures }
      turnDevice = { window.device.turn($0) }
      window.onFailure = { [unowned self] in failures.append("\($0)") }
    } else {
      let window = try OutputWindow(
        compositor, output: output, named: name, followsScale: followsScale, display: display,
        on: loop)
      pictures = { window.pictures }
      window.onFailure = { [unowned self] in failures.append("\($0)") }
    }
    try display.start()
    display.onFailure = { [unowned self] in failures.append("\($0)") }
  }

  /// Lets everything in this process go on until it is so.
  func wait(
    _ what: @autoclosure () -> String, probes: [WindowProbe], _ isSo: () throws -> Bool
  ) throws {
    try wait(what()) {
      for probe in probes { try probe.listen() }
      return try isSo()
    }
  }

  /// Lets everything in this process go on until it is so.
  func wait(
    _ what: @autoclosure () -> String, probe: WindowProbe? = nil, within seconds: Double = 20,
    _ isSo: () throws -> Bool
  ) throws {
    try Deadline.waitUntil(seconds, "\(what()): \(failures)") {
      try loop.turn(waitingAtMost: .milliseconds(2))
      try probe?.listen()
      return try isSo()
    }
  }

  /// Lets everybody speak until nothing has been shown for a moment.
  func settle(_ probe: WindowProbe? = nil) throws {
    var last = -1
    var quiet = 0
    try wait("rest", probe: probe) {
      quiet = pictures() == last ? quiet + 1 : 0
      last = pictures()
      return quiet > 40
    }
  }

  /// What the host's screen shows, without its pointer.
  func photograph() throws -> Canvas {
    let path = "\(folder?.path ?? "")/host.png"
    let host = try #require(host)
    let grim = try ChildProcess("grim", [path], environment: host.clientEnvironment)
    // The host may wait for our window.
    try wait("grim") { grim.exitStatus != nil }
    guard grim.exitStatus == 0 else { throw Deadline.Passed(description: grim.errors) }
    return try PNG.read(path)
  }
}

/// A window whose every pixel has a colour of its own, and which writes down what it is told.
final class WindowProbe {
  /// What came, in words, with points in whole pixels of the buffer.
  private(set) var heard: [String] = []
  private(set) var size = Size(width: 0, height: 0)
  /// Where the pointer or the last finger was, in pixels of the buffer.
  private(set) var place: Point?
  private let connection: Connection
  private let scale: Int32
  private var registry: WlRegistryProxy?
  private var surface: WlSurfaceProxy?
  private var kept: [Proxy] = []
  private var pictures: [SharedPicture] = []
  private var manager: WlDataDeviceManagerProxy?
  private var device: WlDataDeviceProxy?
  private var offer: WlDataOfferProxy?
  /// The types of what is selected.
  private(set) var offered: [String] = []

  /// Opens the window, in the compositor in the window or on another one of ours.
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
    try hosted.wait("the probe's window", probe: self) { !pictures.isEmpty }
    try hosted.settle(self)
  }

  /// Selects a text, as copying it does.
  func copy(_ text: String) throws {
    let source = try #require(manager).createDataSource()
    source.onEvent = {
      guard case .send(_, let descriptor) = $0 else { return }
      _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      close(descriptor)
    }
    try source.offer(mimeType: "text/plain")
    try source.offer(mimeType: "application/x-secret")
    try device?.setSelection(source: source, serial: 1)
    try connection.flush()
    kept.append(source)
  }

  /// The text that is selected; nil while there is none.
  func paste(_ goOn: () throws -> Void) throws -> String? {
    guard offered.contains("text/plain"), let offer else { return nil }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    defer { close(ends[0]) }
    try offer.receive(mimeType: "text/plain", fd: ends[1])
    try connection.flush()
    close(ends[1])
    var text: [UInt8] = []
    try Deadline.waitUntil(10, "the pasted text") {
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
    var types: [String] = []
    device.onEvent = { [unowned self] event in
      switch event {
      case .dataOffer(let offer):
        types = []
        offer.onEvent = { if case .offer(let type) = $0 { types.append(type.string) } }
        kept.append(offer)
      case .selection(let offer):
        self.offer = offer
        offered = offer == nil ? [] : types
        heard.append("selection \(offered.joined(separator: " "))")
      default: break
      }
    }
  }

  /// Reads what has come, without waiting.
  func listen() throws { try connection.wait(.zero) }

  /// What was heard since the last time.
  func take() -> [String] {
    defer { heard = [] }
    return heard
  }

  /// The place of a pixel of this colour in the buffer.
  static func place(of word: UInt32) -> Point {
    Point(
      x: Int32(word >> 16 & 255) | Int32(word >> 4 & 15) << 8,
      y: Int32(word >> 8 & 255) | Int32(word & 15) << 8)
  }

  private func draw(_ shm: WlShmProxy) throws {
    let size = Size(width: size.width * scale, height: size.height * scale)
    let picture = try SharedPicture(shm, size: size, format: .xrgb8888)
    let words = picture.address.assumingMemoryBound(to: UInt32.self)
    for y in 0..<Int(size.height) {
      for x in 0..<Int(size.width) {
        words[y * Int(size.width) + x] =
          UInt32((x & 255) << 16 | (y & 255) << 8 | (x >> 8) << 4 | y >> 8)
      }
    }
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
        // Nothing of ours is over the picture.
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
