// SPDX-License-Identifier: Apache-2.0
@testable import Desktop
import EventLoop
import Orientation
import Testing

/// A turn on Hyprland asks for a frame, since without one the turn waits for it, and for what has come
/// of it; `hyprland` of `make test-tablet` holds that on Hyprland itself.
struct HyprlandFrameTests {
  private final class Way: TransformApplier {
    let name = "wlr"
    private(set) var changes: [OutputChange] = []
    /// What Hyprland has still to answer; nil if it answers at once.
    var open: [(ChangeResult) -> Void]?
    func obstacle(to output: String) -> String? { nil }
    func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
      changes.append(change)
      if open == nil { onEnd(.succeeded) } else { open?.append(onEnd) }
    }
  }

  @Test func hyprlandIsAskedForAFrameAfterARotation() throws {
    let directory = try RuntimeDirectory()
    let peer = try RecordedPeer(named: "hyprland", in: directory, closesAfterAnswer: true) {
      bytes in
      guard !bytes.isEmpty else { return nil }
      defer { bytes = [] }
      let question = String(decoding: bytes, as: UTF8.self)
      let reply =
        question == "j/monitors"
        ? #"[{"name": "Virtual-1", "transform": 2}, {"name": "Virtual-2", "transform": 8}, 3]"#
        : "Hyprland 0.57.0"
      return (Array(reply.utf8), question)
    }
    let loop = try EventLoop()
    let way = Way()
    var reports = 0
    let applier = HyprlandApplier(way, path: peer.path, on: loop) { reports += 1 }
    var results: [ChangeResult] = []
    applier.apply(OutputChange(turns: [], layout: [])) { results.append($0) }
    #expect(way.changes.count == 1 && results.isEmpty)
    #expect(!peer.heard.contains("r/version"))
    try Deadline.waitUntil(10, "the frame and what has come of the change") {
      try loop.turn(waitingAtMost: .milliseconds(20))
      return Set(peer.heard) == ["r/version", "j/monitors"] && results == [.succeeded]
    }
    // What Hyprland says counts until wl_output says something else.
    #expect(reports == 1 && applier.name == "wlr")
    #expect(applier.transform(of: "Virtual-1", beside: .rotated90) == .rotated180)
    #expect(applier.transform(of: "Virtual-2", beside: .rotated90) == .rotated90)
    #expect(applier.transform(of: "Virtual-1", beside: .rotated90) == .rotated180)
    #expect(applier.transform(of: "Virtual-1", beside: .normal) == .normal)
    #expect(applier.transform(of: "Virtual-1", beside: .rotated90) == .rotated90)
    // Nobody there, or nobody who answers, is no reason not to turn.
    let alone = HyprlandApplier(way, path: "\(directory.path)/nobody", on: loop) { reports += 1 }
    alone.apply(OutputChange(turns: [], layout: [])) { results.append($0) }
    try loop.turn(waitingAtMost: .milliseconds(20))
    #expect(results == [.succeeded, .succeeded] && reports == 1)
  }

  /// A request more would have Hyprland draw once more before it answers.
  @Test func anUnansweredRotationIsNotRequestedTwice() throws {
    let directory = try RuntimeDirectory()
    let loop = try EventLoop()
    let way = Way()
    way.open = []
    let applier = HyprlandApplier(way, path: "\(directory.path)/nobody", on: loop) {}
    func turn(_ transform: Transform) -> OutputChange {
      OutputChange(turns: [.init(output: "Virtual-1", transform: transform)], layout: [])
    }
    var results: [String] = []
    applier.apply(turn(.rotated90)) { results.append("first \($0)") }
    applier.apply(turn(.rotated90)) { results.append("again \($0)") }
    #expect(way.changes == [turn(.rotated90)])
    // Another wish goes out, and the same one again after it.
    applier.apply(turn(.normal)) { results.append("back \($0)") }
    applier.apply(turn(.rotated90)) { results.append("anew \($0)") }
    #expect(way.changes == [turn(.rotated90), turn(.normal), turn(.rotated90)])
    for answer in way.open ?? [] { answer(.failed) }
    #expect(results == ["first failed", "again failed", "back failed", "anew failed"])
  }
}
