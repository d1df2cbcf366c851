// SPDX-License-Identifier: Apache-2.0
import Foundation
import Orientation
import Pixels
import Testing

/// Eight output transforms, eight buffer transforms, two scales: an asymmetric card on a panel.
///
/// To accept a change on purpose, run once with `SWIVEL_UPDATE_GOLDEN=1` and look at the pictures.
@Suite struct OutputTransformTests {
  @Test(arguments: Setup.all)
  func thePanelMatchesItsReferencePicture(_ setup: Setup) throws {
    let panel = try setup.paint()
    let path = References.path(setup.name)
    if References.isUpdating { try panel.write(to: path) }
    let reference = try PNG.read(path)
    let isSame = reference.size == panel.size && reference.words.elementsEqual(panel.words)
    if !isSame {
      let actual = References.differing.appending(path: setup.name + ".png").path
      try panel.write(to: actual)
      Issue.record("the panel differs from \(path); what was drawn lies in \(actual)")
    }
  }

  @Test(arguments: Setup.all)
  func everyPixelMatchesThePixelByPixelPainter(_ setup: Setup) throws {
    let card = try setup.card()
    let panel = try setup.paint()
    let expected = PixelByPixel.paint(
      card, buffer: setup.buffer, at: Setup.place, output: setup.output, scale: setup.scale,
      panel: setup.panel, background: 0xFF5A_5F6E)
    #expect(panel.words.elementsEqual(expected))
  }

  @Test func referencePicturesMatchTheSetups() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: References.folder.path)
    #expect(files.sorted() == Setup.all.map { $0.name + ".png" }.sorted())
  }

  /// What real compositors show (seen on phoc and Weston): 90 is counter-clockwise.
  @Test(arguments: [
    (Transform.normal, Card.upperLeft), (.rotated90, Card.upperRight),
    (.rotated180, Card.lowerRight), (.rotated270, Card.lowerLeft), (.flipped, Card.upperRight),
    (.flipped90, Card.upperLeft), (.flipped180, Card.lowerLeft), (.flipped270, Card.lowerRight),
  ])
  func eachTransformPutsItsCornerAtThePanelsOrigin(_ transform: Transform, _ corner: Colour) throws
  {
    let card = try canvas(Size(width: 40, height: 30))
    Card.draw(on: card)
    let panel = try canvas(transform.apply(to: card.size))
    Painter.paint(
      [
        DrawItem(
          content: .pixels(card.view, transform: .normal),
          destination: Rectangle(origin: Point(x: 0, y: 0), size: card.size))
      ], on: panel, transform: transform, background: Setup.ground)
    let wanted =
      0xFF00_0000 | UInt32(corner.red) << 16 | UInt32(corner.green) << 8 | UInt32(corner.blue)
    #expect(panel[0, 0] == wanted)
    withExtendedLifetime(card) {}
  }

  @Test(arguments: Transform.allCases)
  func aBufferDrawnForTheOutputIsCopiedAsItIs(_ transform: Transform) throws {
    let card = try canvas(Size(width: 40, height: 30))
    Card.draw(on: card)
    let panel = try canvas(card.size)
    Painter.paint(
      [
        DrawItem(
          content: .pixels(card.view, transform: transform),
          destination: Rectangle(
            origin: Point(x: 0, y: 0), size: transform.inverse.apply(to: card.size)))
      ], on: panel, transform: transform, background: Setup.ground)
    #expect(panel.words.elementsEqual(card.words))
  }
}
