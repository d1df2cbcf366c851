// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A run says who else turns the same screen, and leaves other sessions alone.
@Suite struct RivalTests {
  @Test func anotherProgramRotatingTheSameOutputIsNamed() throws {
    let compositor = try Compositor(.phoc)
    let directory = try RuntimeDirectory()
    // Scripts are known by their own name, as `phosh` is.
    func script(_ name: String) throws -> String {
      try directory.write("while :; do sleep 1; done\n", to: name)
    }
    let here = try ChildProcess(
      "sh", [try script("phosh")], environment: compositor.clientEnvironment)
    defer { here.stop() }
    var elsewhere = compositor.clientEnvironment
    elsewhere["WAYLAND_DISPLAY"] = "wayland-7"
    let other = try ChildProcess("sh", [try script("rot8")], environment: elsewhere)
    defer { other.stop() }
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.hasPrefix("turning HEADLESS-1") }
    let words = "swivel: phosh (process \(here.pid)) turns the screen as well, so each undoes the "
    try Deadline.waitUntil("the warning\n\(swivel.errors)") { swivel.errors.contains(words) }
    #expect(swivel.errors.contains("lock the rotation in phosh's settings"))
    #expect(!swivel.errors.contains("rot8"), "\(swivel.errors)")
  }
}
