// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// The recipes of docs/hooks.md, with the programs that they name.
@Suite(.serialized) struct RecipeTests {
  private func recipes() -> [String] {
    Documentation.configurations.map(\.text).filter { $0.contains("/wallpaper/") }
  }

  /// The processes whose command lines have a path of the test's own.
  private func processes(showing picture: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.count { name in
      let line = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(name)/cmdline"))
      let words = line.map { String(decoding: $0, as: UTF8.self).split(separator: "\0") } ?? []
      return words.first == "swaybg" && words.contains { $0 == picture }
    }
  }

  @Test(arguments: [CompositorKind.sway, .phoc])
  func theWallpaperRecipeFollowsTheRotation(kind: CompositorKind) throws {
    let compositor = try Compositor(kind)
    let home = compositor.runtimeDirectory
    let pictures = "\(home)/wallpaper"
    try FileManager.default.createDirectory(
      atPath: pictures, withIntermediateDirectories: true)
    for name in ["portrait-upside-down", "landscape-right"] {
      try "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>".write(
        toFile: "\(home)/empty.svg", atomically: false, encoding: .utf8)
      let made = try Command.run(
        "rsvg-convert", ["-o", "\(pictures)/\(name).png", "\(home)/empty.svg"])
      #expect(made.status == 0, "\(made.errors)")
    }
    let recipe = try #require(recipes().first { $0.contains("swaymsg") == (kind == .sway) })
    let path = "\(home)/config.yaml"
    try recipe.write(toFile: path, atomically: false, encoding: .utf8)
    let swivel = try Swivel.start(Swivel.replay + ["--config", path], on: compositor)
    defer { swivel.stop() }
    func wait(_ name: String) throws {
      try Deadline.waitUntil("\(name)\n\(swivel.errors)") {
        processes(showing: "\(pictures)/\(name).png") == 1
      }
    }
    try wait("portrait-upside-down")
    #expect(try compositor.run(Swivel.path, ["rotate", "landscape-right"]).status == 0)
    try wait("landscape-right")
    try Deadline.waitUntil("the end of the old one\n\(swivel.errors)") {
      processes(showing: "\(pictures)/portrait-upside-down.png") == 0
    }
  }
}
