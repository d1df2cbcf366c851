// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// An arbiter with outputs, a clock that is set by hand, and the arbiter's open requests.
struct FakeDisplay {
  static let first = OutputID(1)
  static let second = OutputID(2)

  var arbiter: Arbiter
  private(set) var now = Instant.zero
  /// The requests without an answer, oldest first.
  private(set) var requests: [(output: OutputID, transform: Transform, change: ChangeID)] = []
  private(set) var reports: [OutputReport] = []
  private(set) var deadlines: [DeadlineID: Instant] = [:]
  private(set) var verdicts: [Verdict] = []

  init(
    rules: any RuleSet = DesktopRuleSet(), outputs: Int32 = 1, isManaged: [Bool] = [true, true],
    windows: [Window] = [], key: WindowID? = nil, change: (inout Output) -> Void = { _ in }
  ) {
    let outputs = (1...outputs).map {
      var output = Output(
        id: OutputID($0), name: "HEADLESS-\($0)", panel: .landscape,
        policy: isManaged[Int($0) - 1] ? .auto : .leave)
      change(&output)
      return output
    }
    var scene = Scene(
      device: Device(idiom: .pad, orientation: .unknown), outputs: outputs, windows: windows,
      key: key)
    scene.statusBar = StatusBar(orientation: outputs[0].orientation)
    arbiter = Arbiter(rules: rules, scene: scene)
    send(.setUp)
  }

  mutating func send(_ event: Event) {
    for effect in arbiter.handle(event, at: now) {
      switch effect {
      case .rotateOutput(let output, let transform, let change):
        requests.append((output, transform, change))
      case .armDeadline(let id, let instant): deadlines[id] = instant
      case .disarmDeadline(let id): deadlines[id] = nil
      case .outputReport(let report): reports.append(report)
      case .report(let verdict): verdicts.append(verdict)
      case .ask: break
      }
    }
  }

  /// Turns the device so that an edge is up.
  mutating func turn(_ edge: PanelEdge) {
    send(.device(.turned(DeviceOrientation(edgeUp: edge))))
  }

  /// Answers the oldest request.
  mutating func answer(_ result: ApplyResult) {
    let request = requests.removeFirst()
    send(.applied(request.change, result))
  }

  /// Carries out the oldest request and reports it.
  mutating func obey() {
    let request = requests.removeFirst()
    send(.output(.transform(request.output, request.transform)))
    send(.applied(request.change, .succeeded))
  }

  /// Forgets the oldest request, as a display server that never answers would.
  mutating func ignore() { requests.removeFirst() }

  /// Lets time pass, firing the deadlines in their order.
  mutating func wait(milliseconds: Int64) {
    let end = now + .milliseconds(milliseconds)
    while let next = deadlines.filter({ $0.value <= end }).min(by: { $0.value < $1.value }) {
      deadlines[next.key] = nil
      now = max(now, next.value)
      send(.deadline(next.key))
    }
    now = end
  }

  func output(_ id: OutputID = first) -> Output? { arbiter.scene.outputs.first { $0.id == id } }
  var results: [OutputReport.Result] { reports.map(\.result) }
  /// The questions whose deadlines are armed, oldest first.
  var openQuestions: [QuestionID] {
    deadlines.keys.compactMap { if case .question(let id) = $0 { id } else { nil } }
      .sorted { $0.rawValue < $1.rawValue }
  }

  var wanted: [Transform] { requests.map(\.transform) }
}
