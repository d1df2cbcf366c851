// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Formats
import Foundation
import Judging
import Orientation
import Recording
import Report
import Sensing
import Testing

/// An SVG document as an XML parser reads it.
struct DrawnPlot: Decodable {
  /// An element that draws; `parts` are the texts inside.
  struct Element: Decodable {
    let kind: String
    let attributes: [String: String]
    let parts: [String]

    func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
  }

  let width: Double
  let height: Double
  let elements: [Element]

  /// Returns the elements; throws if the document is no well-formed XML.
  static func read(_ svg: String) throws -> DrawnPlot {
    let folder = ScratchFolder()
    let program = """
      import json, sys
      from xml.etree import ElementTree
      root = ElementTree.parse(sys.argv[1]).getroot()
      space = "{http://www.w3.org/2000/svg}"
      assert root.tag == space + "svg", root.tag
      print(json.dumps({"width": float(root.get("width")), "height": float(root.get("height")),
        "elements": [{"kind": e.tag.removeprefix(space), "attributes": e.attrib,
                      "parts": list(e.itertext())} for e in root]}))
      """
    let text = try Tool.run(["python3", "-c", program, try folder.write(svg, to: "plot.svg")])
    return try JSONDecoder().decode(DrawnPlot.self, from: Data(text.utf8))
  }

  /// The texts of the picture, in the order of the document.
  var texts: [String] { elements.filter { $0.kind == "text" }.flatMap(\.parts) }

  /// Returns the texts whose baseline begins at x, from the top to the bottom.
  func texts(x: Double) -> [String] {
    elements.filter { $0.kind == "text" && $0.number("x") == x }
      .sorted { $0.number("y") < $1.number("y") }.flatMap(\.parts)
  }

  /// Returns the rectangles beside a name, from the left to the right.
  func band(_ name: String) -> [Element] {
    let label = elements.first { $0.kind == "text" && $0.parts == [name] && $0.number("x") == 12 }
    let top = (label?.number("y") ?? .nan) - 13
    return elements.filter { $0.kind == "rect" && abs($0.number("y") - top) < 0.2 }
      .sorted { $0.number("x") < $1.number("x") }
  }

  func paths(_ kind: String) -> [Element] {
    elements.filter { $0.kind == "path" && $0.attributes["class"] == kind }
  }
}

/// `JudgePlot`: the picture of a recording.
@Suite struct JudgePlotTests {
  private static let traces = ExampleFiles.root.appending(path: "examples/traces").path

  private static func recording(_ name: String) throws -> Recording {
    try Recording.load(path: "\(traces)/\(name).csv")
  }

  @Test func aPlotHasTheAxesAndTheNameOfEachJudge() throws {
    let recording = try Self.recording("turn-left-up")
    let comparison = JudgeComparison(judges: JudgeName.all, recordings: [recording])
    let plot = try DrawnPlot.read(JudgePlot(comparison).svg)
    #expect(plot.width == 1000 && plot.height == 330)
    #expect(plot.texts(x: 12) == ["left up", "top up", "right up"] + JudgeName.all)
    #expect(plot.texts(x: 130) == ["turn-left-up.csv"])
    let seconds = plot.texts.filter { $0.hasSuffix(" s") }
    #expect(seconds.prefix(3) == ["0.0 s", "0.5 s", "1.0 s"])
    // Three lines with labels, four diagonals, a tick for each label of the time.
    #expect(plot.paths("rule").count == 3 + seconds.count)
    #expect(plot.paths("diagonal").count == 4)
  }

  @Test func theCurveRisesFromTopUpToLeftUp() throws {
    let recording = try Self.recording("turn-left-up")
    let plot = try DrawnPlot.read(
      JudgePlot(JudgeComparison(judges: ["swivel"], recordings: [recording])).svg)
    let curve = try #require(plot.paths("curve").first?.attributes["d"])
    #expect(plot.paths("curve").count == 1)
    let points = curve.dropFirst().split(separator: "L").map { point in
      point.split(separator: " ").compactMap { Double($0) }
    }
    #expect(points.count == recording.readings.count)
    #expect(points.first?[0] == 130 && points.last?[0] == 985)
    // 150 units are 360 degrees; 0 is in the middle, left up above it.
    let degrees = points.map { (30 + 26 + 75 - $0[1]) * 360 / 150 }
    #expect(abs(degrees[0] - 12) < 1 && degrees[11] > 85)
  }

  @Test(arguments: ["turn-left-up", "shaken-laptop", "shaken-tablet", "swung-tablet"])
  func aBandShowsAsManyTurnsAsTheTableCounts(name: String) throws {
    let comparison = JudgeComparison(
      judges: JudgeName.all, recordings: [try Self.recording(name)])
    let plot = try DrawnPlot.read(JudgePlot(comparison).svg)
    for result in comparison.parts[0].results {
      let band = plot.band(result.judge)
      let shown = band.flatMap(\.parts).filter { !$0.hasPrefix("face-") }
      let turns = zip(["portrait"] + shown, shown).count { $0 != $1 }
      #expect(turns == result.run.turns.count, "\(result.judge): \(shown)")
      for (element, next) in zip(band, band.dropFirst()) {
        let end = element.number("x") + element.number("width")
        #expect(abs(end - next.number("x")) < 0.7, "\(result.judge)")
      }
    }
  }

  @Test func recordingsStandBelowOneAnother() throws {
    let recording = try Self.recording("turn-left-up")
    let one = try DrawnPlot.read(
      JudgePlot(JudgeComparison(judges: ["rot8"], recordings: [recording])).svg)
    let two = try DrawnPlot.read(
      JudgePlot(JudgeComparison(judges: ["rot8"], recordings: [recording, recording])).svg)
    #expect(two.height - 30 == 2 * (one.height - 30))
    #expect(two.texts(x: 12) == one.texts(x: 12) + one.texts(x: 12))
  }

  @Test func aHingePlotShowsThePosturesInTheirOrder() throws {
    let trace = try HingeTrace.load(path: "\(Self.traces)/hinge/folded-laptop.csv")
    let plot = try DrawnPlot.read(JudgePlot([trace]).svg)
    #expect(
      plot.band("posture").flatMap(\.parts) == ["laptop", "tablet", "laptop", "closed", "laptop"])
    #expect(plot.texts(x: 12) == ["right round", "180°", "closed", "posture"])
    #expect(plot.paths("diagonal").count == 2)
    // Readings without an angle interrupt the curve.
    #expect(plot.paths("curve").count > 1)
  }

  @Test func aRecordingWithoutAReadingIsAnErrorAtItsStart() throws {
    let folder = ScratchFolder()
    try folder.write("time_ms,x,y,z\n", to: "empty.csv")
    let error = #expect(throws: InputError.self) {
      try Recording.load(path: "\(folder.path)/empty.csv")
    }
    let text = try #require(error).description
    let start = "\(folder.path)/empty.csv:1:1: found no sample that can be used"
    #expect(text.hasPrefix(start), "\(text)")
    try folder.write("time_ms,x,y,z\n0,0,0,9.8\n", to: "one.csv")
    #expect(try Recording.load(path: "\(folder.path)/one.csv").name == "one.csv")
  }

  @Test func aNameOfAFileNeverBecomesMarkup() throws {
    let samples = try AccelerometerTrace.load(path: "\(Self.traces)/turn-left-up.csv").samples
    let recording = Recording(name: "</text><script>&\"\u{1B}.csv", samples: samples)
    let svg = JudgePlot(JudgeComparison(judges: ["swivel"], recordings: [recording])).svg
    #expect(!svg.contains("<script"))
    #expect(try DrawnPlot.read(svg).texts(x: 130)[0].hasPrefix("</text><script>&\""))
  }

  @Test(arguments: [1, 999_999, 3_600_000, 2_000_000_000])
  func theTimeAxisHasAtMostThirteenTicks(milliseconds: Int64) throws {
    let header = "time_ms,x,y,z\n"
    let trace = try AccelerometerTrace.parse(
      header + "0,0,9.81,0\n\(milliseconds),0,9.81,0\n", file: "long.csv")
    let recording = Recording(name: "long.csv", samples: trace.samples)
    let plot = try DrawnPlot.read(
      JudgePlot(JudgeComparison(judges: ["swivel"], recordings: [recording])).svg)
    let seconds = plot.texts.filter { $0.hasSuffix(" s") }
    #expect((2...13).contains(seconds.count), "\(seconds)")
  }
}
