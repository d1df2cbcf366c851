// SPDX-License-Identifier: Apache-2.0
import EventLoop
import HeadlessCompositor
import Orientation
import Pixels
import Testing
import WaylandClient

/// Surfaces: when a commit applies, and what it shows.
@Suite struct SurfaceTests {
  @Test func aSynchronisedSubsurfaceWaitsForItsParent() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let child = try client.surface()
    let subsurface = client.keep(
      try client.bind(WlSubcompositorProxy.self).getSubsurface(
        surface: child, parent: window.surface))
    try subsurface.setPosition(x: 100, y: 100)
    try child.attach(buffer: client.keep(client.buffer(10, 10, colour: 0xFF)), x: 0, y: 0)
    try child.commit()
    stage.settle()
    #expect(try stage.pixel(105, 105) == window.colour)
    try window.surface.commit()
    stage.settle()
    #expect(try stage.pixel(105, 105) == 0xFF)
    try child.attach(buffer: client.keep(client.buffer(10, 10, colour: 0xFF00)), x: 0, y: 0)
    try child.commit()
    stage.settle()
    #expect(try stage.pixel(105, 105) == 0xFF)
    try subsurface.setDesync()
    stage.settle()
    #expect(try stage.pixel(105, 105) == 0xFF00)
  }

  @Test func aReleasedBuffersLaterChangesAreNotShown() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let memory = try SharedMemory(bytes: 320 * 480 * 4)
    memory.fill(0xFF11_2233)
    let pool = client.keep(
      try client.bind(WlShmProxy.self).createPool(fd: memory.descriptor, size: 320 * 480 * 4))
    let buffer = client.keep(
      try pool.createBuffer(
        offset: 0, width: 320, height: 480, stride: 1280, format: .xrgb8888))
    var isReleased = false
    buffer.onEvent = { _ in isReleased = true }
    try window.surface.attach(buffer: buffer, x: 0, y: 0)
    try window.surface.commit()
    stage.settle()
    #expect(isReleased)
    memory.fill(0)
    #expect(try stage.pixel(160, 240) == 0x11_2233)
  }

  @Test func frameCallbacksComeOncePerFrameAtTheOutputsPace() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    stage.advance(by: .milliseconds(50))
    var times: [UInt32] = []
    for _ in 0..<5 {
      let callback = client.keep(try window.surface.frame())
      callback.onEvent = { event in
        guard case .done(let time) = event else { return }
        times.append(time)
      }
      try window.surface.commit()
      stage.advance(by: .milliseconds(30))
    }
    #expect(times.count == 5)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 + 16 <= $1 })
  }

  @Test func anIdleCompositorHasNoTimerPending() throws {
    let stage = try Stage()
    let window = try TestToplevel(try stage.connect())
    try window.map()
    stage.advance(by: .milliseconds(100))
    #expect(stage.loop.registrations.deadlines == 0)
    withExtendedLifetime(window) {}
  }

  @Test(arguments: Transform.allCases)
  func screencopyShowsThePanel(_ transform: Transform) throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    stage.compositor.configure("HEADLESS-1", transform: transform)
    stage.advance(by: .milliseconds(250))
    let output = try client.bind(WlOutputProxy.self)
    let frame = client.keep(
      try client.bind(ZwlrScreencopyManagerV1Proxy.self).captureOutput(
        overlayCursor: 0, output: output))
    var size = (width: UInt32(0), height: UInt32(0), stride: UInt32(0))
    var isReady = false
    frame.onEvent = { event in
      switch event {
      case .buffer(_, let width, let height, let stride): size = (width, height, stride)
      case .ready: isReady = true
      default: break
      }
    }
    stage.settle()
    #expect(size.width == 320 && size.height == 480)
    let memory = try SharedMemory(bytes: Int(size.stride * size.height))
    let pool = client.keep(
      try client.bind(WlShmProxy.self).createPool(
        fd: memory.descriptor, size: Int32(memory.bytes.count)))
    let buffer = client.keep(
      try pool.createBuffer(
        offset: 0, width: 320, height: 480, stride: Int32(size.stride), format: .xrgb8888))
    try frame.copy(buffer: buffer)
    stage.settle()
    #expect(isReady)
    let picture = try #require(stage.compositor.picture(of: "HEADLESS-1"))
    for (x, y) in [(5, 5), (315, 5), (5, 475), (315, 475), (160, 240)] as [(Int32, Int32)] {
      #expect(memory[Int(y) * 320 + Int(x)] & 0xFF_FFFF == picture[x, y] & 0xFF_FFFF)
    }
  }
}
