// SPDX-License-Identifier: Apache-2.0
import Desktop
import Foundation
import Orientation
import Pixels
import Testing
import Text

/// Debian's clients on our own compositor.
@Suite(.serialized) struct OrdinaryClientTests {
  @Test func waylandInfoListsTheGlobals() throws {
    let output = try Compositor(.swivel).run("wayland-info").output
    for (name, version) in [
      ("wl_compositor", 5), ("wl_subcompositor", 1), ("wl_shm", 1), ("wl_seat", 7),
      ("wl_output", 4), ("zxdg_output_manager_v1", 3), ("xdg_wm_base", 3),
      ("zwlr_layer_shell_v1", 4), ("zwlr_output_manager_v1", 4),
      ("zwlr_foreign_toplevel_manager_v1", 3), ("ext_foreign_toplevel_list_v1", 1),
      ("zwlr_screencopy_manager_v1", 3), ("zwlr_virtual_pointer_manager_v1", 1),
      ("zwp_primary_selection_device_manager_v1", 1), ("xdg_activation_v1", 1),
      ("swivel_rotation_manager_v1", 1),
    ] {
      let line = output.split(separator: "\n").first { $0.contains("'\(name)'") }
      let found = line?.firstRange(of: "version:").flatMap { range in
        Int(line?[range.upperBound...].prefix { $0 != "," }.filter(\.isNumber) ?? "")
      }
      #expect((found ?? 0) >= version, "\(name): \(line ?? "not offered")")
    }
  }

  @Test func footKeepsItsWindowAcrossRotations() throws {
    let desk = try Desk(Compositor(.swivel))
    let foot = try ChildProcess(
      "foot", ["--app-id=probe", "sleep", "60"], environment: desk.compositor.clientEnvironment)
    defer { foot.stop() }
    try desk.wait("foot's window\n\(foot.errors)", within: 20) {
      desk.session.windows.contains { $0.appID == "probe" }
    }
    for transform in ["90", "flipped-270", "normal"] {
      _ = try desk.compositor.run(
        "wlr-randr", ["--output", "HEADLESS-1", "--transform", transform])
      try desk.compositor.waitForTransform(transform.replacing("-", with: " "))
    }
    #expect(foot.exitStatus == nil)
    #expect(desk.session.windows.contains { $0.appID == "probe" })
  }

  /// A client that draws a new picture whenever it gets a frame callback.
  @Test func westonSimpleShmIsAnimated() throws {
    let compositor = try Compositor(.swivel)
    let client = try ChildProcess(
      "weston-simple-shm", [], environment: compositor.clientEnvironment)
    defer { client.stop() }
    let folder = try RuntimeDirectory()
    var seen: Set<[UInt32]> = []
    try Deadline.waitUntil(20, "three different pictures\n\(client.errors)") {
      let path = "\(folder.path)/\(seen.count).png"
      guard try compositor.run("grim", [path]).status == 0 else { return false }
      seen.insert(try PNG.read(path).words)
      return seen.count >= 3
    }
    #expect(client.exitStatus == nil)
  }

  /// grim turns its pictures upright, so their size follows the transform.
  @Test func grimPicturesFollowTheTransform() throws {
    let compositor = try Compositor(.swivel)
    let folder = try RuntimeDirectory()
    let path = "\(folder.path)/shot.png"
    #expect(try compositor.run("grim", [path]).status == 0)
    #expect(try PNG.read(path).size.width == 1280)
    let turn = try compositor.run(
      "wlr-randr", ["--output", "HEADLESS-1", "--transform", "90"])
    #expect(turn.status == 0)
    try compositor.waitForTransform("90")
    #expect(try compositor.run("grim", [path]).status == 0)
    #expect(try PNG.read(path).size.width == 800)
  }
}
