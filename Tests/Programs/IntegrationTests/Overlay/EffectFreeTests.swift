// SPDX-License-Identifier: Apache-2.0
import Desktop
import Formats
import Foundation
import Orientation
import Testing

/// With the overlay and without it, everybody else hears the same and every decision is the same.
@Suite(.serialized) struct EffectFreeTests {
  /// What a client, and what the daemon, told in one run.
  private struct Run: Equatable {
    var heard: [String] = []
    var decisions: [String] = []
  }

  private static let places: [(x: UInt32, y: UInt32)] = {
    // Any fixed sequence that looks random; a good part of it falls on the overlay's corner.
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(_ limit: UInt64) -> UInt32 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt32((state >> 33) % limit)
    }
    return (0..<200).map { index in
      index % 2 == 0 ? (next(10_000), next(10_000)) : (5_000 + next(5_000), next(1_500))
    }
  }()

  private func run(_ kind: CompositorKind, withOverlay: Bool) throws -> Run {
    let compositor = try Compositor(kind)
    let recording = "\(compositor.runtimeDirectory)/run.jsonl"
    let swivel = try Swivel.start(Swivel.replay + ["--record", recording], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    let probe = try ClickProbe(compositor)
    var overlay: ChildProcess?
    defer { overlay?.stop() }
    if withOverlay {
      overlay = try Swivel.start(["overlay", "--stay", "0"], on: compositor)
      try Deadline.waitUntil("the overlay watches\n\(overlay?.errors ?? "")") {
        overlay?.isWaitingForSignals == true
      }
    }
    let desk = try Desk(compositor)
    for transform in Transform.allCases {
      // Each turn is somebody else's, which the daemon decides upon and the overlay shows.
      #expect(try desk.turn("HEADLESS-1", to: transform) == .succeeded)
      try desk.wait("the transform") { desk.output("HEADLESS-1")?.transform == transform }
      // Under load the daemon would read two turns as one.
      try Deadline.waitUntil("the daemon's report of \(transform)") {
        let status = try compositor.run(Swivel.path, ["status", "--json"]).output
        return try JSONValue.parse(status, file: "status")["outputs"]?[0]?["transform"]?.string
          == transform.wireName
      }
      if let overlay { try waitForPlate(compositor, "\(transform)", overlay, swivel) }
      try probe.settle()
      try probe.click(at: Self.places)
    }
    overlay?.stop()
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    return Run(heard: probe.heard, decisions: try decisions(recording))
  }

  private func waitForPlate(
    _ compositor: Compositor, _ what: String, _ overlay: ChildProcess, _ swivel: ChildProcess
  ) throws {
    let path = "\(compositor.runtimeDirectory)/screen.png"
    try Deadline.waitUntil(
      "the overlay's plate at \(what)\n\(overlay.errors)\n\(swivel.output)"
    ) {
      try compositor.run("grim", [path]).status == 0
        && (try Screenshot(path: path)).count(of: 0x15171B) > 3_000
    }
  }

  /// The outcomes and who was asked, without the times, which no two runs share.
  private func decisions(_ recording: String) throws -> [String] {
    let report = try Swivel.run(["report", recording, "--format", "html", "--lang", "en"])
    #expect(report.status == 0)
    return report.output.split(separator: "\n").filter { $0.contains("SW0") }
      .map { String($0).replacing(#/[0-9]+\.[0-9]{3} s/#, with: "") }
  }

  @Test(arguments: [CompositorKind.sway, .phoc, .swivel])
  func theOverlayChangesNoEventAndNoDecision(kind: CompositorKind) throws {
    let without = try run(kind, withOverlay: false)
    let with = try run(kind, withOverlay: true)
    // Some thousand lines are nothing to print.
    let clicks = without.heard.count { $0.hasPrefix("1 at true") }
    let isHeardAlike = with.heard == without.heard
    #expect(clicks == 200 * 8)
    #expect(isHeardAlike)
    let decided = with.decisions.difference(from: without.decisions).map { "\($0)" }
    #expect(decided.isEmpty, "\(decided.prefix(4).joined(separator: "\n"))")
    #expect(!with.decisions.isEmpty)
  }
}
