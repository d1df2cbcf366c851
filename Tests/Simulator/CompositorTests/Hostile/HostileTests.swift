// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Glibc
import HeadlessCompositor
import Orientation
import Testing
import WaylandClient

/// Hostile clients: they are disconnected, the others go on, and nothing traps.
@Suite struct HostileTests {
  /// A peer that sends arbitrary bytes.
  private final class RawPeer {
    let descriptor: Int32

    init(_ stage: Stage) throws { descriptor = try stage.compositor.connect() }

    deinit { close(descriptor) }

    /// Sends as much as the socket accepts at once.
    @discardableResult
    func send(_ words: [UInt32]) -> Bool {
      words.withUnsafeBytes { bytes in
        Glibc.send(
          descriptor, bytes.baseAddress, bytes.count,
          Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) == bytes.count
      }
    }

    func drain() {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
    }
  }

  /// Returns a window whose frames must go on, whatever other clients do.
  private func witness(_ stage: Stage) throws -> TestToplevel {
    let window = try TestToplevel(try stage.connect())
    try window.map()
    return window
  }

  private func expectFrames(_ stage: Stage, _ window: TestToplevel) throws {
    let callback = try window.surface.frame()
    var isDone = false
    callback.onEvent = { _ in isDone = true }
    try window.surface.commit()
    stage.advance(by: .milliseconds(40))
    #expect(isDone)
    window.client.expectAlive()
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func randomBytesAreAnError(_ seed: UInt64) throws {
    let stage = try Stage()
    let window = try witness(stage)
    var random = SplitMix(seed: seed)
    let peer = try RawPeer(stage)
    // All globals are bound first, so that the random requests have objects to misuse.
    let names = window.client.globals
    var words: [UInt32] = [1, 12 << 16 | 1, 2]
    var next: UInt32 = 3
    for global in names {
      words += WireMessage.words(
        2, 0, [global.name] + WireMessage.string(global.interface) + [global.version, next])
      next += 1
    }
    peer.send(words)
    stage.settle()
    #expect(stage.compositor.clientCount == 2)
    for _ in 0..<60 {
      let object = UInt32.random(in: 1..<next + 4, using: &random)
      let opcode = UInt32.random(in: 0..<6, using: &random)
      let count = Int.random(in: 0...6, using: &random)
      var message: [UInt32] = [object, UInt32(8 + count * 4) << 16 | opcode]
      for _ in 0..<count {
        message.append(
          [next, 0, 1, 2, 3, UInt32.max, UInt32.random(in: 0..<next + 2, using: &random)]
            .randomElement(using: &random) ?? 0)
      }
      if Bool.random(using: &random) { next += 1 }
      peer.send(message)
      stage.settle()
      peer.drain()
    }
    peer.send([0xFFFF_FFFF, 0xFFFF_FFFF])
    stage.settle()
    #expect(stage.compositor.clientCount == 1)
    try expectFrames(stage, window)
  }

  @Test func aMessageWithAWrongSizeLeavesOtherClientsAlone() throws {
    let stage = try Stage()
    let window = try witness(stage)
    for size in [0, 4, 7, 0xFFFF] as [UInt32] {
      let peer = try RawPeer(stage)
      peer.send([1, size << 16 | 1, 2, 3, 4, 5, 6, 7])
      stage.settle()
      peer.send([UInt32](repeating: 0, count: 1024))
      stage.settle()
      withExtendedLifetime(peer) {}
    }
    stage.settle()
    try expectFrames(stage, window)
  }

  @Test func aClientThatNeverReadsIsDisconnected() throws {
    let stage = try Stage()
    let window = try witness(stage)
    let peer = try RawPeer(stage)
    var count: UInt32 = 0
    // Each sync is answered with 12 bytes and a deletion, which the client never reads.
    while stage.compositor.clientCount == 2, count < 200_000 {
      var words: [UInt32] = []
      for _ in 0..<64 {
        words += [1, 12 << 16 | 0, 2 + count]
        count += 1
      }
      peer.send(words)
      stage.run(for: .zero)
    }
    #expect(stage.compositor.clientCount == 1)
    try expectFrames(stage, window)
  }

  @Test func aSilentClientThatNeverReadsIsDisconnectedInTime() throws {
    let stage = try Stage { $0.unreadWithin = .seconds(5) }
    let window = try witness(stage)
    let peer = try RawPeer(stage)
    peer.send([1, 12 << 16 | 1, 2])
    stage.settle()
    for _ in 0..<16 {
      try expectFrames(stage, window)
      stage.run(for: .milliseconds(500))
    }
    #expect(stage.compositor.clientCount == 1)
    #expect(stage.failures == ["it has read nothing for 5000 ms"])
    withExtendedLifetime(peer) {}
  }

  @Test func aClientCannotHoldObjectsWithoutEnd() throws {
    let stage = try Stage()
    let window = try witness(stage)
    let client = try stage.connect()
    let compositor = try client.bind(WlCompositorProxy.self)
    var regions: [WlRegionProxy] = []
    while client.failure == nil, regions.count < 40_000 {
      for _ in 0..<500 where client.failure == nil {
        guard let region = try? compositor.createRegion() else { break }
        regions.append(region)
      }
      stage.settle()
    }
    #expect(client.failure != nil)
    #expect(stage.compositor.clientCount == 1)
    try expectFrames(stage, window)
  }

  @Test func aClientCannotHoldPoolsWithoutEnd() throws {
    let stage = try Stage()
    let window = try witness(stage)
    let client = try stage.connect()
    let memory = try SharedMemory(bytes: 4096)
    let shm = try client.bind(WlShmProxy.self)
    var pools: [WlShmPoolProxy] = []
    while client.failure == nil, pools.count < 5000 {
      guard let pool = try? shm.createPool(fd: memory.descriptor, size: 4096) else { break }
      pools.append(pool)
      stage.settle()
    }
    #expect(client.failure != nil)
    #expect(pools.count < 1000)
    try expectFrames(stage, window)
  }

  @Test func unlimitedDescriptorsLeaveOtherClientsAlone() throws {
    let stage = try Stage()
    let window = try witness(stage)
    let client = try stage.connect()
    let memory = try SharedMemory(bytes: 4096)
    let shm = try client.bind(WlShmProxy.self)
    let seat = try client.bind(WlSeatProxy.self)
    // Each pool sends a descriptor and each keyboard is sent one; none of them is ever read.
    var kept: [Proxy] = []
    for _ in 0..<600 where client.failure == nil {
      for _ in 0..<5 {
        if let pool = try? shm.createPool(fd: memory.descriptor, size: 4096) { kept.append(pool) }
        if let keyboard = try? seat.getKeyboard() { kept.append(keyboard) }
      }
      client.flush()
      stage.run(for: .zero)
    }
    stage.settle()
    try expectFrames(stage, window)
    withExtendedLifetime(kept) {}
  }

  @Test func aBufferOfATruncatedFileIsAnError() throws {
    let stage = try Stage()
    let window = try witness(stage)
    let client = try stage.connect()
    let bad = try TestToplevel(client)
    bad.draws = false
    try bad.map()
    let memory = try SharedMemory(bytes: 1 << 20)
    let pool = try client.bind(WlShmProxy.self).createPool(fd: memory.descriptor, size: 1 << 20)
    let buffer = try pool.createBuffer(
      offset: 0, width: 512, height: 512, stride: 2048, format: .xrgb8888)
    stage.settle()
    try #require(ftruncate(memory.descriptor, 0) == 0)
    try bad.xdgSurface.ackConfigure(serial: try #require(bad.serials.last))
    try bad.surface.attach(buffer: buffer, x: 0, y: 0)
    try bad.surface.commit()
    stage.settle()
    #expect(client.failure != nil)
    try expectFrames(stage, window)
  }

  @Test func hugeNumbersOverflowNothing() throws {
    let stage = try Stage()
    let window = try witness(stage)
    let client = try stage.connect()
    let extremes: [Int32] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    let child = try client.surface()
    let bad = try TestToplevel(client)
    let subsurface = try client.bind(WlSubcompositorProxy.self).getSubsurface(
      surface: child, parent: bad.surface)
    try child.attach(buffer: client.keep(client.buffer(4, 4)), x: 0, y: 0)
    try child.commit()
    try bad.map()
    for x in extremes {
      for y in extremes {
        try subsurface.setPosition(x: x, y: y)
        let region = try client.bind(WlCompositorProxy.self).createRegion()
        try region.add(x: x, y: y, width: y, height: x)
        try region.subtract(x: y, y: x, width: x, height: y)
        try bad.surface.setInputRegion(region: region)
        region.destroy()
        try bad.surface.damage(x: x, y: y, width: x, height: y)
        try bad.surface.offset(x: x, y: y)
        if x > 0, y > 0 { try bad.xdgSurface.setWindowGeometry(x: y, y: x, width: x, height: y) }
        try bad.surface.commit()
        stage.settle()
        _ = try stage.pixel(0, 0)
      }
    }
    client.expectAlive()
    try expectFrames(stage, window)
  }
}
