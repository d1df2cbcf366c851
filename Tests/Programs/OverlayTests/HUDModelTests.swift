// SPDX-License-Identifier: Apache-2.0
import Control
import Drawing
import Explanation
import Formats
import Testing
import Text

@testable import swivel_overlay

@Suite struct HUDModelTests {
  private var model = HUDModel(OverlayOptions())

  private static func decision(_ number: Int, _ outcome: String, at: Int64 = 0) -> ControlEvent {
    .decision(
      .object([
        .init("decision", .int(Int64(number))), .init("at", .int(at)),
        .init("outcome", .string(outcome)), .init("line", .string("line \(number)")),
      ]))
  }

  private static func report(_ result: String, at: Int64 = 0) -> ControlEvent {
    .output(
      .object([
        .init("at", .int(at)), .init("output", "eDP-1"), .init("result", .string(result)),
      ]))
  }

  private static func state(_ transform: String, wanted: String) -> JSONValue {
    .object([
      .init(
        "outputs",
        .array([
          .object([
            .init("name", "eDP-1"), .init("turns", true), .init("held-by-other", false),
            .init("transform", .string(transform)), .init("wanted", .string(wanted)),
          ])
        ]))
    ])
  }

  private static let turning = state("normal", wanted: "90")
  private static let still = state("90", wanted: "90")

  private static let explanation: JSONValue = .object([
    .init(
      "windows",
      .array([
        .object([
          .init("window", "main"), .init("shown", true), .init("turn", false),
          .init("turn-origin", "written"), .init("culprit", false),
        ]),
        .object([
          .init("window", "menu"), .init("shown", false), .init("turn", true),
          .init("turn-origin", "default"), .init("culprit", true),
        ]),
      ])),
    .init("fixes", .array(["let \"menu\" follow the key window", "another"])),
  ])

  @Test mutating func threeLinesNameVerdictCulpritAndFix() {
    let action1 = model.receive(Self.decision(3, "split"), state: Self.still)
    #expect(action1 == .explain(3))
    model.receive(explanation: Self.explanation, text: "SW0301 split: the bar alone", of: 3)
    #expect(
      model.lines == [
        "≠ SW0301 split: the bar alone",
        "to blame: \"menu\" · hidden · YES by default",
        "fix: let \"menu\" follow the key window",
      ])
    #expect(model.isAlarming)
  }

  @Test mutating func theSentenceAboutAMissedTurnStays() {
    let sentence = "the screen did not rotate: mpv had the focus and its rule allows landscape only"
    let entry: JSONValue = [
      "decision": 3, "outcome": "blocked", "line": "line 3", "missed-turn": .string(sentence),
    ]
    _ = model.receive(.decision(entry), state: Self.still)
    model.receive(explanation: Self.explanation, text: "SW0101 blocked: …", of: 3)
    #expect(model.lines.first == "■ \(sentence)" && model.lines.count == 3)
  }

  @Test mutating func theTextStaysWhileARotationIsPending() {
    let action2 = model.receive(Self.decision(4, "turned", at: 1_000_000), state: Self.turning)
    #expect(action2 == .explain(4))
    #expect(model.lines == ["✔ line 4", "#4 applying…"])
    let before = model.lines
    let action3 = model.receive(Self.decision(5, "blocked"), state: Self.turning)
    #expect(action3 == nil)
    #expect(model.lines == before)
    // What waited comes when the turn is over.
    let action4 = model.receive(Self.report("confirmed", at: 85_000_000), state: Self.still)
    #expect(action4 == .explain(5))
    #expect(model.lines == ["■ line 5"])
  }

  @Test mutating func aNewerDecisionReplacesTheOneThatWaited() {
    _ = model.receive(Self.decision(4, "turned"), state: Self.turning)
    _ = model.receive(Self.decision(5, "blocked"), state: Self.turning)
    // The rotation ends without a report of the output.
    _ = model.receive(.overlay(.show), state: Self.still)
    _ = model.receive(Self.decision(6, "turned"), state: Self.still)
    let action = model.receive(Self.report("confirmed"), state: Self.still)
    #expect(action == nil)
    #expect(model.lines.first == "✔ line 6")
  }

  @Test mutating func aConfirmedRotationShowsItsDuration() {
    _ = model.receive(Self.decision(4, "turned", at: 1_000_000), state: Self.turning)
    _ = model.receive(Self.report("confirmed", at: 85_000_000), state: Self.still)
    #expect(model.lines == ["✔ line 4", "#4 applied after 84 ms"])
    #expect(!model.isAlarming)
  }

  @Test mutating func aRefusedTurnIsAlarming() {
    _ = model.receive(Self.decision(4, "turned"), state: Self.turning)
    _ = model.receive(Self.report("refused"), state: Self.still)
    #expect(model.lines == ["✖ line 4", "#4 the display server refused"])
    #expect(model.isAlarming)
  }

  @Test mutating func lateExplanationsOfOtherDecisionsAreDropped() {
    _ = model.receive(Self.decision(4, "turned"), state: Self.still)
    model.receive(explanation: Self.explanation, text: "old", of: 3)
    #expect(model.lines == ["✔ line 4"])
  }

  @Test mutating func aWindowThatWouldSplitTheNextTurnIsMarked() {
    let warning: JSONValue = .object([
      .init("text", "SW0301 window \"x\" would split the next turn")
    ])
    _ = model.receive(.warning(warning), state: Self.still)
    #expect(model.lines == ["▲ SW0301 window \"x\" would split the next turn"])
  }

  @Test mutating func detailLevelsAreCycledHiddenAndShown() {
    _ = model.receive(Self.decision(3, "split"), state: Self.still)
    model.receive(explanation: Self.explanation, text: "split", of: 3)
    #expect(model.lines.count == 3)
    _ = model.receive(.overlay(.cycle), state: nil)
    #expect(model.lines.count == 1)
    _ = model.receive(.overlay(.cycle), state: nil)
    #expect(model.lines.isEmpty)
    _ = model.receive(.overlay(.cycle), state: nil)
    #expect(model.lines.count == 3)
    _ = model.receive(.overlay(.hide), state: nil)
    #expect(model.lines.isEmpty)
    _ = model.receive(.overlay(.show), state: nil)
    #expect(model.lines.count == 3)
    let action5 = model.receive(.overlay(.quit), state: nil)
    #expect(action5 == .quit)
    let action6 = model.receive(.end, state: nil)
    #expect(action6 == .quit)
  }

  @Test func windowNamesCannotEmitControlCharacters() {
    var model = HUDModel(OverlayOptions())
    _ = model.receive(Self.decision(3, "split"), state: nil)
    let row: JSONValue = .object([.init("window", "a\u{1B}[2J\nb"), .init("culprit", true)])
    model.receive(explanation: .object([.init("windows", .array([row]))]), text: "x", of: 3)
    #expect(!model.lines.joined().unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func coloursHaveContrast() {
    func light(_ colour: RGB) -> Double {
      let parts = [colour.red, colour.green, colour.blue].map { part in
        // The square is within 0.02 of sRGB's curve here, which leaves room enough.
        part <= 0.03928 ? part / 12.92 : part * part
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    for colour in HUDTone.allCases.map(\.colour) + [.text] {
      #expect((light(colour) + 0.05) / (light(.plate) + 0.05) >= 4.5 * 1.2)
    }
    #expect(Set(HUDTone.allCases.map(\.symbol)).count == HUDTone.allCases.count)
  }

  @Test func overlayOptionsSurviveEncoding() {
    var options = OverlayOptions()
    (options.corner, options.detail, options.font) = (.bottomLeft, .short, "DejaVu \"Sans\"")
    (options.fontSize, options.width, options.margin, options.stay) = (20, 800, 0, 0)
    (options.output, options.language, options.notifies) = ("DSI-1", .chinese, true)
    #expect(OverlayOptions(options.json) == options)
    let wrong: JSONValue = .object([.init("size", .int(1 << 40)), .init("corner", "middle")])
    #expect(OverlayOptions(wrong) == OverlayOptions())
  }
}
