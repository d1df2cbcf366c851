// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
public import Orientation
public import Recording

/// The conversion of a recording to a trace for ui.perfetto.dev, with events and decisions as
/// tracks.
///
/// There is one track each for the device, every window, the decisions, the conflicts and the
/// sensor's reports, and three for each output; counters for the sensor's axes; and instant events
/// for questions and answers. Flows lead from a
/// turn of the device to the end of the rotation that it caused. docs/trace.md describes the
/// tracks. `TrackEventWriter` writes Perfetto's packets and `ProtobufWriter` their wire format; no
/// Perfetto library is linked.
public struct RotationTrace {
  private struct State {
    var track: UInt64
    /// The name of the open slice; nil if there is none.
    var open: String?
  }

  private struct OutputTracks {
    var desired: State
    var inFlight: State
    var confirmed: State
    /// The identifier of the flow that connects the events of the pending rotation; nil if no turn
    /// of the device began it.
    var flow: UInt64?
  }

  private var writer = TrackEventWriter()
  private let process: UInt64
  private let decisions: UInt64
  private let conflicts: UInt64
  private var device: State
  private let sensor: UInt64
  private let axes: [UInt64]
  private var windows: [WindowID: State] = [:]
  private var outputs: [OutputID: OutputTracks] = [:]
  private var now: UInt64 = 0
  private var lastReading: UInt64?
  private var lastFlow: UInt64 = 0
  private var standing: Set<Conflict> = []
  /// The names of all windows so far, since events may name a removed window.
  private var names: [WindowID: String] = [:]
  /// The number of event packets written.
  public private(set) var events = 0

  /// Creates an empty trace; `rules` is the name of the rule set.
  public init(rules: String) {
    process = writer.process("swivel, rules \(rules)")
    decisions = writer.track("decisions", below: process, rank: 0)
    conflicts = writer.track("conflicts", below: process, rank: 1)
    device = State(track: writer.track("device", below: process, rank: 2))
    sensor = writer.track("sensor", below: process, rank: 3)
    let parent = process
    var axes: [UInt64] = []
    for (index, axis) in ["x", "y", "z"].enumerated() {
      axes.append(
        writer.counter("acceleration \(axis)", unit: "mg", below: parent, rank: Int64(4 + index)))
    }
    self.axes = axes
  }

  /// Returns the bytes written since the last call; the trace is the concatenation of all results.
  public mutating func take() -> [UInt8] { writer.take() }

  /// Writes a reading of the sensor.
  public mutating func sample(_ reading: Acceleration, at instant: Instant) {
    advance(instant)
    for (track, value) in zip(axes, [reading.x, reading.y, reading.z]) {
      writer.count(Int64(value), on: track, at: now)
    }
    lastReading = now
    events += 3
  }

  /// Writes an event and the arbiter's effects; `scene` is the scene after the event.
  public mutating func handled(
    _ event: Event, at instant: Instant, _ effects: [Effect], scene: Scene
  ) {
    advance(instant)
    let flow = begin(event)
    noteDevice(scene.device)
    noteOutputs(scene, flow)
    for effect in effects {
      switch effect {
      case .ask(let id, let question): asked(id, question, scene)
      case .rotateOutput(let id, let transform, _): inFlight(id, transform, scene, flow)
      case .outputReport(let report): self.report(report, scene)
      case .report(let verdict): decided(verdict, event, flow)
      case .armDeadline, .disarmDeadline: break
      }
    }
    noteWindows(scene)
    noteConfirmed(scene)
  }

  /// Ends all open slices.
  public mutating func finish() {
    var held = device
    close(&held)
    device = held
    for id in windows.keys.sorted() { if var state = windows[id] { close(&state) } }
    for id in outputs.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard var tracks = outputs[id] else { continue }
      close(&tracks.desired)
      close(&tracks.inFlight)
      close(&tracks.confirmed)
    }
    windows = [:]
    outputs = [:]
  }

  /// Replays a recording and returns it as a trace.
  public static func make(of reader: RecordingReader) throws(InputError) -> [UInt8] {
    var player = RecordingPlayer(reader)
    var trace = RotationTrace(rules: player.header.rules.id)
    trace.noteWindows(player.header.scene)
    var samples: [(Acceleration, Instant)] = []
    while true {
      let step = try player.next { samples.append(($0, $1)) }
      for (reading, instant) in samples { trace.sample(reading, at: instant) }
      samples.removeAll(keepingCapacity: true)
      guard let step else { break }
      trace.handled(step.event, at: step.at, step.effects, scene: player.arbiter.scene)
    }
    trace.finish()
    return trace.take()
  }
}

extension RotationTrace {
  // Times never decrease, since packets of one sequence are read in order.
  private mutating func advance(_ instant: Instant) {
    now = max(now, UInt64(max(0, instant.nanoseconds)))
  }

  /// Writes a turn of the device and begins its flow (arrows between events); returns the flow's
  /// identifier, or nil for another event.
  private mutating func begin(_ event: Event) -> UInt64? {
    guard case .device(.turned(let value)) = event else { return nil }
    lastFlow += 1
    writer.instant(
      "felt: \(value.name)", "sensor", on: sensor, at: now,
      lastReading.map { [.init("reading-age-ns", Int64(now - $0))] } ?? [],
      flows: [.passes(lastFlow)])
    events += 1
    return lastFlow
  }

  private mutating func noteDevice(_ value: Device) {
    var held = device
    set(&held, value.orientation.name, "device")
    device = held
  }

  /// Ends the slice of a track and begins another one, if the name has changed; for nil, only ends
  /// the slice.
  private mutating func set(
    _ state: inout State, _ name: String?, _ category: String,
    _ annotations: [TrackEventWriter.Annotation] = [], flows: [TrackEventWriter.Flow] = []
  ) {
    guard state.open != name else { return }
    close(&state)
    guard let name else { return }
    writer.begin(name, category, on: state.track, at: now, annotations, flows: flows)
    state.open = name
    events += 1
  }

  private mutating func close(_ state: inout State, flows: [TrackEventWriter.Flow] = []) {
    guard state.open != nil else { return }
    writer.end(state.track, at: now, flows: flows)
    state.open = nil
    events += 1
  }

  private mutating func window(_ id: WindowID, _ name: String) -> State {
    if let state = windows[id] { return state }
    let state = State(
      track: writer.track("window \(name)", below: process, rank: 1000 + Int64(id.rawValue)))
    windows[id] = state
    return state
  }

  /// Writes each window's orientation, marked if it is hidden or minimised, as slices; ends the
  /// slices of removed windows.
  private mutating func noteWindows(_ scene: Scene) {
    for found in scene.windows {
      names[found.id] = found.name
      var state = window(found.id, found.name)
      let name = found.orientation.name
      let isHidden = found.isHidden || found.shell.isMinimized
      set(&state, isHidden ? "\(name) (hidden)" : name, "window")
      windows[found.id] = state
    }
    for id in windows.keys.sorted() where scene.window(id) == nil {
      guard var state = windows[id], state.open != nil else { continue }
      close(&state)
      windows[id] = state
    }
  }

  private mutating func noteOutputs(_ scene: Scene, _ flow: UInt64?) {
    for output in scene.outputs {
      var tracks = tracks(of: output.id, output.name)
      set(&tracks.desired, "desired: \(output.desired.wireName)", "output")
      outputs[output.id] = tracks
    }
  }

  private mutating func tracks(of id: OutputID, _ name: String) -> OutputTracks {
    if let tracks = outputs[id] { return tracks }
    let parent = writer.track(
      "output \(name)", below: process, rank: 100 + Int64(id.rawValue))
    let tracks = OutputTracks(
      desired: State(track: writer.track("\(name) desired", below: parent, rank: 0)),
      inFlight: State(track: writer.track("\(name) in flight", below: parent, rank: 1)),
      confirmed: State(track: writer.track("\(name) confirmed", below: parent, rank: 2)))
    outputs[id] = tracks
    return tracks
  }

  private func name(of id: OutputID, in scene: Scene) -> String {
    scene.outputs.first { $0.id == id }?.name ?? "\(id.rawValue)"
  }

  private mutating func inFlight(
    _ id: OutputID, _ transform: Transform, _ scene: Scene, _ flow: UInt64?
  ) {
    var tracks = tracks(of: id, name(of: id, in: scene))
    if let flow { tracks.flow = flow }
    close(&tracks.inFlight)
    set(
      &tracks.inFlight, "in flight: \(transform.wireName)", "output", [],
      flows: tracks.flow.map { [.passes($0)] } ?? [])
    outputs[id] = tracks
  }

  private mutating func report(_ report: OutputReport, _ scene: Scene) {
    var tracks = tracks(of: report.output, name(of: report.output, in: scene))
    let isOver = report.result != .retried
    if isOver { close(&tracks.inFlight) }
    let flow = isOver ? tracks.flow : nil
    if isOver { tracks.flow = nil }
    if report.result == .confirmed {
      set(&tracks.confirmed, "confirmed: \(report.transform.wireName)", "output")
    }
    writer.instant(
      "\(report.result.rawValue): \(report.transform.wireName)", "output",
      on: tracks.confirmed.track, at: now,
      [
        .init("result", report.result.rawValue), .init("attempts", Int64(report.attempts)),
      ], flows: flow.map { [.ends($0)] } ?? [])
    events += 1
    outputs[report.output] = tracks
  }

  /// Writes the confirmed transform of each output, and ends the slices of removed outputs.
  private mutating func noteConfirmed(_ scene: Scene) {
    for output in scene.outputs {
      var tracks = tracks(of: output.id, output.name)
      set(&tracks.confirmed, "confirmed: \(output.transform.wireName)", "output")
      outputs[output.id] = tracks
    }
    for id in outputs.keys.sorted(by: { $0.rawValue < $1.rawValue })
    where !scene.outputs.contains(where: { $0.id == id }) {
      guard var tracks = outputs[id] else { continue }
      close(&tracks.desired)
      close(&tracks.inFlight)
      close(&tracks.confirmed)
      outputs[id] = tracks
    }
  }
}

/// The tracks of decisions, with their questions, answers and conflicts.
extension RotationTrace {
  private mutating func asked(_ id: QuestionID, _ question: Question, _ scene: Scene) {
    guard let found = scene.window(question.window) else { return }
    let state = window(found.id, found.name)
    writer.instant(
      "question: \(question.kind.rawValue)", "window", on: state.track, at: now,
      [.init("number", Int64(id.rawValue))])
    events += 1
  }

  private mutating func decided(_ verdict: Verdict, _ event: Event, _ flow: UInt64?) {
    for window in verdict.before.windows + verdict.after.windows {
      names[window.id] = window.name
    }
    for asked in verdict.asked { answered(asked, verdict) }
    var annotations: [TrackEventWriter.Annotation] = [
      .init("step", Int64(verdict.step)), .init("outcome", verdict.outcome.rawValue),
      .init("event", event.recorded.compact()),
      .init("status-bar", verdict.after.statusBar.orientation.name),
    ]
    if let page = verdict.page { annotations.append(.init("page", page.orientation.name)) }
    if let requested = verdict.requested {
      annotations.append(.init("requested", requested.name))
    }
    for gate in verdict.gates {
      let who = gate.window.map { " \(name($0))" } ?? ""
      annotations.append(
        .init(
          "gate \(gate.gate.rawValue)\(who)",
          "\(gate.isPassed ? "passed" : "stopped") by \(gate.rule.rawValue)"))
    }
    if let error = verdict.error { annotations.append(.init("error", error.name.rawValue)) }
    writer.instant(
      verdict.outcome.rawValue, "decision", on: decisions, at: now, annotations,
      flows: flow.map { [.passes($0)] } ?? [])
    events += 1
    noteConflicts(verdict)
  }

  private mutating func answered(_ asked: Asked, _ verdict: Verdict) {
    let state = window(asked.window, name(asked.window))
    var annotations: [TrackEventWriter.Annotation] = [
      .init("rule", asked.rule.rawValue), .init("origin", asked.origin.rawValue),
      .init("step", Int64(verdict.step)),
    ]
    if let controller = asked.controller { annotations.append(.init("controller", controller)) }
    if !asked.via.isEmpty {
      annotations.append(.init("via", asked.via.joined(separator: ", ")))
    }
    writer.instant(
      "\(asked.question.rawValue): \(Self.words(asked.answer))", "window", on: state.track, at: now,
      annotations)
    events += 1
  }

  /// Writes each conflict once, when it begins.
  private mutating func noteConflicts(_ verdict: Verdict) {
    var found: Set<Conflict> = []
    for var conflict in verdict.conflicts {
      // Conflicts are compared without the step in which they began.
      conflict.since = 0
      found.insert(conflict)
      guard !standing.contains(conflict) else { continue }
      let culprits = conflict.culprits.map { $0.name(ofWindow: name) }.joined(separator: ", ")
      writer.instant(
        "\(conflict.kind.rawValue): \(culprits)", "conflict", on: conflicts, at: now,
        [.init("step", Int64(verdict.step)), .init("culprits", culprits)])
      events += 1
    }
    standing = found
  }

  private func name(_ id: WindowID) -> String { names[id] ?? "\(id.rawValue)" }

  private static func words(_ answer: Answer) -> String {
    switch answer {
    case .flag(let value): value ? "YES" : "NO"
    case .mask(let mask):
      mask.orientations.isEmpty ? "none" : mask.orientations.map(\.name).joined(separator: ", ")
    case .orientation(let value): value?.name ?? "none"
    }
  }
}
