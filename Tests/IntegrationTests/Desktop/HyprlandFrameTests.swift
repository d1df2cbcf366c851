// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Orientation
import Testing

/// A turn on Hyprland asks for a frame, since without one the turn waits for it; `hyprland` of
/// `make test-tablet` holds that on Hyprland itself.
struct HyprlandFrameTests {
  private final class Way: TransformApplier {
    let name = "wlr"
    private(set) var changes: [OutputChange] = []
    func obstacle(to output: String) -> String? { nil }
    func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
      changes.append(change)
      onEnd(.succeeded)
    }
  }

  @Test func theFrameIsAskedForAfterTheTurn() throws {
    let directory = try RuntimeDirectory()
    let peer = try RecordedPeer(named: "hyprland", in: directory, closesAfterAnswer: true) {
      bytes in
      guard !bytes.isEmpty else { return nil }
      defer { bytes = [] }
      return (Array("Hyprland 0.57.0".utf8), String(decoding: bytes, as: UTF8.self))
    }
    let loop = try EventLoop()
    let way = Way()
    let applier = HyprlandApplier(way, path: peer.path, on: loop)
    var results: [ChangeResult] = []
    applier.apply(OutputChange(turns: [], layout: [])) { results.append($0) }
    #expect(way.changes.count == 1 && results == [.succeeded] && peer.heard.isEmpty)
    try Deadline.waitUntil(10, "the frame") {
      try loop.turn(waitingAtMost: .milliseconds(20))
      return peer.heard == ["r/version"]
    }
    // Nobody there, or nobody who answers, is no reason not to turn.
    let alone = HyprlandApplier(way, path: "\(directory.path)/nobody", on: loop)
    alone.apply(OutputChange(turns: [], layout: [])) { results.append($0) }
    try loop.turn(waitingAtMost: .milliseconds(20))
    #expect(results == [.succeeded, .succeeded] && applier.name == "wlr")
  }
}
