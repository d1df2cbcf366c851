// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The overlay on our own compositor, which knows it by its connection.
@Suite(.serialized) struct OwnCompositorOverlayTests {
  private static let story =
    "\(Swivel.packageRoot)/examples/scenarios/hidden-menu-window.yaml"

  /// The lines about decisions, and the picture after the turn that splits.
  private func play(
    _ arguments: [String], pace: Int = 0
  ) throws -> (decisions: [String], picture: Screenshot) {
    let directory = try RuntimeDirectory()
    var environment = Command.plainEnvironment
    environment["XDG_RUNTIME_DIR"] = directory.path
    let result = try Command.run(
      Swivel.path,
      [
        "compositor", "--scene", Self.story, "--output", "640x960", "--until-played", "--pace",
        "\(pace)", "--pictures", directory.path,
      ] + arguments, environment: environment, within: 120)
    #expect(result.status == 0, "\(result.errors)")
    let decisions = result.output.split(separator: "\n").map { String($0) }
      .filter { !$0.contains(directory.path) && !$0.hasPrefix("WAYLAND_DISPLAY") }
    return (decisions, try Screenshot(path: "\(directory.path)/step-01.png"))
  }

  @Test func theOverlayShowsTheCulpritAndChangesNoDecision() throws {
    let without = try play([])
    // The overlay starts and draws in its own time, which is longer on a busy machine.
    var pace = 250
    var with = try play(["--overlay"], pace: pace)
    while with.picture.count(of: 0xFF9D94) <= 500, pace < 8000 {
      pace *= 2
      with = try play(["--overlay"], pace: pace)
    }
    #expect(with.decisions == without.decisions)
    #expect(with.decisions.contains { $0.hasPrefix("split: status bar landscape-right") })
    #expect(without.picture.count(of: 0x15171B) < 500)
    #expect(with.picture.count(of: 0x15171B) > 10_000)
    #expect(with.picture.count(of: 0xFF9D94) > 500)
  }

  @Test func outlinesShowEachWindowsAnswer() throws {
    let picture = try play(["--outlines"]).picture
    // The page said NO, the hidden menu is to blame: a dashed line over a whole one.
    #expect(picture.count(of: 0xE08A00) > 500)
    #expect(picture.count(of: 0xE01B24) > 500)
  }
}
