// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `swivel judge` as a process: the table, the document, the picture, and what it refuses.
@Suite struct JudgeCommandTests {
  private static let turn = "\(Swivel.packageRoot)/examples/traces/turn-left-up.csv"

  @Test func tableHasALineForEachJudge() throws {
    let result = try Swivel.run(["judge", Self.turn])
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "turn-left-up.csv: 15 readings")
    for name in ["swivel", "android", "chromeos", "iio-sensor-proxy", "rot8"] {
      #expect(lines.count { $0.hasPrefix("  \(name) ") } == 2)
    }
    let own = lines.first { $0.hasPrefix("  swivel ") } ?? ""
    #expect(own.split(separator: " ").prefix(3) == ["swivel", "1", "195"])
  }

  @Test func jsonIsOneDocument() throws {
    let result = try Swivel.run(["judge", Self.turn, "--judge", "rot8", "--json"])
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let recordings = (json as? [String: Any])?["recordings"] as? [[String: Any]]
    let judges = recordings?.first?["judges"] as? [[String: Any]]
    #expect(judges?.map { $0["judge"] as? String } == ["rot8"])
  }

  @Test(arguments: [("svg", "<svg "), ("png", "\u{89}PNG")])
  func plotsAreDrawnAsSVGAndPNG(ending: String, start: String) throws {
    let path = NSTemporaryDirectory() + "swivel-\(UUID().uuidString).\(ending)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let hinge = "\(Swivel.packageRoot)/examples/traces/hinge/folded-laptop.csv"
    for what in [[Self.turn], ["--hinge", hinge]] {
      let result = try Swivel.run(["judge"] + what + ["--plot", path])
      #expect(result.status == 0)
      #expect(result.errors == "" && result.output.hasSuffix("\(path): written\n"))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(String(data: bytes.prefix(5), encoding: .isoLatin1)?.hasPrefix(start) == true)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func aHingeTraceYieldsPosturesOverTime() throws {
    let file = "\(Swivel.packageRoot)/examples/traces/hinge/folded-laptop.csv"
    let result = try Swivel.run(["judge", "--hinge", file])
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "folded-laptop.csv: 670 readings")
    let postures = lines.compactMap { $0.components(separatedBy: " s  ").dropFirst().first }
    #expect(
      postures.map { $0.split(separator: " ")[0] }
        == ["laptop", "tablet", "laptop", "closed", "laptop"])
    #expect(lines.contains { $0.hasPrefix("  readings without a posture: shaken ") })
    let json = try Swivel.run(["judge", "--hinge", "--json", file])
    let reports = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(reports?.first?["tabletChanges"] as? Int == 2)
  }

  @Test(arguments: [
    (["/dev/null"], "this is a device", Int32(2)),
    (["\(Swivel.packageRoot)/README.md"], "time_ms,x,y,z", 2),
    (["--judge", "compass", turn], "iio-sensor-proxy", 2),
    (["--plot", "a.gif", turn], ".svg or .png", 2), (["--hinge", turn], "base_x,base_y", 2),
    (["--hinge", "--judge", "swivel", turn], "does not go with --judge", 2),
    (["--plot", "/nonexistent/a.svg", turn], "/nonexistent/a.svg: cannot write", 2),
    (["--plot", "/nonexistent/a.png", turn], "/nonexistent/a.png: cannot write", 2),
  ])
  func invalidArgumentsAreRefused(arguments: [String], words: String, status: Int32) throws {
    let result = try Swivel.run(["judge"] + arguments)
    #expect(result.status == status)
    #expect(result.errors.contains(words))
  }

  /// The table of examples/traces/README.md; SWIVEL_RECORD=1 writes the table anew.
  @Test func theTableOfTheMadeUpRecordingsIsWhatTheCommandFinds() throws {
    let folder = "\(Swivel.packageRoot)/examples/traces"
    let names = ["shaken-laptop", "shaken-tablet", "swung-tablet"]
    let judges = ["iio-sensor-proxy", "rot8", "chromeos", "android", "swivel"]
    let result = try Swivel.run(["judge", "--json"] + names.map { "\(folder)/\($0).csv" })
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let parts = try #require((json as? [String: Any])?["recordings"] as? [[String: Any]])
    var table = [
      "| | samples | magnitude in g: least, median, most | turns: iio-sensor-proxy / rot8 / ChromeOS / "
        + "Android / swivel |", "|---|---|---|---|",
    ]
    for (name, part) in zip(names, parts) {
      let found = part["judges"] as? [[String: Any]] ?? []
      let turns = judges.map { judge in
        let own = found.first { $0["judge"] as? String == judge }
        let count = (own?["turns"] as? Int) ?? -1
        return judge == "swivel" ? "**\(count)**" : "\(count)"
      }
      let lengths = try magnitudes("\(folder)/\(name).csv")
      let spread = [lengths.first, lengths[lengths.count / 2], lengths.last]
        .compactMap { $0.map { String(format: "%.2f", $0) } }.joined(separator: ", ")
      table.append(
        "| `\(name).csv` | \(lengths.count) | \(spread) | \(turns.joined(separator: " / ")) |")
    }
    let page = URL(fileURLWithPath: "\(folder)/README.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let begin = "<!-- made-up recordings: written by JudgeCommandTests -->\n"
    let head = try #require(text.range(of: begin))
    let tail = try #require(text.range(of: "<!-- end -->", range: head.upperBound..<text.endIndex))
    let wanted = table.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["SWIVEL_RECORD"] == "1" {
      let new = text.replacingCharacters(in: head.upperBound..<tail.lowerBound, with: wanted)
      return try Data(new.utf8).write(to: page)
    }
    let written = text[head.upperBound..<tail.lowerBound]
    #expect(written == wanted, "examples/traces/README.md is stale: run again with SWIVEL_RECORD=1")
  }

  /// Returns the magnitudes of a recording in g, in ascending order.
  private func magnitudes(_ path: String) throws -> [Double] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
      let values = line.split(separator: ",").compactMap { Double($0) }
      guard values.count == 4 else { return nil }
      return values.dropFirst().map { $0 * $0 }.reduce(0, +).squareRoot() / 9.80665
    }.sorted()
  }
}
