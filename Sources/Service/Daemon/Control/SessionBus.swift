// SPDX-License-Identifier: Apache-2.0
import Bus
import Control
import EventLoop
import Formats
import Recording
import Text

/// The daemon's object on the session bus, which accepts some of the control socket's requests
/// (docs/control.md).
final class SessionBus {
  static let name = "io.github.swivel.Swivel1"
  static let path = "/io/github/swivel/Swivel1"

  private var link: BusLink?
  private var object: BusObject?
  private var claim: Subscription?
  private let status: () -> SessionStatus
  private let answer: (ControlRequest) -> ControlReply
  /// The status at the last `update`, at first that of the creation.
  private var said: SessionStatus

  /// Connects; `onProblem` receives the reason when the name is refused or the bus is lost later.
  init(
    _ address: BusAddress, on loop: EventLoop, status: @escaping () -> SessionStatus,
    answer: @escaping (ControlRequest) -> ControlReply, onProblem: @escaping (String) -> Void
  ) throws(BusError) {
    self.status = status
    self.answer = answer
    said = status()
    let link = BusLink(
      address, on: loop,
      onJoin: { [weak self] (bus) throws(BusError) in try self?.joined(bus, onProblem) },
      onLoss: { [weak self] in
        self?.object = nil
        self?.claim = nil
        onProblem("the session bus is gone")
      })
    self.link = link
    try link.open()
  }

  private func joined(
    _ connection: BusConnection, _ onProblem: @escaping (String) -> Void
  ) throws(BusError) {
    object = try BusObject(
      methods + properties + signals, interface: Self.name, at: Self.path, on: connection)
    claim = try connection.claim(Self.name) { error in
      if let error { onProblem("not on the session bus: \(error)") }
    }
  }

  func update() {
    let now = status()
    let names = now.differences(from: said)
    said = now
    object?.changed(names)
  }

  func emit(_ event: ControlEvent) {
    switch event {
    case .decision(let entry):
      object?.emit(
        "Decided",
        [
          .int64(entry["decision"]?.int ?? 0), .string(entry["outcome"]?.string ?? ""),
          .string(entry["code"]?.string ?? ""), .string(entry["line"]?.string ?? ""),
        ])
    case .output(let report):
      object?.emit(
        "Turned",
        ["output", "transform", "result"].map { .string(report[$0]?.string ?? "") })
    case .configuration(let isTaken, let words):
      object?.emit("Reloaded", [.boolean(isTaken), .string(words)])
    case .change(.output(let name, let isThere)):
      object?.emit(isThere ? "OutputAdded" : "OutputRemoved", [.string(name)])
    // Other changes appear in the properties; the other events are for the control socket only.
    case .change, .warning, .overlay, .missed, .end: break
    }
  }

  private var methods: [BusMember] {
    let text = [BusParameter("text", "s")]
    return [
      .method("Lock", takes: [BusParameter("to", "s")]) { [unowned self] arguments in
        ask(["request": "lock", "to": .string(arguments.first?.string ?? "")]) { _ in [] }
      },
      .method("Unlock") { [unowned self] _ in ask(["request": "unlock"]) { _ in [] } },
      .method("ToggleLock", gives: [BusParameter("locked", "b")]) { [unowned self] _ in
        ask(["request": "toggle-lock"]) { [.boolean($0["state"]?["lock"]?.string != nil)] }
      },
      .method("Rotate", takes: [BusParameter("to", "s")]) { [unowned self] arguments in
        ask(["request": "rotate", "to": .string(arguments.first?.string ?? "")]) { _ in [] }
      },
      .method("Explain", takes: [BusParameter("decision", "x")], gives: text) {
        [unowned self] arguments in
        var number: JSONValue = "last"
        if case .int64(let wanted) = arguments.first {
          if wanted >= 0 { number = .int(wanted) } else if wanted == -2 { number = "missed-turn" }
        }
        return ask(["request": "explain", "decision": number]) {
          [.string($0["text"]?.string ?? "")]
        }
      },
      .method("Reload", gives: text) { [unowned self] _ in
        ask(["request": "reload"]) { [.string($0["message"]?.string ?? "")] }
      },
      .method("Quit") { [unowned self] _ in ask(["request": "quit"]) { _ in [] } },
    ]
  }

  private var properties: [BusMember] {
    [.constant("Version", "s") { .string(ProgramVersion.text) }]
      + SessionStatus.members.map { member in
        .property(member.name, member.type) { [unowned self] in member.value(status()) }
      }
  }

  private var signals: [BusMember] {
    [
      .signal(
        "Decided",
        [
          BusParameter("decision", "x"), BusParameter("outcome", "s"), BusParameter("code", "s"),
          BusParameter("line", "s"),
        ]),
      .signal(
        "Turned",
        [
          BusParameter("output", "s"), BusParameter("transform", "s"), BusParameter("result", "s"),
        ]),
      .signal("OutputAdded", [BusParameter("output", "s")]),
      .signal("OutputRemoved", [BusParameter("output", "s")]),
      .signal("Reloaded", [BusParameter("taken", "b"), BusParameter("message", "s")]),
    ]
  }

  // Arguments are parsed as JSON requests, like those of the socket.
  private func ask(
    _ members: JSONValue, _ give: (JSONValue) -> [BusValue]
  ) -> Result<[BusValue], BusError> {
    let message = [JSONValue.Member("swivel", .int(ControlProtocol.version))]
    do throws(ControlFailure) {
      let request = try ControlRequest(.object(message + (members.object ?? [])))
      switch answer(request) {
      case .result(let result): return .success(give(result))
      case .failure(let failure): return .failure(Self.error(failure))
      }
    } catch {
      return .failure(Self.error(error))
    }
  }

  /// Returns the D-Bus error of a failure: its kind `bad-request` is named `BadRequest`.
  private static func error(_ failure: ControlFailure) -> BusError {
    let words = failure.kind.rawValue.split(separator: "-")
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return BusError(name: "\(Self.name).Error.\(name)", message: UntrustedText(failure.description))
  }
}

/// The daemon's state as properties on the session bus.
struct SessionStatus: Equatable, Sendable {
  struct Member: Sendable {
    let name: String
    /// The D-Bus type signature.
    let type: String
    let value: @Sendable (SessionStatus) -> BusValue
  }

  let state: JSONValue
  let rules: String

  static let members: [Member] = [
    Member(name: "Rules", type: "s") { .string($0.rules) },
    Member(name: "Connected", type: "b") { .boolean($0.state["connected"] == true) },
    Member(name: "Locked", type: "b") { .boolean($0.state["lock"]?.string != nil) },
    Member(name: "Lock", type: "s") { .string($0.state["lock"]?.string ?? "") },
    Member(name: "Device", type: "s") { .string($0.state["device"]?.string ?? "unknown") },
    Member(name: "EdgeUp", type: "s") { .string($0.state["edge-up"]?.string ?? "") },
    Member(name: "TabletMode", type: "s") {
      .string(StateChange.word($0.state["tablet-mode"]?.bool))
    },
    Member(name: "Posture", type: "s") { .string($0.state["posture"]?.string ?? "unknown") },
    Member(name: "SensorRests", type: "s") {
      .string($0.state["sensor-rests"]?["text"]?.string ?? "")
    },
    Member(name: "MissedTurn", type: "s") {
      .string($0.state["missed-turn"]?["text"]?.string ?? "")
    },
    Member(name: "Orientation", type: "s") { .string($0.orientation) },
    Member(name: "OutputEdgeUp", type: "s") { .string($0.outputEdge) },
    Member(name: "Outputs", type: "a(ssssb)") { .array($0.outputs, element: "(ssssb)") },
    Member(name: "Conflicts", type: "as") { .array($0.conflicts, element: "s") },
  ]

  func differences(from before: SessionStatus) -> [String] {
    guard self != before else { return [] }
    return Self.members.filter { $0.value(self) != $0.value(before) }.map(\.name)
  }

  private var orientation: String {
    let outputs = state["outputs"]?.array ?? []
    return outputs.first { $0["turns"] == true }?["shows"]?.string ?? "unknown"
  }

  private var outputEdge: String {
    let outputs = state["outputs"]?.array ?? []
    return outputs.first { $0["turns"] == true }?["edge-up"]?.string ?? ""
  }

  private var outputs: [BusValue] {
    (state["outputs"]?.array ?? []).map { output in
      .structure(
        ["name", "transform", "wanted", "shows"].map { .string(output[$0]?.string ?? "") }
          + [.boolean(output["turns"] == true)])
    }
  }

  private var conflicts: [BusValue] {
    (state["conflicts"]?.array ?? []).map { .string($0.string ?? "") }
  }
}
