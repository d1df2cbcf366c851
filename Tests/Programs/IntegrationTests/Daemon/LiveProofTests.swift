// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Formats
import Foundation
import Orientation
import Recording
import Experiments
import Testing

@testable import Daemon

/// A stack that can split says so before any turn, one that cannot says nothing, and no turn waits.
@Suite(.serialized) struct LiveProofTests {
  private let loop: EventLoop
  private let desk = Desk()

  /// What a proof sees and says; and the work that it begins.
  private final class Desk {
    var arbiter: Arbiter?
    /// What was said with each result.
    var said: [[String]] = []
    var started: [@Sendable () -> Void] = []
    /// Whether work is done at once; otherwise somebody has to do it.
    var works = true
  }

  init() throws { loop = try EventLoop() }

  private func arbiter(_ rules: String = "uikit-8", accepts: OrientationMask) throws -> Arbiter {
    let page = DeclaredPolicy(supported: accepts)
    let main = Window(
      id: WindowID(0), name: "main", root: Controller(id: "page", policy: .declared(page)))
    let rules = try #require(RuleSetCatalog.make(rules))
    var arbiter = Arbiter(rules: rules, scene: Scene(windows: [main], key: main.id))
    _ = arbiter.handle(.setUp, at: .zero)
    return arbiter
  }

  /// A window above the page that takes the bar along, whatever the page says.
  private let menu = Window(
    id: WindowID(1), name: "menu", level: 2000, isHidden: true, root: Controller(id: "menu.root"))

  private func proof(isOn: Bool = true) -> LiveProof {
    let proof = LiveProof(on: loop, rest: .milliseconds(1)) { [desk] work in
      desk.started.append(work)
      if desk.works { work() }
      return true
    }
    proof.arbiter = { [desk] in desk.arbiter }
    proof.onResult = { [desk] in desk.said.append($0.map(\.line)) }
    proof.use(isOn)
    return proof
  }

  /// Says that something was decided, and lets the session rest until there is nothing left to do.
  private func rest(_ proof: LiveProof) throws {
    proof.changed()
    var last = -1
    try Deadline.waitUntil(
      Limit.event, "the end of the work",
      handlingEvents: {
        last = loop.wakeUps
        try loop.turn(waitingAtMost: .milliseconds(1))
      }
    ) { loop.wakeUps == last && loop.registrations.deadlines == 0 }
  }

  /// No thread can be started, as with too few left for the unit.
  @Test func aProofWithoutAThreadLeavesNoDescriptorOpen() throws {
    desk.arbiter = try arbiter(accepts: .portrait)
    let proof = LiveProof(on: loop, rest: .milliseconds(1)) { [desk] work in
      desk.started.append(work)
      return false
    }
    proof.arbiter = { [desk] in desk.arbiter }
    proof.use(true)
    try rest(proof)
    // Numbers are given from the lowest one on, so a leak raises the next one.
    func next() -> Int32 {
      let descriptor = dup(0)
      close(descriptor)
      return descriptor
    }
    let before = (0..<3).map { _ in next() }.max()
    for _ in 0..<64 { try rest(proof) }
    #expect(desk.started.count > 60)
    // Other suites open some of their own meanwhile.
    #expect(next() < (before ?? 0) + 32)
  }

  @Test func aStackThatCanSplitIsReportedBeforeAnyRotation() throws {
    desk.arbiter = try arbiter(accepts: .portrait)
    _ = desk.arbiter?.handle(.add(menu, makesKey: false), at: .zero)
    let proof = proof()
    #expect(proof.json["result"] == "pending")
    try rest(proof)
    let line = "P1 this stack can split: 1 event away; `swivel check --live` shows how"
    #expect(desk.said == [[line]])
    #expect(proof.json["result"] == "broken")
    #expect(proof.json["broken"]?[0]?["property"] == "P1")
    #expect((proof.json["took"]?.int ?? 0) > 0)
    // What was told is told once, however often something is decided.
    try rest(proof)
    #expect(desk.said == [[line], []] && desk.started.count == 1)
  }

  @Test func aStackThatCannotSplitCausesNoWarning() throws {
    desk.arbiter = try arbiter("uikit-16", accepts: .all)
    let proof = proof()
    try rest(proof)
    #expect(desk.said == [[]])
    #expect(proof.json["result"] == "proved")
    #expect(proof.json["text"]?.string?.hasPrefix("P1, P2, P4, P5, P7 and P9 hold") == true)
  }

  @Test func newWindowsStartAProofAndRotationsDoNot() throws {
    let alone = try arbiter(accepts: .portrait)
    desk.arbiter = alone
    let proof = proof()
    try rest(proof)
    _ = desk.arbiter?.handle(.add(menu, makesKey: false), at: .zero)
    try rest(proof)
    #expect(desk.said.map(\.count) == [0, 1])
    // However the device is held, it is the same stack.
    _ = desk.arbiter?.handle(.device(.turned(.landscapeLeft)), at: .zero)
    #expect(desk.arbiter?.scene.statusBar.orientation == .landscapeRight)
    try rest(proof)
    // So it is where a window has come and gone: that is known.
    desk.arbiter = alone
    try rest(proof)
    #expect(desk.said.map(\.count) == [0, 1, 0, 0] && desk.started.count == 2)
    #expect(proof.json["broken"]?[0]?["property"] != "P1")
  }

  @Test func aDisabledProofDoesNoWork() throws {
    desk.arbiter = try arbiter(accepts: .all)
    let proof = proof(isOn: false)
    try rest(proof)
    #expect(desk.started.isEmpty && proof.json == .null)
    proof.use(true)
    try rest(proof)
    #expect(desk.started.count == 1)
    proof.use(false)
    #expect(proof.json == .null)
  }

  @Test func supersededProofsReportNoResult() throws {
    desk.arbiter = try arbiter(accepts: .all)
    desk.works = false
    let proof = proof()
    try rest(proof)
    desk.arbiter = try arbiter(accepts: .portrait)
    _ = desk.arbiter?.handle(.add(menu, makesKey: false), at: .zero)
    try rest(proof)
    #expect(desk.started.count == 2)
    for work in desk.started { work() }
    try rest(proof)
    #expect(desk.said.map(\.count) == [1, 0])
  }

  @Test func aProofThreadDeliversItsResultToTheLoop() throws {
    desk.arbiter = try arbiter("uikit-16", accepts: .all)
    let proof = LiveProof(on: loop, start: LiveProof.startThread)
    proof.arbiter = { [desk] in desk.arbiter }
    proof.onResult = { [desk] in desk.said.append($0.map(\.line)) }
    proof.use(true)
    try Deadline.waitUntil("the result", turning: loop) { !desk.said.isEmpty }
    #expect(desk.said == [[]] && proof.json["result"] == "proved")
    #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) < 19)
  }

  @Test func anUndecidedProofReportsItsReason() throws {
    let arbiter = try arbiter(accepts: .all)
    let late = StackProof(RecordingHeader(arbiter), bounds: LiveProof.bounds) { false }
    #expect(late.result == .undecided && late.text == "not decided: it takes too long")
    let policy = PolicySource.live(LivePolicy(id: PolicyID(1)))
    let live = Window(id: WindowID(7), name: "live", root: Controller(id: "live", policy: policy))
    let asking = Arbiter(rules: arbiter.rules, scene: Scene(windows: [live]))
    let open = StackProof(RecordingHeader(asking), bounds: LiveProof.bounds) { true }
    #expect(open.result == .undecided && open.text.hasPrefix("not decided: "))
  }

  /// A page that stays, and a window beside it that turns and takes the bar along.
  @Test func aRunReportsTheProofInStatusAndWatch() throws {
    let compositor = try Compositor(.sway)
    let path = "\(compositor.runtimeDirectory)/config.yaml"
    let configuration = """
      rules: uikit-8
      prove: true
      windows: [{app-id: still, autorotate: false}]
      """
    try configuration.write(toFile: path, atomically: false, encoding: .utf8)
    let swivel = try Swivel.start(["run", "--sensor", "proxy", "--config", path], on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    func status() throws -> JSONValue {
      let text = try compositor.run(Swivel.path, ["status", "--json"]).output
      return try JSONValue.parse(text, file: "status")["proof"] ?? .null
    }
    try Deadline.waitUntil("a proof") { try status()["result"] == "proved" }
    let watch = try Swivel.start(["watch"], on: compositor)
    defer { watch.stop() }
    try Idleness.wait(for: watch.pid)
    let feet = try ["still", "free"].map { name in
      try ChildProcess(
        "foot", ["--app-id=\(name)", "sh", "-c", "sleep 60"],
        environment: compositor.clientEnvironment)
    }
    defer { for foot in feet { foot.stop() } }
    _ = try swivel.waitForLine { $0.contains("P1 this stack can split") }
    _ = try watch.waitForLine { $0.contains("P1 this stack can split") }
    #expect(try status()["result"] == "broken")
    let text = try compositor.run(Swivel.path, ["status"]).output
    #expect(text.contains("proof   P1 this stack can split: "))
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
    // Without it nothing is looked at.
    try "rules: uikit-8\n".write(toFile: path, atomically: false, encoding: .utf8)
    try Deadline.waitUntil("no proof") { try status() == .null }
  }
}
