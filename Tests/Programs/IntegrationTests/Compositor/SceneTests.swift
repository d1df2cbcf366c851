// SPDX-License-Identifier: Apache-2.0
import Foundation
import Orientation
import Pixels
import Testing

/// Scenarios played by real windows: the split in pixels, and the simulator against the wire.
@Suite(.serialized) struct SceneTests {
  private func play(_ scenario: String, pictures: String? = nil) throws -> Command {
    let directory = try RuntimeDirectory()
    let environment = Command.plainEnvironment.merging(
      ["XDG_RUNTIME_DIR": directory.path, "HOME": directory.path]) { $1 }
    return try Command.run(
      Swivel.path,
      ["compositor", "--scene", "\(Swivel.packageRoot)/examples/\(scenario)", "--until-played"]
        + (pictures.map { ["--pictures", $0] } ?? []), environment: environment, within: 60)
  }

  @Test func aSplitRotatesTheBarButNotThePage() throws {
    let folder = try RuntimeDirectory()
    let result = try play("scenarios/split-in-sight.yaml", pictures: folder.path)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let before = try PNG.read("\(folder.path)/step-00.png")
    let split = try PNG.read("\(folder.path)/step-01.png")
    let after = try PNG.read("\(folder.path)/step-02.png")
    #expect(before.words.elementsEqual(after.words))
    let (width, height) = (split.size.width, split.size.height)

    // The bar is dark and 40 pixels thick, inside of the window's frame. It lies along the upper
    // edge, and then along the edge that is up.
    #expect(isDark(before[width / 2, 24]) && !isDark(before[width - 24, height / 2]))
    #expect(!isDark(split[width / 2, 24]) && isDark(split[width - 24, height / 2]))
    // The page has not turned: its blue corner is where it was.
    #expect(before[30, height - 30] == split[30, height - 30])
    #expect(!isDark(split[30, height - 30]))
  }

  /// Every window stands as the simulator says, after every step, asked over the wire.
  @Test(arguments: [
    "scenarios/hidden-menu-window.yaml", "scenarios/split-in-sight.yaml",
    "scenarios/hidden-overlay-veto.yaml",
  ])
  func windowOrientationsMatchTheSimulator(_ scenario: String) throws {
    let result = try play(scenario)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(!result.output.contains("but the simulator says"))
    #expect(result.output.contains("step 1:"))
  }

  @Test func anInvalidSceneFileExitsWithTwo() throws {
    let directory = try RuntimeDirectory()
    let file = try directory.write("swivel: 1\nnonsense: 1\n", to: "bad.yaml")
    let environment = Command.plainEnvironment.merging(
      ["XDG_RUNTIME_DIR": directory.path]) { $1 }
    let result = try Command.run(
      Swivel.path, ["compositor", "--scene", file], environment: environment)
    #expect(result.status == 2)
    #expect(result.errors.contains("bad.yaml:1"))
  }

  private func isDark(_ word: UInt32) -> Bool {
    (word >> 16 & 255) + (word >> 8 & 255) + (word & 255) < 150
  }
}
