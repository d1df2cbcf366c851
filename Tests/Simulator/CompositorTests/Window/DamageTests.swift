// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HeadlessCompositor
import Orientation
import Pixels
import Testing
import WaylandClient

/// The damage between two pictures: drawing only that leads to the whole picture.
@Suite struct DamageTests {
  /// A window whose picture changes in places.
  private final class Patches {
    let window: TestToplevel
    private let size: Size
    private let memory: [SharedMemory]
    private let buffers: [WlBufferProxy]
    private var next = 0

    init(_ client: TestClient, size: Size, scale: Int32, transform: Transform) throws {
      self.size = size
      window = try TestToplevel(client)
      window.draws = false
      let bytes = size.width * size.height * 4
      memory = try (0..<2).map { _ in try SharedMemory(bytes: Int(bytes)) }
      let shm = try client.bind(WlShmProxy.self)
      buffers = try memory.map { memory in
        let pool = try shm.createPool(fd: memory.descriptor, size: bytes)
        defer { pool.destroy() }
        memory.fill(0xFF20_4060)
        return try pool.createBuffer(
          offset: 0, width: size.width, height: size.height, stride: size.width * 4,
          format: .argb8888)
      }
      try window.map()
      try window.xdgSurface.ackConfigure(serial: #require(window.serials.last))
      try window.surface.setBufferScale(scale: scale)
      try window.surface.setBufferTransform(
        transform: WlOutput.Transform(rawValue: UInt32(transform.rawValue)))
      try commit([Rectangle(origin: Point(x: 0, y: 0), size: size)], 0xFF20_4060)
    }

    /// Draws rectangles into both buffers, and commits one of them with only these as damage.
    func commit(_ places: [Rectangle], _ colour: UInt32) throws {
      for place in places {
        for memory in memory {
          let words = memory.bytes.bindMemory(to: UInt32.self)
          for y in place.origin.y..<place.origin.y + place.size.height {
            for x in place.origin.x..<place.origin.x + place.size.width {
              words[Int(y * size.width + x)] = colour
            }
          }
        }
        try window.surface.damageBuffer(
          x: place.origin.x, y: place.origin.y, width: place.size.width, height: place.size.height)
      }
      try window.surface.attach(buffer: buffers[next % 2], x: 0, y: 0)
      try window.surface.commit()
      next += 1
      window.client.stage.settle()
    }
  }

  @Test(arguments: Transform.allCases, [Int32(1), 2])
  func drawingTheDamageGivesTheWholePicture(_ transform: Transform, _ scale: Int32) throws {
    var random = SplitMix(seed: UInt64(transform.rawValue) * 7 + UInt64(scale))
    let panel = Size(width: 64 * scale, height: 96 * scale)
    let stage = try Stage(panel, rules: "uikit-7") {
      $0.outputs = [OutputSpecification(size: panel, scale: scale, transform: transform)]
      $0.placement = .floating
    }
    let client = try stage.connect()
    let lower = try Patches(
      client, size: Size(width: 40, height: 48), scale: 1, transform: transform.inverse)
    let upper = try Patches(
      client, size: Size(width: 24, height: 20), scale: 2, transform: .normal)
    let canvas = try #require(Canvas(size: panel))
    var shown: DrawTrace?
    func check(_ step: String) throws {
      let list = try #require(stage.compositor.drawList(of: "HEADLESS-1"))
      list.draw(on: canvas, damage: shown.map { list.damage(since: $0) } ?? nil)
      shown = list.trace
      #expect(canvas.words == list.drawn()?.words, "\(step)")
    }
    for step in 0..<36 {
      let patches = step % 3 == 0 ? lower : upper
      let limit =
        step % 3 == 0 ? Size(width: 40, height: 48) : Size(width: 24, height: 20)
      let places = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        let x = Int32.random(in: 0..<limit.width - 4, using: &random)
        let y = Int32.random(in: 0..<limit.height - 4, using: &random)
        let width = Int32.random(in: 1...4, using: &random)
        return Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: 3))
      }
      try patches.commit(places, 0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random))
      if step == 20 { stage.turn(.landscapeLeft) }
      // As with three buffers, the canvas shows a picture that is several frames old.
      if step % 4 == 3 || step < 2 { try check("step \(step)") }
    }
    lower.window.toplevel.destroy()
    stage.settle()
    try check("one window gone")
  }

  /// A client's next picture may replace its last one, unless a draw list still holds that.
  @Test func aHeldDrawListKeepsItsPixels() throws {
    let stage = try Stage(Size(width: 64, height: 96)) { $0.bar = .none }
    let size = Size(width: 64, height: 96)
    let patches = try Patches(stage.connect(), size: size, scale: 1, transform: .normal)
    let before = try #require(stage.compositor.drawList(of: "HEADLESS-1"))
    let words = try #require(before.drawn()).words
    for step in 0..<3 {
      let place = Rectangle(
        origin: Point(x: Int32(step) * 4, y: 3), size: Size(width: 4, height: 4))
      try patches.commit([place], 0xFF00_FF00)
      #expect(before.drawn()?.words == words)
      let after = try #require(stage.compositor.picture(of: "HEADLESS-1"))
      #expect(after[Int32(step) * 4 + 1, 4] == 0xFF00_FF00)
      #expect(after[Int32(step) * 4 + 5, 4] == 0xFF20_4060)
    }
  }

  @Test func damageOfASmallChangeStaysSmall() throws {
    let stage = try Stage(Size(width: 64, height: 96)) {
      $0.placement = .floating
      $0.bar = .none
    }
    let patches = try Patches(
      stage.connect(), size: Size(width: 40, height: 48), scale: 1, transform: .normal)
    let first = try #require(stage.compositor.drawList(of: "HEADLESS-1"))
    let before = first.trace
    #expect(first.damage(since: before) == [])
    let place = Rectangle(origin: Point(x: 10, y: 10), size: Size(width: 3, height: 3))
    try patches.commit([place], 0xFFFF_FFFF)
    let after = try #require(stage.compositor.drawList(of: "HEADLESS-1"))
    let damage = try #require(after.damage(since: before))
    #expect(damage.count == 1)
    #expect(damage.allSatisfy { $0.size.width <= 5 && $0.size.height <= 5 })
  }
}
