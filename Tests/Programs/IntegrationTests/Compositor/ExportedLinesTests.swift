// SPDX-License-Identifier: Apache-2.0
import Doctor
import Foundation
import Orientation
import Testing

/// `swivel export`: compositors start with its lines, and clients are told of the turn that they mean.
///
/// What no test here starts is read by its own program in `Tests/Tools/check-export`.
@Suite(.serialized) struct ExportedLinesTests {
  /// The transform that a client sees for each edge.
  static let edges: [(PanelEdge, String)] = [
    (.top, "normal"), (.left, "90"), (.bottom, "180"), (.right, "270"),
  ]

  static func text(_ name: String, _ edge: PanelEdge, on output: String) throws -> String {
    let export = try OrientationExport(output: output, edge: edge)
    return try #require(export.entries.first { $0.name == name }).text + "\n"
  }

  /// Starts a compositor with a configuration of these lines, which comes after the usual one.
  private func started(
    _ kind: CompositorKind, _ option: String, _ lines: String
  ) throws -> Compositor {
    let directory = try RuntimeDirectory()
    let file = try directory.write(lines, to: "exported")
    let compositor = try Compositor(kind, options: ["\(option)\(file)"])
    withExtendedLifetime(directory) {}
    return compositor
  }

  @Test(arguments: edges)
  func westonStartsRotatedByTheExportedLines(edge: PanelEdge, transform: String) throws {
    let lines = try Self.text("weston", edge, on: CompositorKind.weston.firstOutput)
    let compositor = try started(.weston, "--config=", lines)
    #expect(try compositor.outputs().map(\.transform) == [transform])
  }

  /// The greeter's configuration also starts a greeter, which is not installed here.
  @Test(arguments: edges)
  func swayStartsRotatedByTheExportedLines(edge: PanelEdge, transform: String) throws {
    let usual = "output * mode 1280x800\nxwayland disable\n"
    let lines = try Self.text("sway", edge, on: "HEADLESS-1")
    let greeter = try Self.text("greetd-sway", edge, on: "HEADLESS-1")
    #expect(greeter.hasPrefix(lines))
    let compositor = try started(.sway, "--config=", usual + lines)
    try compositor.waitForTransform(transform)
  }

  /// In wlroots' words, as a script says them to a compositor that is there.
  @Test(arguments: edges)
  func exportedScriptsRotatePhoc(edge: PanelEdge, transform: String) throws {
    let compositor = try Compositor(.phoc)
    for name in ["wlr-randr", "labwc"] {
      _ = try compositor.run("wlr-randr", ["--output", "HEADLESS-1", "--transform", "flipped"])
      try compositor.waitForTransform("flipped")
      let script = try Self.text(name, edge, on: "HEADLESS-1")
      let result = try compositor.run("sh", ["-c", "\(script)wait"])
      #expect(result.status == 0, "\(name): \(result.errors)")
      try compositor.waitForTransform(transform)
    }
  }

  @Test func unknownEdgeNamesAreAnsweredWithASuggestion() throws {
    for (word, edge) in [
      ("left", "left-up"), ("Right_Side_Up", "right-up"), ("inverted", "bottom-up"),
      ("up", "normal"), ("lefft-up", "left-up"),
    ] {
      let result = try Swivel.run(["export", word])
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.contains("did you mean \"\(edge)\"?"), "\(result.errors)")
    }
    #expect(!(try Swivel.run(["export", "90"]).errors.contains("did you mean")))
  }
}
