// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Explanation
public import Formats
public import Orientation
public import Text

/// The decoder of the daemon's state in replies and events.
public enum ControlState {
  /// Returns whether a managed output has not confirmed its desired transform; outputs that another
  /// program has rotated are ignored.
  public static func isTurning(_ state: JSONValue) -> Bool {
    (state["outputs"]?.array ?? []).contains { output in
      output["turns"] == true && output["held-by-other"] != true
        && output["wanted"] != output["transform"]
    }
  }
}

extension ControlState {
  /// Returns, in words, the reason why an output keeps its transform, at the longest until the
  /// device turns; `nil` if there is none.
  public static func hold(of output: JSONValue, _ language: Language = .english) -> String? {
    guard let word = output["hold"]?.string else {
      return output["held-by-other"] == true ? StatusPhrase.otherProgram(language) : nil
    }
    return switch Output.Hold(rawValue: word) {
    case .otherProgram: StatusPhrase.otherProgram(language)
    case .refused: StatusPhrase.refused(language)
    case .unanswered: StatusPhrase.unanswered(language)
    case .restored: StatusPhrase.restored(language)
    case nil: StatusPhrase.held(language, UntrustedText(word).name())
    }
  }

  /// Returns words for how the device is held, such as `left edge up`, or words for the device
  /// orientation if no edge is up.
  public static func held(_ state: JSONValue, _ language: Language) -> String {
    if let edge = edge(state["edge-up"]) { return edge.words(language) }
    let device = state["device"]?.string.flatMap { DeviceOrientation(name: $0) } ?? .unknown
    return Vocabulary(on: .portrait, language).device(device)
  }

  /// Returns words for what an output shows, such as `90 (left edge up)`.
  public static func shown(_ output: JSONValue, _ language: Language) -> String {
    transform(output["transform"], language)
  }

  /// Returns the native orientation of an output's panel, which follows from its desired transform
  /// and that transform's orientation; `nil` for unknown words.
  public static func panel(of output: JSONValue) -> PanelNature? {
    let wanted = output["wanted"] ?? output["transform"]
    guard let transform = Transform(name: wanted?.string ?? "", in: .wayland),
      let shown = InterfaceOrientation(name: output["shows"]?.string ?? "")
    else { return nil }
    let natures: [PanelNature] = [.portrait, .landscape]
    return natures.first { InterfaceOrientation(transform: transform, on: $0) == shown }
  }

  /// Returns words for a member with a transform, such as `90 (left edge up)`; `?` if it is
  /// missing, and an unknown word as it is.
  public static func transform(_ member: JSONValue?, _ language: Language) -> String {
    let word = member?.string ?? "?"
    return Transform(name: word, in: .wayland)?.shortWords(language) ?? UntrustedText(word).name()
  }

  /// Returns the reason why the device orientation is not judged, such as `the sensor rests:
  /// rotation is locked`; `nil` if it is judged.
  ///
  /// With `isLine`, the result is a line of `swivel status`, which begins with a label.
  public static func sensor(
    _ state: JSONValue, _ language: Language = .english, isLine: Bool = false
  ) -> String? {
    guard let rest = state["sensor-rests"], let text = rest["text"]?.string else { return nil }
    let reason = rest["reason"]?.string.flatMap { SensorRest(name: $0) }
    if reason == .unavailable {
      let line = UntrustedText(text).line
      return isLine ? StatusPhrase.sensorTrouble(language, line) : line
    }
    let line = reason.map { $0(language) } ?? UntrustedText(text).line
    return (isLine ? StatusPhrase.sensorRests : .resting)(language, line)
  }

  /// Returns words for the lock, such as `landscape` or `what is shown: 90 (left edge up)`, without
  /// the transform if outputs differ; `nil` while rotation is unlocked.
  public static func locked(_ state: JSONValue, _ language: Language = .english) -> String? {
    guard let lock = state["lock"]?.string else { return nil }
    if lock == "current" {
      let shown = (state["outputs"]?.array ?? []).filter { $0["turns"] == true }
        .map { transform($0["wanted"], language) }
      return Vocabulary.shown(Set(shown).count == 1 ? shown[0] : nil, language)
    }
    return edge(state["lock-edge-up"])?.transform.shortWords(language)
      ?? UntrustedText(lock).name()
  }

  /// Returns the missed turn in the state; `nil` if there is none, or if a lock stopped the turn.
  static func missedTurn(_ state: JSONValue) -> JSONValue? {
    state["missed-turn"].flatMap { $0["cause"] == "lock" ? nil : $0 }
  }

  private static func edge(_ member: JSONValue?) -> PanelEdge? {
    member?.string.flatMap { PanelEdge(name: $0) }
  }
}

/// An event that the daemon sends to watchers, one per line.
public enum ControlEvent: Equatable, Sendable {
  /// A decision, as an entry of the history.
  case decision(JSONValue)
  /// The result of a requested rotation, or a rotation by another program.
  case output(JSONValue)
  /// A warning about a new window because of which turns would fail, or about a stack of windows
  /// that can split or raise an exception.
  case warning(JSONValue)
  case overlay(OverlayCommand)
  /// The configuration was read again, or has an error; the text is a message for the user.
  case configuration(isTaken: Bool, String)
  case change(StateChange)
  /// The number of lines that were dropped because the watcher did not read.
  case missed(Int)
  /// The last event: the daemon ends.
  case end

  /// Returns the event as a message that, except for `end`, includes the daemon's state after it.
  public func json(state: JSONValue) -> JSONValue {
    let (kind, members) = parts
    let head: [JSONValue.Member] = [
      .init("swivel", .int(ControlProtocol.version)), .init("event", .string(kind)),
    ]
    return .object(head + members + (self == .end ? [] : [.init("state", state)]))
  }

  private var parts: (kind: String, members: [JSONValue.Member]) {
    switch self {
    case .decision(let entry): ("decision", [.init("entry", entry)])
    case .output(let report): ("output", [.init("report", report)])
    case .warning(let warning): ("warning", [.init("warning", warning)])
    case .overlay(let command): ("overlay", [.init("command", .string(command.rawValue))])
    case .configuration(let isTaken, let words):
      ("configuration", [.init("taken", .bool(isTaken)), .init("message", .string(words))])
    case .change(let change): (change.kind, change.members)
    case .missed(let count): ("missed", [.init("count", .int(Int64(count)))])
    case .end: ("end", [])
    }
  }

  /// Creates an event from a message; nil if the version or kind is unknown, or a member that has
  /// no default is missing or invalid.
  public init?(_ json: JSONValue) {
    guard json["swivel"]?.int == ControlProtocol.version else { return nil }
    switch json["event"]?.string {
    case "decision":
      guard let entry = json["entry"] else { return nil }
      self = .decision(entry)
    case "output":
      guard let report = json["report"] else { return nil }
      self = .output(report)
    case "warning":
      guard let warning = json["warning"] else { return nil }
      self = .warning(warning)
    case "overlay":
      guard let command = json["command"]?.string.flatMap({ OverlayCommand(rawValue: $0) }) else {
        return nil
      }
      self = .overlay(command)
    case "configuration":
      self = .configuration(isTaken: json["taken"]?.bool ?? false, json["message"]?.string ?? "")
    case "missed": self = .missed(Int(json["count"]?.int ?? 0))
    case "end": self = .end
    case let kind:
      guard let change = StateChange(kind: kind, json) else { return nil }
      self = .change(change)
    }
  }
}

/// A decision, as an entry of the history.
public struct HistoryEntry: Sendable {
  private let verdict: Verdict
  private let rulesID: String
  private let names: [WindowID: String]

  /// Creates an entry for a verdict of the named rule set; `names` includes the names of removed
  /// windows.
  public init(_ verdict: Verdict, rulesID: String, names: [WindowID: String]) {
    self.verdict = verdict
    self.rulesID = rulesID
    self.names = names
  }

  /// The entry as an object of the protocol.
  public var json: JSONValue {
    let line = VerdictLine(verdict, rulesID: rulesID, names: names)
    return [
      "decision": .int(Int64(verdict.step)), "at": .int(verdict.at.nanoseconds),
      "outcome": .string(line.outcome.rawValue), "code": .string(line.code.rawValue),
      "line": .string(line.text), "outputs": .array(line.outputs.map { .string($0) }),
      "missed-turn": line.missedTurn.map { .string($0) } ?? .null,
      "requested": verdict.requested.map { .string($0.name) } ?? .null, "stop": stop,
    ]
  }

  private var stop: JSONValue {
    let stop = FirstBlockedGate(verdict)
    var members: [JSONValue.Member] = [.init("kind", .string(stop.kind.rawValue))]
    if let gate = stop.gate { members += self.members(gate) }
    return .object(members)
  }

  private func members(_ gate: GateRecord) -> [JSONValue.Member] {
    [
      .init("gate", .string(gate.gate.rawValue)),
      .init("window", gate.window.map { .string(name($0)) } ?? .null),
      .init("rule", .string(gate.rule.rawValue)),
    ]
  }

  private func name(_ id: WindowID) -> String {
    let known = verdict.after.window(id) ?? verdict.before.window(id)
    return known?.name ?? names[id] ?? "\(id.rawValue)"
  }
}

/// The result of a requested rotation, or a rotation by another program, as watchers receive it.
public struct OutputReportEntry: Sendable {
  private let report: OutputReport
  private let name: String
  private let instant: Instant

  /// Creates an entry from a report, the name of its output, and the time of the report.
  public init(_ report: OutputReport, output name: String, at instant: Instant) {
    self.report = report
    self.name = name
    self.instant = instant
  }

  /// The report as an object of the protocol.
  public var json: JSONValue {
    let line = OutputLine(report, output: name)
    return [
      "at": .int(instant.nanoseconds), "output": .string(name),
      "transform": .string(report.transform.wireName), "result": .string(report.result.rawValue),
      "code": .string(line.code.rawValue), "line": .string(line.text),
    ]
  }
}

/// A change of the daemon's state other than a decision or a rotation.
public enum StateChange: Equatable, Sendable {
  /// The tablet mode is on or off; nil if no source reports it.
  case tabletMode(Bool?)
  /// The posture has changed; the value is its name.
  case posture(String)
  /// The user's lock has changed; nil if rotation is unlocked.
  case lock(OrientationLock?)
  case output(String, isThere: Bool)
  /// The reason why the device orientation is not judged has changed; nil if it is judged.
  case sensor(rests: String?)

  /// The kind of the event in the protocol.
  public var kind: String {
    switch self {
    case .tabletMode: "tablet-mode"
    case .posture: "posture"
    case .lock: "lock"
    case .output: "output-presence"
    case .sensor: "sensor"
    }
  }

  var members: [JSONValue.Member] {
    switch self {
    case .tabletMode(let isOn): [.init("on", isOn.map { .bool($0) } ?? .null)]
    case .posture(let word): [.init("posture", .string(word))]
    case .lock(let lock): [.init("to", lock.map { .string($0.rawValue) } ?? .null)]
    case .output(let name, let isThere):
      [.init("output", .string(name)), .init("there", .bool(isThere))]
    case .sensor(let reason): [.init("rests", reason.map { .string($0) } ?? .null)]
    }
  }

  init?(kind: String?, _ json: JSONValue) {
    switch kind {
    case "tablet-mode": self = .tabletMode(json["on"]?.bool)
    case "posture":
      guard let word = json["posture"]?.string else { return nil }
      self = .posture(word)
    case "lock": self = .lock(json["to"]?.string.flatMap { OrientationLock(rawValue: $0) })
    case "output-presence":
      guard let name = json["output"]?.string, let isThere = json["there"]?.bool else { return nil }
      self = .output(name, isThere: isThere)
    case "sensor": self = .sensor(rests: json["rests"]?.string)
    default: return nil
    }
  }

  /// Returns the change as a line for the user; `state` is the daemon's state after the change.
  public func line(_ state: JSONValue) -> String {
    let language = Language.english
    return switch self {
    case .tabletMode(let isOn): StatusPhrase.tabletMode(language, Self.word(isOn))
    case .posture(let word): StatusPhrase.postureIs(language, UntrustedText(word).name())
    case .lock:
      ControlState.locked(state).map { StatusPhrase.lockedTo(language, $0) }
        ?? StatusPhrase.free(language)
    case .output(let name, let isThere):
      (isThere ? StatusPhrase.outputThere : .outputGone)(language, UntrustedText(name).name())
    case .sensor: ControlState.sensor(state) ?? StatusPhrase.sensorRead(language)
    }
  }

  /// Returns `on`, `off`, or `unknown` for nil.
  public static func word(_ isOn: Bool?) -> String {
    isOn.map { $0 ? "on" : "off" } ?? "unknown"
  }
}

/// A bounded queue of lines for one watcher.
///
/// A slow watcher loses lines, so the daemon's memory stays bounded.
public struct EventQueue: Sendable {
  /// The capacity for one watcher, in bytes.
  public static let room = 64 << 10

  private let room: Int
  private var lines: [String] = []
  /// The index of the next line; the lines before it were sent.
  private var head = 0
  private var size = 0
  /// The number of dropped lines that `next` has not reported yet.
  private var missed = 0

  /// Creates an empty queue with a capacity in bytes.
  public init(room: Int = EventQueue.room) { self.room = room }

  /// Whether there is neither a line nor a gap to send.
  public var isEmpty: Bool { head == lines.count && missed == 0 }

  /// Appends a line and returns true, or drops the line and returns false.
  ///
  /// A line is dropped if it exceeds the free capacity of a queue that is not empty, and after a
  /// dropped line until `next` has returned the gap.
  @discardableResult
  public mutating func append(_ line: String) -> Bool {
    guard missed == 0, size + line.utf8.count <= room || head == lines.count else {
      missed += 1
      return false
    }
    lines.append(line)
    size += line.utf8.count
    return true
  }

  /// Removes and returns the next line, or `gap` of the number of dropped lines in their place; nil
  /// if there is nothing to send.
  public mutating func next(gap: (Int) -> String?) -> String? {
    if head == lines.count {
      guard missed > 0 else { return nil }
      defer { missed = 0 }
      return gap(missed)
    }
    let line = lines[head]
    head += 1
    size -= line.utf8.count
    // Sent lines are removed when they are half of all lines, so removal takes amortised constant
    // time.
    if head * 2 >= lines.count {
      lines.removeFirst(head)
      head = 0
    }
    return line
  }
}
