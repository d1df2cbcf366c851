// SPDX-License-Identifier: Apache-2.0
import Control
import Fixtures
import Formats
import Foundation
import Orientation
import Testing

@testable import swivel_overlay

@Suite struct SuggestionModelTests {
  private typealias Action = SuggestionModel.Action

  private var model = SuggestionModel(.suggestion, beginning: Self.state("portrait"))

  /// How things stand on a portrait panel: how the device is held, what is shown and what is wanted.
  private static func state(
    _ device: String, shown: String = "normal", wanted: String? = nil, lock: String? = nil,
    isHeld: Bool = false
  ) -> JSONValue {
    [
      "device": .string(device), "lock": lock.map { .string($0) } ?? .null,
      "outputs": [
        ["name": "DP-1", "turns": false, "transform": "90", "wanted": "90", "shows": "portrait"],
        [
          "name": "eDP-1", "turns": true, "transform": .string(shown),
          "wanted": .string(wanted ?? shown), "shows": "portrait", "held-by-other": .bool(isHeld),
        ],
      ],
    ]
  }

  private static func decision(_ number: Int64 = 7) -> ControlEvent {
    .decision(["decision": .int(number), "outcome": "blocked"])
  }

  private static func explanation(_ window: String, isShown: Bool) -> JSONValue {
    [
      "windows": [
        ["window": "other", "app": "other", "shown": true, "culprit": false],
        ["window": .string(window), "app": "org.foot", "shown": .bool(isShown), "culprit": true],
      ], "fixes": ["let it turn"],
    ]
  }

  private static func drawn(_ actions: [SuggestionModel.Action]) -> [ButtonFace] {
    actions.compactMap { if case .draw(let face) = $0 { face } else { nil } }
  }

  /// The device turned to its right (left edge up) under a lock.
  private mutating func beginLocked(_ lock: String = "current") -> [SuggestionModel.Action] {
    model.receive(Self.decision(), Self.state("landscape-right", lock: lock))
  }

  @Test mutating func aLockShowsTheButtonAtOnce() {
    let actions = beginLocked()
    let face = ButtonFace(rows: ["rotation is locked"], marked: nil, quarters: 1, strength: 1)
    #expect(actions == [.draw(face), .wake(after: .seconds(5))])
    guard case .shown = model.state else {
      Issue.record("\(model.state)")
      return
    }
  }

  @Test mutating func aButtonWithoutATimeoutSchedulesNoWakeUp() {
    var options = OverlayOptions.suggestion
    options.stay = 0
    model = SuggestionModel(options, beginning: Self.state("portrait"))
    #expect(beginLocked().last == .rest)
  }

  @Test mutating func aTapRotatesUnderACurrentLockAndUnlocksOthers() {
    for (lock, request) in [
      ("current", ControlRequest.rotate(.by(1))), ("portrait", .unlock), ("natural", .unlock),
    ] {
      model = SuggestionModel(.suggestion, beginning: Self.state("portrait"))
      _ = beginLocked(lock)
      #expect(Self.drawn(model.pressed(row: 0)).first?.marked == 0)
      #expect(model.released(row: 0) == [.hide, .rest, .send(request)], "\(lock)")
      #expect(model.state == .hidden)
    }
  }

  /// The pose, what is shown and what is wanted, and by how many quarter turns they differ; nil for
  /// nothing to suggest.
  @Test(arguments: [
    ("landscape-right", "normal", "normal", 1), ("landscape-left", "normal", "normal", 3),
    ("portrait-upside-down", "normal", "normal", 2), ("portrait-upside-down", "90", "90", 1),
    ("landscape-right", "270", "270", 2), ("landscape-right", "90", "90", nil),
    ("landscape-right", "normal", "90", nil), ("face-up", "normal", "normal", nil),
    ("unknown", "normal", "normal", nil), ("landscape-right", "flipped", "flipped", nil),
    ("nonsense", "normal", "normal", nil), ("landscape-right", "nonsense", "nonsense", nil),
  ])
  func onlyAPoseThatIsNotShownIsSuggested(
    device: String, shown: String, wanted: String, quarters: Int?
  ) {
    let state = Self.state(device, shown: shown, wanted: wanted)
    #expect(RotationSuggestion(state, decision: 1)?.quarters == quarters)
    #expect(
      RotationSuggestion(
        Self.state(device, shown: shown, wanted: wanted, isHeld: true), decision: 1)
        == nil)
    #expect(RotationSuggestion(["outputs": []], decision: 1) == nil)
  }

  @Test mutating func theExplanationIsRequestedBeforeTheButtonIsShown() {
    let actions = model.receive(Self.decision(), Self.state("landscape-right"))
    #expect(actions == [.explain(7), .wake(after: SuggestionModel.nameWait)])
    #expect(model.receive(explanation: [:], text: "", of: 6) == [])
    let shown = model.receive(
      explanation: Self.explanation("foot", isShown: false), text: "blocked", of: 7)
    #expect(Self.drawn(shown).map(\.rows) == [["foot (hidden) keeps portrait"]])
    // A late answer changes nothing any more.
    #expect(model.receive(explanation: [:], text: "", of: 7) == [])
  }

  @Test mutating func withoutAnExplanationTheButtonNamesNoWindow() {
    _ = model.receive(Self.decision(), Self.state("landscape-right"))
    #expect(Self.drawn(model.wake()).map(\.rows) == [["the screen keeps portrait"]])
  }

  @Test mutating func onlyANewDeviceOrientationBeginsASuggestion() {
    let held = Self.state("landscape-right", lock: "current")
    model = SuggestionModel(.suggestion, beginning: held)
    #expect(model.receive(Self.decision(), held) == [])
    // Flat keeps what was, so coming back from it is no news.
    #expect(model.receive(Self.decision(), Self.state("face-up", lock: "current")) == [])
    #expect(model.receive(Self.decision(), held) == [])
    #expect(!model.receive(Self.decision(), Self.state("landscape-left", lock: "current")).isEmpty)
  }

  @Test(arguments: [
    Self.state("landscape-right", shown: "90"), Self.state("landscape-right", wanted: "90"),
    Self.state("landscape-right"), Self.state("portrait", lock: "current"),
    Self.state("landscape-right", lock: "current", isHeld: true),
  ])
  mutating func anOutdatedSuggestionIsHidden(state: JSONValue) {
    _ = beginLocked()
    #expect(model.receive(.output([:]), state) == [.hide, .rest])
    #expect(model.state == .hidden)
  }

  @Test mutating func aValidSuggestionStaysUntilTheDaemonEnds() {
    _ = beginLocked()
    #expect(model.receive(.warning([:]), Self.state("landscape-right", lock: "current")) == [])
    #expect(model.receive(.missed(3), nil) == [])
    #expect(model.receive(.end, nil) == [.hide, .rest, .quit])
  }

  @Test mutating func theButtonFadesOutInSteps() {
    _ = beginLocked()
    var strengths: [Double] = []
    for _ in 0..<SuggestionModel.fadeSteps {
      let actions = model.wake()
      #expect(actions.last == .wake(after: .milliseconds(20)))
      strengths += Self.drawn(actions).map(\.strength)
    }
    #expect(strengths == strengths.sorted(by: >) && strengths.last == 0)
    #expect(model.wake() == [.hide, .rest])
    #expect(model.wake() == [])
  }

  @Test mutating func aPressStopsTheFadeAndSlidingOffCancels() {
    _ = beginLocked()
    _ = model.wake()
    #expect(model.pressed(row: 0).last == .wake(after: SuggestionModel.longPress))
    #expect(model.released(row: nil).last == .wake(after: .seconds(5)))
    guard case .shown = model.state else {
      Issue.record("\(model.state)")
      return
    }
  }

  /// What a long press offers under a lock, and with a window that keeps the output.
  @Test(arguments: [
    ("current" as String?, ["Turn once", "Unlock rotation", "Why?"]),
    ("portrait", ["Unlock rotation", "Why?"]),
    (nil, ["Turn once", "Why?", "Never for this window"]),
  ])
  mutating func aLongPressOffersTheChoicesThatApply(lock: String?, rows: [String]) {
    _ = model.receive(Self.decision(), Self.state("landscape-right", lock: lock))
    _ = model.receive(explanation: Self.explanation("foot", isShown: true), text: "", of: 7)
    _ = model.pressed(row: 0)
    let actions = model.wake()
    #expect(Self.drawn(actions).map(\.rows) == [rows])
    #expect(actions.last == .wake(after: SuggestionModel.attended))
    // The finger that pressed for long leaves without choosing.
    #expect(model.released(row: 0) == [])
    // One that slides to another row chooses nothing either.
    #expect(Self.drawn(model.pressed(row: 1)).first?.marked == 1)
    #expect(Self.drawn(model.released(row: 0)).first?.marked == nil)
    #expect(model.pressed(row: 40) != [] && !Self.drawn(model.released(row: 40)).isEmpty)
  }

  private mutating func choose(_ row: Int) -> [SuggestionModel.Action] {
    _ = model.pressed(row: 0)
    _ = model.wake()
    _ = model.released(row: 0)
    _ = model.pressed(row: row)
    return model.released(row: row)
  }

  @Test mutating func theWhyRowShowsTheReasonsUntilATap() {
    _ = beginLocked()
    #expect(choose(2).last == .explain(7))
    let actions = model.receive(
      explanation: Self.explanation("foot", isShown: true), text: "blocked: locked\nW-1", of: 7)
    #expect(
      Self.drawn(actions).map(\.rows) == [["blocked: locked", "W-1", "fix: let it turn"]])
    #expect(model.pressed(row: 0) == [])
    #expect(model.released(row: 0) == [.hide, .rest])
  }

  @Test mutating func theNeverRowSilencesOneApplication() {
    _ = model.receive(Self.decision(), Self.state("landscape-right"))
    _ = model.receive(explanation: Self.explanation("foot", isShown: true), text: "", of: 7)
    #expect(choose(2) == [.hide, .rest, .keepQuiet(["org.foot"])])
    model = SuggestionModel(.suggestion, beginning: Self.state("portrait"), quiet: ["org.foot"])
    _ = model.receive(Self.decision(8), Self.state("landscape-left"))
    #expect(
      model.receive(explanation: Self.explanation("foot#2", isShown: true), text: "", of: 8)
        == [.hide, .rest])
    _ = model.receive(Self.decision(9), Self.state("landscape-right", lock: "current"))
    #expect(model.suggestion != nil)
  }

  private static func unknown(_ shown: String, asks: Bool = true) -> JSONValue {
    [
      "device": "face-up", "lock": .null,
      "outputs": [
        [
          "name": "DPI-1", "turns": false, "transform": .string(shown), "wanted": .string(shown),
          "asks-orientation": .bool(asks),
        ]
      ],
    ]
  }

  @Test(
    arguments: [
      (1, "90", Transform.rotated90), (2, "90", .rotated180), (3, "90", .normal),
      (4, "90", .rotated270), (5, "90", nil),
    ] as [(Int, String, Transform?)])
  mutating func anAnswerTellsHowAnOutputIsRotated(
    row: Int, shown: String, transform: Transform?
  ) {
    let asking = model.begin(Self.unknown(shown))
    #expect(asking.last == .wake(after: SuggestionModel.attended))
    #expect(Self.drawn(asking).first?.rows.first == "Is DPI-1 the right way up?")
    #expect(model.output == "DPI-1" && model.choices.count == 5)
    // The question itself is no answer, and a finger may slide off.
    #expect(Self.drawn(model.pressed(row: 0)).first?.marked == nil)
    #expect(model.released(row: 0) == [])
    _ = model.pressed(row: row)
    _ = model.released(row: nil)
    #expect(Self.drawn(model.pressed(row: row)).first?.marked == row)
    #expect(
      model.released(row: row)
        == [.hide, .rest, .send(.orient(output: "DPI-1", transform))])
    // The daemon's next state no longer asks; another output's would be asked.
    #expect(model.receive(.output([:]), Self.unknown(shown)) == [])
  }

  @Test mutating func aQuestionIsAskedOnceAndEndsWithItsCause() {
    #expect(model.begin(Self.unknown("flipped")) == [])
    #expect(model.begin(Self.unknown("normal", asks: false)) == [])
    #expect(model.receive(.output([:]), Self.unknown("normal")).count == 2)
    #expect(model.receive(.output([:]), Self.unknown("normal")) == [])
    #expect(model.receive(.output([:]), Self.unknown("normal", asks: false)) == [.hide, .rest])
    #expect(model.receive(.output([:]), Self.unknown("normal")) == [])
    var again = SuggestionModel(.suggestion, beginning: nil)
    _ = again.begin(Self.unknown("normal"))
    #expect(again.wake() == [.hide, .rest])
    _ = model.begin(Self.unknown("normal"))
    #expect(model.choose(name: "left") == [])
  }

  @Test func silencedApplicationsAreStoredAndBounded() throws {
    let home = ScratchFolder()
    let store = QuietApplications { $0 == "HOME" ? home.path : nil }
    #expect(try store.load() == [])
    let many = (0...QuietApplications.most).map { "app\($0)" }
    #expect(store.keep(many) == nil)
    #expect(try store.load() == Array(many.dropFirst()))
    try home.write("{", to: ".local/state/swivel/suggest.json")
    #expect(throws: InputError.self) { try store.load() }
    #expect(QuietApplications { _ in nil }.keep(["a"])?.contains("XDG_STATE_HOME") == true)
  }

  @Test(arguments: 0...3)
  func theButtonsCornerFollowsTheDeviceOrientation(quarters: Int) {
    let corners: [OverlayOptions.Corner] = [.bottomRight, .topRight, .topLeft, .bottomLeft]
    #expect(OverlayOptions.Corner.bottomRight.turned(by: quarters) == corners[quarters])
    // Two rows of 200 logical pixels, turned on their surface.
    let face = ButtonFace(rows: ["a", "b"], marked: nil, quarters: quarters, strength: 1)
    let surface = face.transform.apply(to: Size(width: 200, height: 96))
    let places: [[Point]] = [
      [Point(x: 10, y: 10), Point(x: 10, y: 90)], [Point(x: 10, y: 190), Point(x: 90, y: 190)],
      [Point(x: 190, y: 90), Point(x: 190, y: 10)], [Point(x: 90, y: 10), Point(x: 10, y: 10)],
    ]
    #expect(places[quarters].map { face.row(at: $0, of: surface) } == [0, 1])
    #expect(face.row(at: Point(x: -5, y: 300), of: surface) == nil)
  }
}
