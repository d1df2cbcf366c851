// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

import Recording

/// The ring holds ten thousand decisions in a mebibyte and can repeat each of them.
@Suite struct DecisionRingTests {
  /// A run with its ring and all its verdicts.
  private struct Run {
    var ring = DecisionRing()
    var arbiter: Arbiter
    var verdicts: [Verdict] = []
    var now = Instant.zero

    mutating func take(_ event: Event) {
      ring.note(event, at: now, before: arbiter)
      let effects = arbiter.handle(event, at: now)
      ring.noteDecisions(in: effects)
      verdicts += effects.verdicts
    }

    /// Returns a desktop with some windows, on which the device turns and the focus moves.
    static func onDesktop(windows: Int) -> Run {
      var scene = Scene(outputs: [Output(id: OutputID(1), name: "eDP-1", panel: .landscape)])
      scene.device.orientation = .unknown
      var run = Run(arbiter: Arbiter(rules: DesktopRuleSet(), scene: scene))
      run.take(.setUp)
      for number in 1...windows {
        let name = "org.example.Application\(number)"
        let root = Controller(
          id: name, policy: .declared(DeclaredPolicy(autorotate: number % 5 != 0)))
        run.take(
          .add(
            Window(
              id: WindowID(Int32(number)), name: name, root: root,
              shell: ShellTraits(appID: name, output: OutputID(1))), makesKey: true))
      }
      return run
    }

    /// Plays one turn with a compositor's answers.
    mutating func turn(_ value: DeviceOrientation) {
      now += .milliseconds(1_234)
      take(.device(.turned(value)))
      for output in arbiter.scene.outputs where output.desired != output.transform {
        now = Instant(nanoseconds: now.nanoseconds + 4_567_891)
        take(.applied(ChangeID(UInt32(verdicts.count)), .succeeded))
        take(.output(.transform(output.id, output.desired)))
      }
    }
  }

  @Test func tenThousandDecisionsFitIntoAMebibyte() throws {
    var run = Run.onDesktop(windows: 20)
    var random = Seeded(1)
    while run.verdicts.count < 12_500 {
      switch random.below(10) {
      case 0...6: run.turn(random.pick(DeviceOrientation.allCases))
      case 7, 8: run.take(.window(WindowID(Int32(1 + random.below(20))), .makeKey))
      default:
        let id = WindowID(Int32(1 + random.below(20)))
        var traits = try #require(run.arbiter.scene.window(id)).shell
        traits.isFullscreen.toggle()
        run.take(.window(id, .shell(traits)))
      }
    }
    let ring = run.ring
    #expect(ring.next == run.verdicts.count)
    #expect(ring.next - ring.first >= DecisionRing.decisions)
    #expect(ring.byteCount <= DecisionRing.maximumBytes)
    print("ring: \(ring.next - ring.first) decisions in \(ring.byteCount) bytes, 20 windows")
    var seen: [Verdict] = []
    ring.replay(from: ring.first) { verdict, names in
      #expect(names.count == 20)
      seen.append(verdict)
      return true
    }
    #expect(seen == Array(run.verdicts[ring.first...]))
  }

  /// A diagnostic window is named like any other, although no rule set sees it.
  @Test func addedDiagnosticWindowsAreNamed() {
    var run = Run.onDesktop(windows: 1)
    let id = WindowID(1 << 30)
    run.take(.addExempt(Window(id: id, name: "overlay", root: nil)))
    run.turn(.landscapeLeft)
    #expect(run.ring.names[id] == "overlay")
    var names: [WindowID: String] = [:]
    run.ring.replay(from: run.ring.next - 1) { _, known in
      names = known
      return false
    }
    #expect(names[id] == "overlay")
  }

  @Test func anyOneDecisionIsReplayed() throws {
    var run = Run.onDesktop(windows: 3)
    for _ in 0..<900 { for value in DeviceOrientation.allCases { run.turn(value) } }
    for wanted in [run.ring.first, 3_333, run.ring.next - 1] {
      var told: Verdict?
      run.ring.replay(from: wanted) { verdict, _ in
        told = verdict
        return false
      }
      #expect(told == run.verdicts[wanted])
    }
    var isTold = false
    run.ring.replay(from: run.ring.next) { _, _ in
      isTold = true
      return false
    }
    #expect(!isTold)
  }

  @Test(arguments: ReplayTests.names)
  func everyRunIsReplayedFromTheRing(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<CaseCount.of(3, optimised: 10) {
      var random = ArbitraryScene(seed: seed, hasLivePolicies: seed % 2 == 0)
      var run = Run(arbiter: Arbiter(rules: rules, scene: random.scene()))
      run.take(.setUp)
      for _ in 0..<200 { run.take(random.event(in: run.arbiter.scene)) }
      var seen: [Verdict] = []
      run.ring.replay(from: 0) { verdict, _ in
        seen.append(verdict)
        return true
      }
      #expect(seen == run.verdicts, "\(name), seed \(seed)")
    }
  }

  /// Besides the last decisions the ring holds at most one part of a thousand decisions.
  @Test func theOldestPartIsForgottenAsSoonAsTheRestIsEnough() {
    var run = Run(arbiter: Arbiter(rules: UIKitRuleSet.version8, scene: Scene()))
    run.take(.setUp)
    while run.ring.next < 12_500 {
      let before = run.ring.next
      run.take(.device(.turned(before % 2 == 0 ? .landscapeLeft : .portrait)))
      #expect(run.ring.next == before + 1)
      guard run.ring.next - run.ring.first <= DecisionRing.decisions + 1_000 else {
        Issue.record("\(run.ring.next - run.ring.first) decisions at \(run.ring.next)")
        return
      }
    }
    #expect(run.ring.first > 0)
  }

  /// A recording of the last decisions starts with the part in which the first of them is.
  @Test func recordingsOfTheRingStartWhereAPartDoes() throws {
    var run = Run(arbiter: Arbiter(rules: UIKitRuleSet.version8, scene: Scene()))
    run.take(.setUp)
    #expect(DecisionRing().recording(ofLast: 1) { RecordingHeader($0) } == nil)
    while run.ring.next < 2_500 {
      run.take(.device(.turned(run.ring.next % 2 == 0 ? .landscapeLeft : .portrait)))
    }
    for (count, first) in [(1, 2_000), (500, 2_000), (501, 1_000), (2_500, 0), (9_999, 0)] {
      let found = try #require(run.ring.recording(ofLast: count) { RecordingHeader($0) })
      #expect(found.first == first, "\(count)")
      let replay = try Replay(RecordingReader(Array(found.text.utf8), file: "ring"))
      #expect(replay.divergence == nil)
    }
  }

  @Test func hugeNamesCostDecisionsNotMemory() throws {
    var run = Run.onDesktop(windows: 2)
    let long = String(repeating: "x", count: 5_000)
    for number in 0..<2_000 {
      let id = WindowID(Int32(100 + number))
      run.take(.add(Window(id: id, name: long, root: nil), makesKey: true))
      run.take(.window(id, .remove))
    }
    #expect(run.ring.byteCount <= DecisionRing.maximumBytes)
    #expect(run.ring.next - run.ring.first > 100)
  }

  /// Parts of an eighth of the memory are dropped one at a time, so that most of it stays in use.
  @Test func aRingThatIsFullForgetsAnEighthAtATime() {
    var run = Run.onDesktop(windows: 2)
    let long = String(repeating: "x", count: 5_000)
    var oldest: [Int] = []
    for number in 0..<1_000 {
      let id = WindowID(Int32(100 + number))
      run.take(.add(Window(id: id, name: long, root: nil), makesKey: true))
      run.take(.window(id, .remove))
      if oldest.last != run.ring.first { oldest.append(run.ring.first) }
    }
    // 128 KiB hold 26 such names, each with two decisions.
    let parts = zip(oldest.dropFirst(2), oldest.dropFirst()).map { $0 - $1 }
    #expect(parts.count > 10 && parts.allSatisfy { (50...54).contains($0) }, "\(parts)")
  }

  /// A part begins with a copy of the arbiter, whose windows take memory without controllers too.
  @Test func theMemoryOfAPartCountsItsWindows() {
    func bytes(windows: Int) -> Int {
      let list = (0..<windows).map { Window(id: WindowID(Int32($0 + 1)), name: "w", root: nil) }
      var run = Run(arbiter: Arbiter(rules: UIKitRuleSet.version8, scene: Scene(windows: list)))
      run.take(.setUp)
      return run.ring.byteCount
    }
    #expect(bytes(windows: 1_001) - bytes(windows: 1) >= 1_000 * MemoryLayout<Window>.size)
  }

  /// A part begins with a copy of the arbiter, whose controllers take the most of it.
  @Test func theMemoryOfAPartCountsItsControllers() {
    func bytes(children: Int) -> Int {
      let tabs = (0..<children).map { Controller(id: "c\($0)") }
      let root = Controller(id: "root", container: Container(kind: .tab, children: tabs))
      let scene = Scene(windows: [Window(id: WindowID(1), name: "w", root: root)])
      var run = Run(arbiter: Arbiter(rules: UIKitRuleSet.version8, scene: scene))
      run.take(.setUp)
      return run.ring.byteCount
    }
    #expect(bytes(children: 1_000) - bytes(children: 1) == 999 * Controller.byteCount)
  }
}
