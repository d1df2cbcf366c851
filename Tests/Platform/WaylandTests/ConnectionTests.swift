// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Glibc
import Testing
import WaylandClient

/// Messages, errors and silence of the peer.
///
/// Object 2 is the registry, 3 the first object bound.
@Suite struct ConnectionTests {
  private func boundOutput(_ peer: RawPeer, version: UInt32 = 4) throws -> WlOutputProxy {
    try peer.connection.registry().bind(name: 1, as: WlOutputProxy.self, version: version)
  }

  @Test func eventsArriveDecoded() throws {
    let peer = try RawPeer()
    let output = try boundOutput(peer)
    var heard: [String] = []
    output.onEvent = { event in
      switch event {
      case .geometry(let x, let y, _, _, let subpixel, let make, let model, let transform):
        heard.append("\(x) \(y) \(subpixel.rawValue) \(make.string)/\(model.string)")
        heard.append("\(transform == WlOutput.Transform._90) \(transform.rawValue)")
      case .done: heard.append("done")
      default: heard.append("other")
      }
    }
    peer.event(
      3, 0,
      [
        .number(UInt32(bitPattern: -5)), .number(6), .number(0), .number(0), .number(77),
        .text("Łódź"), .text(""), .number(1),
      ])
    peer.event(3, 2)
    try peer.deliver()
    #expect(heard == ["-5 6 77 Łódź/", "true 1", "done"])
  }

  @Test func textThatIsNotUnicodeIsRepaired() throws {
    let peer = try RawPeer()
    let output = try boundOutput(peer)
    var name = ""
    output.onEvent = { if case .name(let text) = $0 { name = text.string } }
    peer.event(3, 4, [.bytes([0x41, 0xff, 0x42, 0])])
    try peer.deliver()
    #expect(name == "A\u{fffd}B")
  }

  @Test func requestsAreEncodedForTheWire() throws {
    let peer = try RawPeer()
    let registry = try peer.connection.registry()
    let output = try registry.bind(name: 7, as: WlOutputProxy.self, version: 99)
    #expect(output.version == WlOutputProxy.newestVersion)
    output.release()
    let expected =
      WireWord.message(1, 1, [.number(2)])
      + WireWord.message(
        2, 0, [.number(7), .text("wl_output"), .number(WlOutputProxy.newestVersion), .number(3)])
      + WireWord.message(3, 0, [])
    #expect(try peer.received() == expected)
  }

  @Test func aRequestNewerThanTheBoundVersionIsNotSent() throws {
    let peer = try RawPeer()
    let registry = try peer.connection.registry()
    let compositor = try registry.bind(name: 1, as: WlCompositorProxy.self, version: 3)
    let surface = try compositor.createSurface()
    _ = try peer.received()
    let expected = WaylandError.requestTooNew(
      interface: "wl_surface", request: "offset", since: 5, bound: 3)
    #expect(throws: expected) { try surface.offset(x: 1, y: 1) }
    #expect(try peer.received() == [])
  }

  @Test func destructorUnknownToTheCompositorIsOnlyLocal() throws {
    let peer = try RawPeer()
    let output = try boundOutput(peer, version: 2)
    _ = try peer.received()
    output.release()
    output.release()
    #expect(!output.isAlive && output.objectID == 0)
    #expect(try peer.received() == [])
  }

  @Test func destroyedObjectsAreRefused() throws {
    let peer = try RawPeer()
    let registry = try peer.connection.registry()
    let compositor = try registry.bind(name: 1, as: WlCompositorProxy.self, version: 4)
    let surface = try compositor.createSurface()
    let region = try compositor.createRegion()
    region.destroy()
    #expect(throws: WaylandError.objectGone(request: "set_input_region")) {
      try surface.setInputRegion(region: region)
    }
    surface.destroy()
    #expect(throws: WaylandError.objectGone(request: "commit")) { try surface.commit() }
    let shm = try registry.bind(name: 2, as: WlShmProxy.self, version: 1)
    #expect(throws: WaylandError.badDescriptor(request: "create_pool")) {
      _ = try shm.createPool(fd: -1, size: 4)
    }
  }

  @Test func protocolErrorNamesInterfaceAndCode() throws {
    let peer = try RawPeer()
    let output = try boundOutput(peer)
    peer.event(1, 0, [.number(3), .number(42), .text("nobody 100% liked that")])
    let expected = WaylandError.protocolError(interface: "wl_output", code: 42, objectID: 3)
    #expect(throws: expected) { try peer.deliver() }
    #expect(peer.connection.failure == expected)
    // A dead connection stays dead and keeps its error.
    #expect(throws: expected) { try peer.connection.roundtrip() }
    output.release()
  }

  @Test func displayErrorIsAProtocolErrorToo() throws {
    let peer = try RawPeer()
    peer.event(1, 0, [.number(1), .number(1), .text("no such method")])
    #expect(throws: WaylandError.protocolError(interface: "wl_display", code: 1, objectID: 1)) {
      try peer.deliver()
    }
  }

  @Test func hangUpIsAnError() throws {
    let peer = try RawPeer()
    _ = try peer.connection.registry()
    peer.hangUp()
    #expect(throws: WaylandError.disconnected(errno: EPIPE)) { try peer.connection.roundtrip() }
  }

  @Test func aSilentPeerTimesOutARoundtrip() throws {
    let peer = try RawPeer()
    #expect(throws: WaylandError.timedOut) {
      try peer.connection.roundtrip(timeout: .milliseconds(20))
    }
    #expect(peer.connection.failure == nil)
  }

  @Test func eventsForAReleasedProxyAreDropped() throws {
    let peer = try RawPeer()
    var output: WlOutputProxy? = try boundOutput(peer)
    var count = 0
    output?.onEvent = { _ in
      count += 1
      output = nil
    }
    for _ in 0..<3 { peer.event(3, 2) }
    try peer.deliver()
    #expect(count == 1)
    peer.event(3, 2)
    try peer.deliver()
  }

  @Test func randomBytesNeverTrap() throws {
    var generator = SplitMix(seed: 7)
    for round in 0..<400 {
      let peer = try RawPeer()
      let output = try boundOutput(peer)
      let manager = try peer.connection.registry().bind(
        name: 2, as: ZwlrOutputManagerV1Proxy.self, version: 4)
      var kept: [Proxy] = []
      var length = 0
      manager.onEvent = { if case .head(let head) = $0 { kept.append(head) } }
      output.onEvent = {
        if case .geometry(_, _, _, _, _, let make, _, _) = $0 { length += make.string.count }
      }
      do {
        for _ in 0..<20 {
          if round % 4 == 0 {
            peer.write((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
          } else {
            peer.event(
              UInt32.random(in: 0...6, using: &generator),
              UInt16.random(in: 0...8, using: &generator),
              (0..<Int.random(in: 0...8, using: &generator)).map { _ in .random(&generator) })
          }
          try peer.deliver()
        }
      } catch {
        #expect(error is WaylandError)
      }
    }
  }
}

extension WireWord {
  fileprivate static func random(_ generator: inout SplitMix) -> WireWord {
    switch UInt8.random(in: 0...5, using: &generator) {
    case 0: .text("abc")
    case 1: .bytes([])
    case 2: .number(UInt32.random(in: 0...UInt32.max, using: &generator))
    case 3: .number(0xff00_0000 + UInt32.random(in: 0...3, using: &generator))
    default: .number(UInt32.random(in: 0...8, using: &generator))
    }
  }
}
