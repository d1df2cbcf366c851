// SPDX-License-Identifier: Apache-2.0
import Orientation
import Pixels
import Testing

/// Windows that are turned by themselves, limits, mixing, and numbers that no painter expects.
@Suite struct PainterTests {
  private static let pairs = Transform.allCases.flatMap { turn in
    Transform.allCases.map { (turn, $0) }
  }

  @Test(arguments: pairs)
  func aWindowTurnsWithinTheOutput(_ turn: Transform, _ output: Transform) throws {
    let card = try canvas(Setup.sides)
    Card.draw(on: card)
    let panel = try canvas(Size(width: 64, height: 56))
    let destination = Rectangle(origin: Setup.place, size: turn.apply(to: card.size))
    Painter.paint(
      [
        DrawItem(
          content: .pixels(card.view, transform: .normal), destination: destination, turn: turn)
      ], on: panel, transform: output, background: Setup.ground)
    let expected = PixelByPixel.paint(
      card, buffer: .normal, at: Setup.place, turn: turn, output: output, scale: 1,
      panel: panel.size, background: 0xFF5A_5F6E)
    #expect(panel.words.elementsEqual(expected))
  }

  @Test func laterItemsAreAboveAndOpacityBlends() throws {
    let panel = try canvas(Size(width: 4, height: 1))
    let white = Colour(red: 255, green: 255, blue: 255)
    let half = try canvas(Size(width: 1, height: 1))
    half.fill(box(0, 0, 1, 1), Colour(red: 255, green: 255, blue: 255, alpha: 128))
    Painter.paint(
      [
        DrawItem(content: .colour(Card.upperLeft), destination: box(0, 0, 2, 1)),
        DrawItem(content: .colour(white), destination: box(1, 0, 1, 1)),
        DrawItem(content: .colour(white), destination: box(2, 0, 1, 1), opacity: 128),
        DrawItem(content: .pixels(half.view, transform: .normal), destination: box(3, 0, 1, 1)),
      ], on: panel, background: Colour(red: 0, green: 0, blue: 0))
    #expect(panel[0, 0] == 0xFFDC_322F)
    #expect(panel[1, 0] == 0xFFFF_FFFF)
    #expect(panel[2, 0] == 0xFF80_8080)
    #expect(panel[3, 0] == 0xFF80_8080)
    withExtendedLifetime(half) {}
  }

  @Test(arguments: Transform.allCases)
  func clipIsInLogicalPixels(_ output: Transform) throws {
    let panel = try canvas(Size(width: 12, height: 8))
    let logical = output.apply(to: panel.size)
    Painter.paint(
      [
        DrawItem(
          content: .colour(Card.upperLeft),
          destination: Rectangle(origin: Point(x: 0, y: 0), size: logical), clip: box(0, 0, 3, 2))
      ], on: panel, transform: output, background: Setup.ground)
    let corner = output.apply(to: box(0, 0, 3, 2), in: logical)
    for y in 0..<panel.size.height {
      for x in 0..<panel.size.width {
        let isInside =
          x >= corner.origin.x && x < corner.origin.x + corner.size.width && y >= corner.origin.y
          && y < corner.origin.y + corner.size.height
        #expect(panel[x, y] == (isInside ? 0xFFDC_322F : 0xFF5A_5F6E))
      }
    }
  }

  @Test func onlyDamageIsRedrawn() throws {
    let panel = try canvas(Size(width: 4, height: 4))
    Painter.paint([], on: panel, background: Card.upperLeft, damage: [box(1, 1, 2, 1)])
    #expect(panel.words.filter { $0 != 0 }.count == 2)
    #expect(panel[1, 1] != 0 && panel[2, 1] != 0)
  }

  /// A buffer of scale 2 on an output of scale 1 is halved by mixing, not by leaving out.
  @Test func scalingDownAveragesPixels() throws {
    let checks = try canvas(Size(width: 8, height: 8))
    for y in stride(from: Int32(0), to: 8, by: 1) {
      for x in stride(from: y & 1, to: 8, by: 2) {
        checks.fill(box(x, y, 1, 1), Colour(red: 255, green: 255, blue: 255))
      }
      for x in stride(from: 1 - (y & 1), to: 8, by: 2) {
        checks.fill(box(x, y, 1, 1), Colour(red: 0, green: 0, blue: 0))
      }
    }
    let panel = try canvas(Size(width: 4, height: 4))
    Painter.paint(
      [DrawItem(content: .pixels(checks.view, transform: .normal), destination: box(0, 0, 4, 4))],
      on: panel, background: Setup.ground)
    for word in panel.words { #expect((0x7E...0x81).contains(word & 255)) }
    withExtendedLifetime(checks) {}
  }

  /// Items may come from numbers that a client chose.
  @Test(arguments: [Int32.min, -40000, -1, 0, 1, 40000, Int32.max])
  func extremeCoordinatesDoNotTrap(_ number: Int32) throws {
    let card = try canvas(Size(width: 8, height: 8))
    let panel = try canvas(Size(width: 16, height: 16))
    for transform in Transform.allCases {
      let wild = [
        Rectangle(origin: Point(x: number, y: 0), size: Size(width: 8, height: 8)),
        Rectangle(origin: Point(x: 0, y: number), size: Size(width: number, height: 8)),
        Rectangle(origin: Point(x: number, y: number), size: Size(width: number, height: number)),
      ]
      let items = wild.map {
        DrawItem(
          content: .pixels(card.view, transform: transform), destination: $0, turn: transform)
      }
      Painter.paint(
        items + items.map { clipped($0) }, on: panel, transform: transform, scale: 3,
        background: Setup.ground, damage: wild)
    }
    withExtendedLifetime(card) {}
  }

  private func clipped(_ item: DrawItem) -> DrawItem {
    var item = item
    item.clip = item.destination
    return item
  }

  @Test func invalidPixelBuffersAreRefused() throws {
    let card = try canvas(Size(width: 8, height: 8))
    let address = card.view.address
    func view(_ width: Int32, _ height: Int32, _ stride: Int32) -> PixelView? {
      PixelView(
        address: address, size: Size(width: width, height: height), stride: stride,
        format: .argb8888)
    }
    #expect(view(8, 8, 32) != nil)
    #expect(view(8, 8, 31) == nil)
    #expect(view(8, 8, 28) == nil)
    #expect(view(0, 8, 32) == nil)
    #expect(view(8, -1, 32) == nil)
    #expect(view(40000, 1, 160_000) == nil)
    #expect(Canvas(size: Size(width: 0, height: 5)) == nil)
  }

  private func box(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> Rectangle {
    Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }
}
