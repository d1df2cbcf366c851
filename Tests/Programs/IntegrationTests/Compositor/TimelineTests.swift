// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Bus
import EventLoop
import Experiments
import Glibc
import HeadlessCompositor
import Orientation
import Scenarios
import Testing

@testable import swivel_tablet

/// The timeline of `swivel tablet`: its marks, and what play, pause and step do.
@Suite(.serialized) struct TimelineTests {
  private typealias Model = TimelineModel

  @Test func decisionsAreMarksAndEventsToComeAreRings() {
    let kinds: [Model.Kind] = [.quiet, .quiet, .fault, .turned]
    let model = Model(kinds[...], shown: nil, coming: 2, width: 300)
    #expect(model.marks.map(\.kind) == kinds + [.coming, .coming])
    #expect(model.marks.map(\.decision) == [0, 1, 2, 3, nil, nil])
    #expect(model.marks.map(\.x) == [8, 32, 56, 80, 104, 128])
    #expect(model.current == 3)
    #expect(model.decision(at: 50) == 2)
    // A click behind the last decision means the last one.
    #expect(model.decision(at: 290) == 3)
    #expect(Model(kinds[...], shown: 1, coming: 0, width: 300).current == 1)
    let empty = Model([], shown: nil, coming: 1, width: 300)
    #expect(empty.current == nil && empty.decision(at: 8) == nil && empty.marks.count == 1)
  }

  /// However many decisions there are, all marks lie within the track, the shown one among them.
  @Test func aLongHistoryKeepsTheMarksAroundTheShownDecision() {
    let kinds = ArraySlice((0..<1500).map { _ in Model.Kind.turned })[400...]
    for shown in [nil, 400, 401, 900, 1498] {
      for width in [60.0, 61, 300] {
        let model = Model(kinds, shown: shown, coming: 3, width: width)
        let place = model.current.map { model.marks[$0] }
        #expect(place?.decision == shown ?? 1499)
        #expect(model.marks.allSatisfy { $0.x >= 8 && $0.x <= width - 8 })
        for (left, right) in zip(model.marks, model.marks.dropFirst()) {
          #expect(right.x - left.x >= 7)
        }
      }
    }
  }

  /// A rotation that waits for its window has a veto, and is no more a fault than a blocked one.
  @Test func aDeferredRotationIsNoFault() throws {
    let path = "\(Swivel.packageRoot)/examples/rules/M-15-veto-of-the-page-itself.yaml"
    let steps = Simulation(try Scenario.load(path: path, rules: nil)).steps.map(\.verdict)
    #expect(steps[3].outcome == .deferred && steps[3].conflicts.map(\.kind) == [.veto])
    #expect(steps[3...].map { Model.Kind($0) } == [.stopped, .fault, .turned])
  }

  private func place(_ shown: Int?, _ decisions: Range<Int>, coming: Int = 0) -> Playback.Place {
    Playback.Place(shown: shown, decisions: decisions, coming: coming)
  }

  @Test func playingGoesThroughTheHistoryAndThenThroughTheStory() {
    var playback = Playback()
    #expect(playback.advance(from: place(0, 0..<4, coming: 2)) == nil)
    #expect(playback.toggle(at: place(0, 0..<4, coming: 2)) == .show(1))
    #expect(playback.isPlaying)
    #expect(playback.advance(from: place(1, 0..<4, coming: 2)) == .show(2))
    #expect(playback.advance(from: place(2, 0..<4, coming: 2)) == .now)
    #expect(playback.advance(from: place(nil, 0..<4, coming: 2)) == .event)
    #expect(playback.toggle(at: place(nil, 0..<5, coming: 1)) == nil)
    #expect(!playback.isPlaying)
    #expect(playback.advance(from: place(nil, 0..<5, coming: 1)) == nil)
    #expect(playback.toggle(at: place(nil, 0..<5, coming: 1)) == .event)
    #expect(playback.advance(from: place(nil, 0..<6)) == nil)
    #expect(!playback.isPlaying, "the story is over")
  }

  @Test func playingAtTheEndBeginsAgainAndNothingToPlayStaysPaused() {
    var playback = Playback()
    #expect(playback.toggle(at: place(nil, 3..<9)) == .show(3))
    #expect(playback.isPlaying)
    playback.pause()
    #expect(!playback.isPlaying)
    for decisions in [0..<0, 4..<5] {
      #expect(playback.toggle(at: place(nil, decisions)) == nil)
      #expect(!playback.isPlaying)
    }
  }

  @Test func aStepForwardInThePresentIsTheNextEvent() {
    #expect(Playback.forth(from: place(nil, 0..<3, coming: 1)) == .event)
    #expect(Playback.forth(from: place(nil, 0..<3)) == nil)
    #expect(Playback.forth(from: place(0, 0..<3)) == .show(1))
    #expect(Playback.forth(from: place(1, 0..<3, coming: 1)) == .now)
  }

  /// Each event of the story is one line for the program that plays it.
  @Test func theStoryKnowsTheStepOfEachDecision() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { close(ends[0]) }
    do {
      let story = Story(
        title: "A title", events: ["{device: flat}", "remove: menu"].map(Story.words),
        input: ends[1])
      #expect(story.coming == 2 && story.step(at: 7) == "Step 0 of 2: A title")
      story.play(from: 4)
      story.play(from: 6)
      story.play(from: 9)
      #expect(story.coming == 0)
      #expect(story.step(at: 3) == "Step 0 of 2: A title")
      #expect(story.step(at: 5) == "Step 1 of 2: device: flat")
      #expect(story.step(at: 6) == "Step 2 of 2: remove: menu")
    }
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(ends[0], &bytes, 8) == 2)
    #expect(read(ends[0], &bytes, 8) == 0, "closed at the end")
  }

  // MARK: - On the tablet

  /// Play, pause and step by the story's own program: paused it waits, however long.
  @Test func aPausedStoryWaitsForTheNextStep() throws {
    let stage = try TabletStage()
    let file = "\(Swivel.packageRoot)/examples/scenarios/split-in-sight.yaml"
    let tablet = try stage.start([file, "--no-animation"])
    defer { tablet.stop() }
    _ = try tablet.waitForLine { $0.hasPrefix("step 0:") }
    try stage.awaitPointer()
    // By now it may have played a step; from here on it plays to the end by hand.
    let steps = { tablet.output.split(separator: "\n").count { $0.hasPrefix("step ") } }
    for _ in 0..<3 where steps() < 3 {
      let before = steps()
      try stage.click(.forth)
      try Deadline.waitUntil("the next step") { steps() > before }
    }
    #expect(tablet.output.contains("step 2:"))
    #expect(tablet.exitStatus == nil)
  }

  // MARK: - The desktop's colours

  /// A settings portal that says dark, and then light.
  @Test func coloursFollowTheSettingsPortal() throws {
    let bus = try MessageBus()
    let loop = try EventLoop()
    func wait(_ what: String, _ isSo: () -> Bool) throws {
      try Deadline.waitUntil(what) {
        try loop.turn(waitingAtMost: .milliseconds(20))
        return isSo()
      }
    }
    let connection = try BusConnection(bus.address, on: loop)
    let arguments = [BusParameter("namespace", "s"), BusParameter("key", "s")]
    var requests: [[BusValue]] = []
    let portal = try BusObject(
      [
        .method("Read", takes: arguments, gives: [BusParameter("value", "v")]) {
          requests.append($0)
          return .success([.variant(.variant(.uint32(1)))])
        },
        .signal("SettingChanged", arguments + [BusParameter("value", "v")]),
      ], interface: "org.freedesktop.portal.Settings", at: "/org/freedesktop/portal/desktop",
      on: connection)
    var isOwned = false
    let name = try connection.claim("org.freedesktop.portal.Desktop") { isOwned = $0 == nil }
    try wait("the name") { isOwned }
    var heard: [Bool] = []
    let scheme = DesktopScheme(on: loop, bus: bus.address) { heard.append($0) }
    try wait("the first answer") { heard == [true] }
    #expect(requests == [[.string("org.freedesktop.appearance"), .string("color-scheme")]])
    func set(_ value: BusValue, key: String = "color-scheme") {
      let space = BusValue.string("org.freedesktop.appearance")
      portal.emit("SettingChanged", [space, .string(key), .variant(value)])
    }
    set(.uint32(2))
    try wait("light") { heard == [true, false] }
    // Other settings, and a value of another type, change nothing.
    set(.uint32(1), key: "contrast")
    set(.string("dark"))
    set(.uint32(1))
    try wait("dark again") { heard.count > 2 }
    #expect(heard == [true, false, true])
    withExtendedLifetime((scheme, name)) {}
  }

  @Test func withoutASessionBusTheColoursStay() throws {
    let loop = try EventLoop()
    let scheme = DesktopScheme(on: loop, bus: .address("unix:path=/nonexistent")) { _ in
      Issue.record("nobody said so")
    }
    try loop.turn(waitingAtMost: .milliseconds(20))
    withExtendedLifetime(scheme) {}
  }
}
