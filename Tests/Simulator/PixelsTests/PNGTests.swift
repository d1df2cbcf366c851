// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Pixels
import Testing

@Suite struct PNGTests {
  private let folder = ScratchFolder()

  @Test func aFileKeepsEveryPixel() throws {
    let card = try canvas(Size(width: 37, height: 23))
    Card.draw(on: card)
    card.fill(
      Rectangle(origin: Point(x: 5, y: 5), size: Size(width: 4, height: 4)),
      Colour(red: 200, green: 100, blue: 0, alpha: 255))
    let path = folder("card.png")
    try card.write(to: path)
    let read = try PNG.read(path)
    #expect(read.size == card.size)
    #expect(read.words.elementsEqual(card.words))
  }

  @Test func translucentColoursReadBackWithinOne() throws {
    let glass = try canvas(Size(width: 1, height: 1))
    glass.fill(
      Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 1, height: 1)),
      Colour(red: 200, green: 100, blue: 50, alpha: 128))
    let path = folder("glass.png")
    try glass.write(to: path)
    let (before, after) = (glass[0, 0], try PNG.read(path)[0, 0])
    for shift: UInt32 in [0, 8, 16, 24] {
      #expect(abs(Int(before >> shift & 255) - Int(after >> shift & 255)) <= 1)
    }
  }

  @Test func errorsNameThePathAndTheReason() throws {
    let card = try canvas(Size(width: 4, height: 4))
    let refusal = #expect(throws: PictureError.self) { try card.write(to: "/nowhere/a.png") }
    #expect(
      try #require(refusal).description
        == "/nowhere/a.png: cannot write: No such file or directory")
    let path = folder("text.png")
    try folder.write("no picture", to: "text.png")
    let error = #expect(throws: PictureError.self) { try PNG.read(path) }
    #expect("\(try #require(error))".contains(path))
  }
}
