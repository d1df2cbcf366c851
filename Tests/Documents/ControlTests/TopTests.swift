// SPDX-License-Identifier: Apache-2.0
import Formats
import Testing

@testable import Control

@Suite struct TopTests {
  private static let status: JSONValue = .object([
    .init("program", "9.9"), .init("rules", "desktop"), .init("sensor", "proxy"),
    .init("up", .int(61_000_000_000)), .init("device", "portrait"), .init("lock", nil),
    .init("windows", .int(2)), .init("conflicts", .array([])),
    .init(
      "outputs",
      .array([
        .object([
          .init("name", "eDP-1"), .init("turns", true), .init("transform", "normal"),
          .init("wanted", "90"), .init("shows", "landscape-left"), .init("held-by-other", false),
        ])
      ])),
  ])

  private static func entry(_ number: Int) -> JSONValue {
    .object([
      .init("decision", .int(Int64(number))), .init("code", "SW0201"),
      .init("line", .string("line \(number) " + String(repeating: "x", count: 300))),
    ])
  }

  private static func model(_ count: Int) -> TopModel {
    TopModel(
      status: status,
      history: .object([.init("entries", .array((0..<count).map { entry($0) }))]))
  }

  @Test(arguments: [(8, 40), (24, 80), (60, 200), (1, 1)])
  func theViewFitsItsRowsAndColumns(rows: Int, columns: Int) {
    var model = Self.model(50)
    model.receive(
      text: (0..<100).map { "explained \($0)" }.joined(separator: "\n"), of: model.number ?? -1)
    let lines = TopView(model, rows: rows, columns: columns, isColoured: false).lines
    #expect(lines.count == max(8, rows))
    #expect(lines.allSatisfy { $0.count <= max(40, columns) })
    #expect(lines.contains { $0.hasPrefix("> #49 SW0201") })
  }

  @Test func theViewShowsRulesDeviceAndOutputs() {
    let text = TopView(Self.model(1), rows: 24, columns: 120, isColoured: false).lines
      .joined(separator: "\n")
    #expect(text.contains("rules desktop") && text.contains("device top edge up"))
    #expect(text.contains("eDP-1 normal (top edge up), on its way to 90 (left edge up)"))
    #expect(!text.contains("\u{1B}"))
    #expect(TopView(Self.model(0), rows: 24, columns: 80, isColoured: false).lines.count == 24)
  }

  @Test func aLongSensorHasALineOfItsOwnWithItsEnd() {
    var model = Self.model(1)
    let path = "iio:/sys/devices/pci0000:00/0000:00:13.0/HID-SENSOR-200073.3.auto/iio:device12"
    _ = model.receive(.change(.posture("tablet")), state: ["sensor": .string(path)])
    func head(_ columns: Int) -> [String] {
      Array(TopView(model, rows: 24, columns: columns, isColoured: false).lines.prefix(2))
    }
    #expect(head(160)[0].contains("sensor \(path)   up 61 s"))
    #expect(head(100)[0] == "swivel 9.9   rules desktop   up 61 s at the start   windows 2")
    #expect(head(100)[1] == "sensor \(path)")
    let narrow = head(50)[1]
    #expect(narrow.count == 50 && narrow.hasPrefix("sensor iio:/sys/devices/"))
    #expect(narrow.hasSuffix("auto/iio:device12") && narrow.contains("…"))
  }

  @Test func theNewestDecisionIsFollowedUntilAnOlderIsSelected() {
    var model = Self.model(3)
    #expect(model.number == 2)
    let done1 = model.receive(.decision(Self.entry(3)), state: nil)
    #expect(done1)
    #expect(model.number == 3)
    let done2 = model.move(by: 2)
    #expect(done2)
    #expect(model.number == 1)
    let done3 = model.receive(.decision(Self.entry(4)), state: nil)
    #expect(!done3)
    #expect(model.number == 1)
    let done4 = model.move(by: 100)
    #expect(done4)
    #expect(model.number == 0)
    let done5 = model.move(by: 1)
    #expect(!done5)
    let done6 = model.move(by: -100)
    #expect(done6)
    #expect(model.number == 4)
  }

  @Test func aSelectedDecisionThatLeavesTheListIsReplacedWithItsExplanation() {
    var model = Self.model(TopModel.most)
    let hasMoved = model.move(by: TopModel.most)
    #expect(hasMoved && model.number == 0)
    model.receive(text: "old", of: 0)
    let isOther = model.receive(.decision(Self.entry(TopModel.most)), state: nil)
    #expect(isOther && model.number == 1 && model.explanation.isEmpty)
  }

  @Test func explanationsOfOtherDecisionsAreDropped() {
    var model = Self.model(3)
    model.receive(text: "late", of: 1)
    #expect(model.explanation.isEmpty)
    model.receive(text: "a\n\nb", of: 2)
    #expect(model.explanation == ["a", "", "b"])
  }

  @Test func theMissedTurnAndARestingSensorAreShown() {
    var model = Self.model(1)
    let state: JSONValue = [
      "edge-up": "left",
      "missed-turn": ["decision": 0, "text": "the screen did not rotate: mpv had the focus"],
      "sensor-rests": ["reason": "rotation-lock", "text": "rotation is locked"],
    ]
    _ = model.receive(.change(.posture("tablet")), state: state)
    let lines = TopView(model, rows: 24, columns: 120, isColoured: false).lines
    #expect(lines.contains("■ the screen did not rotate: mpv had the focus"))
    #expect(
      lines.contains {
        $0.contains("device left edge up as last read (the sensor rests: rotation is locked)")
      })
  }

  @Test func aWarningIsShownUntilTheNextDecision() {
    var model = Self.model(1)
    _ = model.receive(.warning(.object([.init("text", "window x would split")])), state: nil)
    let lines = TopView(model, rows: 24, columns: 80, isColoured: false).lines
    #expect(lines.contains("▲ window x would split"))
    _ = model.receive(.decision(Self.entry(1)), state: nil)
    #expect(model.warning == nil)
  }
}
