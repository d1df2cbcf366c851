// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import Glibc
import WaylandClient

final class Stage {
  let connection: Connection
  let compositor: WlCompositorProxy
  let shm: WlShmProxy
  let shell: XdgWmBaseProxy
  let rotation: SwivelRotationManagerV1Proxy?
  let device: SwivelDeviceV1Proxy?
  let screencopy: ZwlrScreencopyManagerV1Proxy?
  /// The output for whose scale windows are drawn; nil if the compositor has none.
  private(set) var output: OutputScale?
  var onScale: (() -> Void)?
  /// The number of questions answered so far.
  var questions = 0
  private var requestsDone = 0

  /// Connects to a display by name or path, or to the environment's display.
  init(display: String?) throws {
    let connection = try Connection(display: display)
    let offer = try GlobalList(connection)
    func need<Found: InterfaceProxy>(_ type: Found.Type, upTo newest: UInt32) throws -> Found {
      guard let found = try offer.bind(type, upTo: newest) else {
        throw SceneFailure("the compositor does not offer \(type.interfaceName)")
      }
      return found
    }
    compositor = try need(WlCompositorProxy.self, upTo: 5)
    shm = try need(WlShmProxy.self, upTo: 1)
    shell = try need(XdgWmBaseProxy.self, upTo: 3)
    rotation = try offer.bind(SwivelRotationManagerV1Proxy.self, upTo: 1)
    screencopy = try offer.bind(ZwlrScreencopyManagerV1Proxy.self, upTo: 3)
    self.connection = connection

    var offered: SwivelRotationManagerV1.Capability = []
    rotation?.onEvent = { if case .capabilities(let set) = $0 { offered = set } }
    try connection.roundtrip()
    device = offered.contains(.devices) ? try rotation?.getDevice() : nil
    if let proxy = try offer.bind(WlOutputProxy.self, upTo: 4) {
      output = OutputScale(global: 0, proxy: proxy) { [unowned self] in onScale?() }
      try connection.roundtrip()
    }

    shell.onEvent = { [unowned self] in
      if case .ping(let serial) = $0 { try? shell.pong(serial: serial) }
    }
    device?.onEvent = { [unowned self] in if case .done = $0 { requestsDone += 1 } }
  }

  /// Handles events for a duration or, with `forLine`, until standard input has a line or ends,
  /// however long that takes.
  func wait(_ time: Duration, forLine: Bool) throws {
    guard forLine else {
      let end = ContinuousClock.now + time
      while ContinuousClock.now < end { try connection.wait(end - ContinuousClock.now) }
      return
    }
    while true {
      try connection.wait(.zero)
      var sources = [
        pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&sources, 2, -1) > 0, sources[1].revents != 0 else { continue }
      var byte: UInt8 = 0
      let count = unsafe read(STDIN_FILENO, &byte, 1)
      if count <= 0 || byte == UInt8(ascii: "\n") { return }
    }
  }

  /// Waits until the compositor has handled all requests and its resulting questions are answered.
  func settle() throws {
    var answered: Int
    repeat {
      answered = questions
      try connection.roundtrip(timeout: .seconds(10))
      try connection.roundtrip(timeout: .seconds(10))
    } while questions != answered
  }

  /// Sends a request to the device object, and waits until the compositor has handled it.
  func await(_ request: (SwivelDeviceV1Proxy) throws -> Void) throws {
    guard let device else {
      throw SceneFailure("the compositor does not let this program say how the device is held")
    }
    let before = requestsDone
    try request(device)
    // The number of round trips is limited, so a hanging compositor is reported.
    var rounds = 0
    while requestsDone == before {
      guard rounds < 1000 else { throw SceneFailure("the compositor never made up its mind") }
      try connection.roundtrip(timeout: .seconds(10))
      if requestsDone == before { try connection.wait(.milliseconds(10)) }
      rounds += 1
    }
    try settle()
  }
}
