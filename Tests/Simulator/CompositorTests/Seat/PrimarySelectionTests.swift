// SPDX-License-Identifier: Apache-2.0
import Glibc
import HeadlessCompositor
import Testing
import WaylandABI
import WaylandClient

/// The primary selection: text marked in one window, for the middle button in another.
@Suite struct PrimarySelectionTests {
  /// A client that reads and sets the primary selection.
  private final class Peer {
    let client: TestClient
    let window: TestToplevel
    private let manager: ZwpPrimarySelectionDeviceManagerV1Proxy
    private let device: ZwpPrimarySelectionDeviceV1Proxy
    private var offer: ZwpPrimarySelectionOfferV1Proxy?
    private var types: [String] = []
    /// The types of each selection in order; none for no selection.
    private(set) var heard: [[String]] = []
    private(set) var cancelled = 0

    init(_ stage: Stage, appID: String) throws {
      client = try stage.connect()
      manager = try client.bind(ZwpPrimarySelectionDeviceManagerV1Proxy.self)
      device = client.keep(try manager.getDevice(seat: client.bind(WlSeatProxy.self)))
      window = try TestToplevel(client, appID: appID)
      device.onEvent = { [unowned self] event in
        switch event {
        case .dataOffer(let offer):
          types = []
          self.offer = client.keep(offer)
          offer.onEvent = { [unowned self] in
            if case .offer(let type) = $0 { types.append(type.string) }
          }
        case .selection(let offer): heard.append(offer == nil ? [] : types)
        }
      }
      try window.map()
    }

    @discardableResult
    func mark(_ text: String, types: [String] = ["text/plain"]) throws
      -> ZwpPrimarySelectionSourceV1Proxy
    {
      let source = client.keep(try manager.createSource())
      source.onEvent = { [unowned self] event in
        switch event {
        case .send(_, let descriptor):
          _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
          close(descriptor)
        case .cancelled: cancelled += 1
        }
      }
      for type in types { try source.offer(mimeType: type) }
      try device.setSelection(source: source, serial: 1)
      client.stage.settle()
      return source
    }

    func markNothing() throws {
      try device.setSelection(source: nil, serial: 1)
      client.stage.settle()
    }

    /// Returns the content of the last offer, as far as it fits into a pipe; `nil` without an end.
    func read(_ type: String = "text/plain") throws -> String? {
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      defer { close(ends[0]) }
      try #require(offer).receive(mimeType: type, fd: ends[1])
      client.flush()
      close(ends[1])
      client.stage.settle()
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = Glibc.read(ends[0], &bytes, bytes.count)
      return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  @Test func theFocusedClientReadsThePrimarySelectionOfAnother() throws {
    let stage = try Stage()
    let first = try Peer(stage, appID: "first")
    try first.mark("marked")
    let told = first.heard.count
    #expect(first.heard.last == ["text/plain"])
    #expect(try first.read() == "marked")
    let second = try Peer(stage, appID: "second")
    #expect(second.heard.last == ["text/plain"])
    #expect(try second.read() == "marked")
    #expect(first.cancelled == 0)

    try second.mark("other", types: ["UTF8_STRING"])
    #expect(first.cancelled == 1)
    #expect(second.heard.last == ["UTF8_STRING"])
    // Without the keyboard focus a client is not informed.
    #expect(first.heard.count == told)
    second.window.toplevel.destroy()
    stage.settle()
    #expect(first.heard.last == ["UTF8_STRING"])
    #expect(try first.read("UTF8_STRING") == "other")
    try second.markNothing()
    #expect(first.heard.last == [])
  }

  /// The primary selection is separate from the clipboard.
  @Test func thePrimarySelectionAndTheClipboardAreSeparate() throws {
    let stage = try Stage()
    let peer = try Peer(stage, appID: "app")
    let manager = try peer.client.bind(WlDataDeviceManagerProxy.self)
    let device = peer.client.keep(
      try manager.getDataDevice(seat: peer.client.bind(WlSeatProxy.self)))
    var copied: [Bool] = []
    device.onEvent = { [unowned peer] event in
      switch event {
      case .dataOffer(let offer): _ = peer.client.keep(offer)
      case .selection(let offer): copied.append(offer != nil)
      default: break
      }
    }
    stage.settle()
    try peer.mark("marked")
    #expect(!copied.contains(true))
    let told = peer.heard.count
    let source = peer.client.keep(try manager.createDataSource())
    try source.offer(mimeType: "text/plain")
    try device.setSelection(source: source, serial: 1)
    stage.settle()
    #expect(copied.last == true)
    #expect(peer.heard.count == told)
  }

  @Test func aDestroyedSourceIsNoLongerOffered() throws {
    let stage = try Stage()
    let first = try Peer(stage, appID: "first")
    let source = try first.mark("marked")
    let second = try Peer(stage, appID: "second")
    source.destroy()
    stage.settle()
    #expect(second.heard.last == [])
    // The old offer reads as empty, and so does the offer of a client that has crashed.
    #expect(try second.read() == "")
    try first.mark("again")
    #expect(second.heard.last == ["text/plain"])
    stage.drop(first.client)
    #expect(second.heard.last == [])
    #expect(try second.read() == "")
    second.client.expectAlive()
    #expect(stage.failures.isEmpty)
  }

  /// More types than are allowed, one of them too long, and thousands of selections in a row.
  @Test func offeredTypesAreBoundedInNumberAndLength() throws {
    let stage = try Stage()
    let hostile = try Peer(stage, appID: "hostile")
    try hostile.mark(
      "x", types: [String(repeating: "t", count: 3000)] + (0..<200).map { "type/\($0)" })
    #expect(hostile.heard.last == (0..<64).map { "type/\($0)" })
    for _ in 0..<2000 {
      try hostile.mark("again").destroy()
      try hostile.markNothing()
    }
    let witness = try Peer(stage, appID: "witness")
    #expect(witness.heard.last == [])
    witness.client.expectAlive()
  }
}
