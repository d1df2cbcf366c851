// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Desktop
import Explanation
import Formats
import Glibc
import Orientation
import Recording
import Experiments
import Sensing
import Sensors
import Text

/// The answers to queries about past decisions, which change nothing.
struct DecisionQueries {
  let ring: DecisionRing
  let rules: any RuleSet
  let missed: MissedTurn?
  let now: Instant

  /// Returns the last `count` decisions or, with `since`, at most `count` decisions from that
  /// number on, oldest first.
  ///
  /// A `count` above `ControlProtocol.mostEntries` is reduced to that.
  func history(since: Int?, count: Int) -> ControlReply {
    let count = min(count, ControlProtocol.mostEntries)
    var entries: [JSONValue] = []
    let from = since ?? max(ring.first, ring.next - count)
    if count > 0 {
      ring.replay(from: from) { verdict, names in
        entries.append(HistoryEntry(verdict, rulesID: rules.id, names: names).json)
        return entries.count < count
      }
    }
    return .result([
      "first": .int(Int64(ring.first)), "next": .int(Int64(ring.next)), "entries": .array(entries),
    ])
  }

  /// Returns the explanation of a decision, or a failure if the ring does not hold it.
  ///
  /// `untold` says which facts about windows the compositor does not report; it is appended if a
  /// window that takes part, other than the key window, stopped at a gate. `sensor` says that the
  /// sensor is missing or unreadable; it begins the answer to `.missedTurn`.
  func explain(
    _ subject: ControlRequest.Subject, _ detail: ControlRequest.Detail, _ style: TextStyle,
    untold: String?, sensor: String?, context: FixContext
  ) -> ControlReply {
    let wanted: Int
    switch subject {
    case .number(let number): wanted = number
    case .last: wanted = ring.next - 1
    case .missedTurn:
      if let missed {
        return .result(
          explain(missed, detail, style, untold: untold, sensor: sensor, context: context))
      }
      wanted = ring.next - 1
    }
    let sensor = subject == .missedTurn ? sensor : nil
    var result: JSONValue?
    if wanted >= ring.first {
      ring.replay(from: wanted) { verdict, names in
        guard verdict.step == wanted else { return false }
        let explanation = Explanation(
          verdict, rules: rules, style: style, subject: "\(wanted)", names: names,
          context: context)
        result = Self.result(explanation, of: verdict, detail, untold: untold, sensor: sensor)
        return false
      }
    }
    return result.map { .result($0) } ?? .failure(missing(wanted))
  }

  private func explain(
    _ missed: MissedTurn, _ detail: ControlRequest.Detail, _ style: TextStyle, untold: String?,
    sensor: String?, context: FixContext
  ) -> JSONValue {
    let step = missed.verdict.step
    var later: [Verdict] = []
    ring.replay(from: step + 1) { verdict, _ in
      if verdict.step > step { later.append(verdict) }
      return true
    }
    let explanation = Explanation(
      missed, later: later, at: now, rules: rules, style: style, subject: "\(step)",
      names: ring.names, context: context)
    return Self.result(explanation, of: missed.verdict, detail, untold: untold, sensor: sensor)
  }

  private static func result(
    _ explanation: Explanation, of verdict: Verdict, _ detail: ControlRequest.Detail,
    untold: String?, sensor: String?
  ) -> JSONValue {
    var explanation = explanation
    explanation.sensor = sensor
    if isHeldUpAside(verdict) { explanation.untold = untold }
    return [
      "text": .string(explanation.text(Explanation.Detail(detail))),
      "explanation": explanation.json,
    ]
  }

  private static func isHeldUpAside(_ verdict: Verdict) -> Bool {
    verdict.gates.contains { gate in
      !gate.isPassed && gate.gate != .takesPart && gate.window != nil
        && gate.window != verdict.after.keyWindow
    }
  }

  /// Returns a recording whose replay repeats at least the last `count` decisions of the ring, or
  /// `ControlProtocol.mostEntries` if `count` is larger.
  func dump(_ count: Int) -> ControlReply {
    let recording = ring.recording(ofLast: min(count, ControlProtocol.mostEntries)) {
      RecordingHeader($0)
    }
    guard let recording else {
      return .failure(ControlFailure(.notFound, "nothing has been decided yet"))
    }
    return .result(["first": .int(Int64(recording.first)), "recording": .string(recording.text)])
  }

  /// Compares the run with one that has other answers from a decision on; `nil` is the last
  /// decision.
  func whatIf(_ number: Int?, _ edits: [String], _ style: TextStyle) -> ControlReply {
    let wanted = number ?? ring.next - 1
    guard ring.first <= wanted, wanted < ring.next else { return .failure(missing(wanted)) }
    do throws(InputError) {
      let result = try WhatIf(ring, decision: wanted, rules: rules, edits: edits)
      return .result([
        "text": .string(result.text(style: style)), "whatif": result.json(style: style),
      ])
    } catch {
      return .failure(ControlFailure(.badRequest, error.description))
    }
  }

  private func missing(_ wanted: Int) -> ControlFailure {
    guard ring.next > 0 else { return ControlFailure(.notFound, "nothing has been decided yet") }
    return ControlFailure(
      .notFound, "decision \(wanted) is not there; there are \(ring.first) to \(ring.next - 1)")
  }
}

/// The daemon's state, and the answers to read-only requests.
struct DaemonStatus {
  let plan: RunPlan
  /// The configuration in use, with the user's answers about outputs.
  let configuration: Configuration
  let engine: DecisionEngine
  let locks: LockController
  let sensors: SensorController
  let policies: PolicyCoordinator
  let desktop: DesktopObserver
  let session: Session?
  /// The mistake of the configuration file, which is therefore not in use; `nil` if there is none.
  let configurationProblem: Message?
  /// The state of model checking (`LiveProof.json`); JSON null while it is disabled.
  let proof: JSONValue
  var language = Language.english

  var arbiter: Arbiter? { engine.arbiter }
  private var log: DecisionLog { engine.log }
  private var now: Instant { engine.now }

  /// Answers a read-only request; returns `nil` for any other.
  func answer(_ request: ControlRequest) -> ControlReply? {
    let decisions = DecisionQueries(
      ring: log.ring, rules: plan.rules, missed: log.missedTurn(at: now), now: now)
    switch request {
    case .ping: return .result(["program": .string(ProgramVersion.text)])
    case .status(let language):
      var status = self
      status.language = language
      return .result(status.json)
    case .history(let since, let count): return decisions.history(since: since, count: count)
    case .scene:
      guard let arbiter else {
        return .failure(ControlFailure(.notReady, "the compositor has not yet said what there is"))
      }
      return .result(RecordingHeader(arbiter).json)
    case .explain(let subject, let detail, let style):
      return decisions.explain(
        subject, detail, style, untold: session?.windowKnowledge.untold,
        sensor: sensors.trouble?.words(style.language),
        context: FixContext(configuration: plan.configurationPath, isLive: true))
    case .dump(let count): return decisions.dump(count)
    case .suggest where plan.rules.scope != .output:
      return .failure(
        ControlFailure(
          .badRequest, "turns are suggested for desktop's rule sets, and \(plan.rules.id) is none"))
    case .watch, .suggest:
      return .result([
        "program": .string(ProgramVersion.text), "next": .int(Int64(log.ring.next)),
        "state": .object(state),
      ])
    case .whatIf(let number, let edits, let style): return decisions.whatIf(number, edits, style)
    case .overlay, .lock, .lockToEdge, .unlock, .toggleLock, .rotate, .orient, .reload, .quit,
      .record:
      return nil
    }
  }

  /// The daemon's state, as `swivel status`, replies and events contain it.
  var state: [JSONValue.Member] {
    let scene = arbiter?.scene
    // Once the outputs have followed the device again, only `explain` reports the missed turn.
    let missed = log.missedTurn(at: now).flatMap { $0.isFollowedByRotation ? nil : $0 }
    let text = missed.map { MissedTurnText($0, rulesID: plan.rules.id, language: language) }
    // A missed turn blocks an output only while the output differs from how the device is held.
    let blocked = Set(scene.map { missed?.blockedOutputs(in: $0) ?? [] }?.map(\.output) ?? [])
    let outputs = (scene?.outputs ?? []).map { output -> JSONValue in
      let userRotation = output.userRotation ?? scene?.device.userRotation
      let isRotatedByUser =
        output.isManaged && scene?.device.isRotationLocked == false && userRotation != nil
      let reason = blocked.contains(output.id) ? text?.reason(for: output.id) : nil
      let members: [JSONValue.Member] = [
        .init("name", .string(output.name)), .init("turns", .bool(output.isManaged)),
        .init("fixed", output.policy.fixed.map { .string($0.wireName) } ?? .null),
        .init("follows", output.policy.followed.map { .string($0) } ?? .null),
        .init("transform", .string(output.transform.wireName)),
        .init("wanted", .string(output.desired.wireName)),
        .init("shows", .string(output.orientation.name)),
        .init("edge-up", Self.edge(PanelEdge(transform: output.transform))),
        .init("held-by-other", .bool(output.hold == .otherProgram)),
        .init("rotated-by-user", .bool(isRotatedByUser)),
        .init("hold", output.hold.map { .string($0.rawValue) } ?? .null),
        .init("stays-because", reason.map { .string($0) } ?? .null),
        .init("asks-orientation", .bool(asksOrientation(of: output.name))),
      ]
      return .object(members)
    }
    let conflicts = (arbiter?.openConflicts ?? []).map { JSONValue.string($0.kind.rawValue) }
    return [
      .init("connected", .bool(arbiter != nil)),
      .init("compositor-gone", .bool(arbiter != nil && session == nil)),
      .init("device", scene.map { .string($0.device.orientation.name) } ?? .null),
      .init("device-read", .bool(sensors.rest() == nil && sensors.hasRead)),
      .init("edge-up", Self.edge(scene.flatMap { plan.rules.edgeUp(in: $0) })),
      .init("lock", locks.lock.map { .string($0.rawValue) } ?? .null),
      .init("lock-edge-up", Self.edge(lockEdge)),
      .init("tablet-mode", sensors.tabletMode.map { .bool($0) } ?? .null),
      .init("posture", .string(sensors.posture.rawValue)),
      .init("outputs", .array(outputs)),
      .init("windows", .int(Int64(scene?.windows.count ?? 0))),
      .init("conflicts", .array(conflicts)),
      .init("sensor-rests", sensors.rest(in: language) ?? .null),
      .init(
        "missed-turn",
        missed.map { missed in
          [
            "decision": .int(Int64(missed.verdict.step)),
            "at": .int(missed.verdict.at.nanoseconds),
            "cause": .string(missed.cause.word), "text": .string(text?.sentence ?? ""),
            "rotated-since": .bool(missed.cause != .lock && blocked.isEmpty),
          ]
        } ?? .null),
    ]
  }

  /// Returns whether the user has to say how an output's panel is mounted: if the connector can be
  /// a built-in panel's as well as a monitor's, and neither configuration nor kernel states the
  /// mount.
  func asksOrientation(of output: String) -> Bool {
    DesktopOutput.isAmbiguous(connector: output) && configuration.leavesOpen(output: output)
      && session?.isMountKnown(of: output) == false
  }

  /// The hinge in JSON, with its angle in degrees; null if nothing measures the angle.
  private var hinge: JSONValue {
    let fold = sensors.fold
    guard let source = fold.hinge else { return .null }
    return [
      "by": .string(UntrustedText(source).line),
      "angle": fold.angle.map { .int(($0 + 5) / 10) } ?? .null,
      "posture": fold.hingePosture.map { .string($0.rawValue) } ?? .null,
      "doubt": fold.hingeDoubt.map { .string($0.rawValue) } ?? .null,
    ]
  }

  private static func edge(_ edge: PanelEdge?) -> JSONValue {
    edge.map { .string($0.name) } ?? .null
  }

  /// The edge that a lock to a single orientation, other than `current`, keeps up on the first
  /// managed output; otherwise `nil`.
  private var lockEdge: PanelEdge? {
    guard let lock = locks.lock, lock != .current,
      let output = arbiter?.scene.outputs.first(where: \.isManaged)
    else { return nil }
    let mask = lock.mask(on: output.panel)
    guard mask.orientations.count == 1 else { return nil }
    return mask.first?.transform(on: output.panel).flatMap { PanelEdge(transform: $0) }
  }

  private var json: JSONValue {
    let (ring, counts) = (log.ring, sensors.counts)
    let windows = session?.windowKnowledge
    let program: [JSONValue.Member] = [
      .init("program", .string(ProgramVersion.text)), .init("process", .int(Int64(getpid()))),
      .init("configuration", plan.configurationPath.map { .string($0) } ?? .null),
      .init("configuration-problem", configurationProblem.map { .string($0(language)) } ?? .null),
      .init("rules", .string(plan.rules.id)), .init("sensor", .string("\(plan.sensor)")),
      .init("sensor-device", sensors.device.map { .string(UntrustedText($0).line) } ?? .null),
      .init("hinge", hinge), .init("reads-sensor", .bool(sensors.isReading)),
      .init("readings", .int(Int64(counts.good))),
      .init("left-out", .int(Int64(counts.bad))),
      .init("left-out-because", .string(counts.words)),
      .init("up", .int(now.nanoseconds)),
    ]
    let record: [JSONValue.Member] = [
      .init("compositor", windows.map { .string(UntrustedText($0.desktop).line) } ?? .null),
      .init("windows-by", windows?.interface.map { .string($0.name) } ?? .null),
      .init("windows-untold", .array((windows?.knows.missingNames ?? []).map { .string($0) })),
      .init("rule-hints", .array(desktop.tracker.caseHints.map { .string($0(language)) })),
      .init("proof", proof), .init("plugins", policies.status(windows: desktop.tracker.liveCounts)),
      .init("decisions", .int(Int64(ring.next))), .init("first", .int(Int64(ring.first))),
      .init("bytes", .int(Int64(ring.byteCount))),
      .init("recording", log.path.map { .string($0) } ?? .null),
      .init("chain", log.chain.map { .string($0) } ?? .null),
    ]
    return .object(program + state + record)
  }
}

extension OutputPolicy {
  fileprivate var fixed: Transform? { if case .fixed(let value)? = target { value } else { nil } }
  fileprivate var followed: String? { if case .follow(let name)? = target { name } else { nil } }
}

extension MissedTurn.Cause {
  fileprivate var word: String {
    switch self {
    case .decision: "decision"
    case .lock: "lock"
    case .display: "display"
    }
  }
}

extension Explanation.Detail {
  fileprivate init(_ detail: ControlRequest.Detail) {
    switch detail {
    case .short: self = .short
    case .standard: self = .standard
    case .full: self = .full
    }
  }
}
