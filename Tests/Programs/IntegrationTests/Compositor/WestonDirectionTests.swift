// SPDX-License-Identifier: Apache-2.0
import Foundation
import Orientation
import Pixels
import Testing

/// Which way a transform turns: the same client's card on Debian's Weston and on our own painter.
@Suite(.serialized) struct WestonDirectionTests {
  private static let words: [(Transform, String)] = [
    (.normal, "normal"), (.rotated90, "rotate-90"), (.rotated180, "rotate-180"),
    (.rotated270, "rotate-270"), (.flipped, "flipped"), (.flipped90, "flipped-rotate-90"),
    (.flipped180, "flipped-rotate-180"), (.flipped270, "flipped-rotate-270"),
  ]

  @Test(arguments: words)
  func westonAndThePainterDrawEveryTransformAlike(_ transform: Transform, _ word: String) throws {
    let panel = Size(width: 320, height: 200)
    let seen = try photograph(transform: word, panel: panel)

    let card = try #require(Canvas(size: transform.apply(to: panel)))
    Card.draw(on: card, unit: Card.unit(filling: card.size))
    let drawn = try #require(Canvas(size: panel))
    Painter.paint(
      [
        DrawItem(
          content: .pixels(card.view, transform: .normal),
          destination: Rectangle(origin: Point(x: 0, y: 0), size: card.size))
      ], on: drawn, transform: transform, background: Colour(red: 0, green: 0, blue: 0))
    #expect(seen.size == panel)
    #expect(seen.words.elementsEqual(drawn.words))
    withExtendedLifetime(card) {}
  }

  /// What Weston's panel shows once it shows the card.
  private func photograph(transform: String, panel: Size) throws -> Canvas {
    let directory = try RuntimeDirectory()
    var environment = Command.plainEnvironment
    environment["XDG_RUNTIME_DIR"] = directory.path
    environment["HOME"] = directory.path
    environment["WAYLAND_DISPLAY"] = "wayland-1"
    let weston = try ChildProcess(
      "weston",
      [
        "--backend=headless-backend.so", "--use-pixman", "--width=\(panel.width)",
        "--height=\(panel.height)", "--idle-time=0", "--socket=wayland-1", "--debug",
        "--transform=\(transform)",
      ], environment: environment)
    defer { weston.stop() }
    try Deadline.waitUntil(20, "an answer of weston\n\(weston.errors)") {
      WaylandPing.isAnswered(at: "\(directory.path)/wayland-1")
    }
    let client = try ChildProcess(SceneProgram.path, ["--card"], environment: environment)
    defer { client.stop() }
    // The first pictures may show the desktop before the client has drawn.
    return try Deadline.wait(20, for: "the card on weston\n\(client.errors)") {
      let picture = try shoot(directory, environment)
      let corners = [Card.upperLeft, Card.upperRight, Card.lowerLeft, Card.lowerRight]
      let words = corners.map {
        0xFF00_0000 | UInt32($0.red) << 16 | UInt32($0.green) << 8 | UInt32($0.blue)
      }
      return words.contains(picture[0, 0]) ? picture : nil
    }
  }

  private func shoot(
    _ directory: RuntimeDirectory, _ environment: [String: String]
  ) throws -> Canvas {
    let folder = try RuntimeDirectory()
    var environment = environment
    environment["XDG_PICTURES_DIR"] = folder.path
    // It writes into its working directory.
    let result = try Command.run(
      "sh", ["-c", "cd '\(folder.path)' && exec weston-screenshooter"], environment: environment)
    guard result.status == 0,
      let file = try FileManager.default.contentsOfDirectory(atPath: folder.path).first
    else { throw Deadline.Passed(description: "weston-screenshooter: \(result.errors)") }
    return try PNG.read("\(folder.path)/\(file)")
  }
}
