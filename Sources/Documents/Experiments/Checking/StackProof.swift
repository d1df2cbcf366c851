// SPDX-License-Identifier: Apache-2.0
package import Arbitration
package import ModelChecker
import Orientation
package import Recording

/// What the windows of a running session can come to, in short.
package struct StackProof: Sendable, Equatable {
  /// What came of it.
  package enum Result: String, Sendable {
    case proved, broken, undecided
  }

  /// A property that some list of events breaks.
  package struct Violation: Sendable, Equatable {
    /// The short name, P1 to P10.
    package let code: String
    /// What can happen, as one sentence without its full stop.
    package let words: String
    /// What the last of the events ends with, if that is an outcome of its own.
    package let outcome: Outcome?
    /// How many events it takes; no fewer break it where the search can tell.
    package let events: Int
  }

  package let result: Result
  /// What is broken, in the order of the properties.
  package let violations: [Violation]
  /// Why it is not decided, in words; nil where it is.
  package let reason: String?

  /// The result in one line.
  package var text: String {
    switch result {
    case .proved: "P1, P2, P4, P5, P7 and P9 hold, whatever happens to these windows"
    case .undecided: "not decided: \(reason ?? "unknown")"
    case .broken: violations.map(\.text).joined(separator: "; ") + Violation.hint
    }
  }

  /// What a person should know before any turn and does not yet, by the result before: that the stack can
  /// split, or raise an exception.
  package func warnings(after before: StackProof?) -> [Violation] {
    let known = before?.violations.map(\.code) ?? []
    return violations.filter { $0.outcome != nil && !known.contains($0.code) }
  }

  /// Checks the windows of a session as they stand; `goesOn` says whether there is still time.
  package init(_ session: RecordingHeader, bounds: CheckBounds, _ goesOn: () -> Bool) {
    do throws(CheckLimit) {
      let report = try Check.run(CheckStack(running: session), bounds: bounds) { _ in goesOn() }
      violations = report.findings.compactMap(Violation.init)
      let open = report.findings.compactMap { finding -> CheckLimit? in
        guard case .undecided(let limit) = finding.result else { return nil }
        return finding.property.danger == nil ? nil : limit
      }
      result = !violations.isEmpty ? .broken : open.isEmpty ? .proved : .undecided
      reason = open.first.map { $0 == .interrupted ? "it takes too long" : "\($0)" }
    } catch {
      (result, violations, reason) = (.undecided, [], "\(error)")
    }
  }

  /// Nothing was looked at, for a reason.
  package init(undecided reason: String) {
    (result, violations, self.reason) = (.undecided, [], reason)
  }

  /// What of a session the result depends on.
  ///
  /// How the device is held and how windows stand is left out: turning is among the events that are
  /// looked at, so what is proved stays so.
  package static func subject(of scene: Scene) -> Scene {
    var scene = scene
    for index in scene.windows.indices { scene.windows[index].orientation = .unknown }
    scene.statusBar = StatusBar()
    scene.device.orientation = .portrait
    scene.device.felt = .portrait
    for index in scene.outputs.indices {
      scene.outputs[index].desired = scene.outputs[index].initial
      scene.outputs[index].transform = scene.outputs[index].initial
    }
    return scene
  }
}

extension StackProof.Violation {
  /// How to see the events.
  fileprivate static let hint = "; `swivel check --live` shows how"

  /// A line for a warning.
  package var line: String { text + Self.hint }

  fileprivate var text: String {
    "\(code) \(words): \(events) \(events == 1 ? "event" : "events") away"
  }

  /// Nil for what is not broken, and for what no event of a running session breaks.
  fileprivate init?(_ finding: CheckFinding) {
    guard case .violated(let example) = finding.result, let danger = finding.property.danger
    else { return nil }
    (words, outcome) = danger
    code = finding.property.code
    events = example.events.count
  }
}

extension CheckProperty {
  /// What happens where events break it, and its outcome if that is one.
  ///
  /// Nil for a claim about answers or orders of creation, which no event of a session breaks.
  fileprivate var danger: (words: String, outcome: Outcome?)? {
    switch self {
    case .barAgrees: ("this stack can split", .split)
    case .hiddenIsSilent: ("a hidden window can decide for this stack", nil)
    case .turnAndBack: ("this stack can come back from a turn otherwise than it was", nil)
    case .oneApply: ("this stack can turn twice at one event", nil)
    case .lockIsAbsolute: ("this stack can turn while rotation is locked", nil)
    case .neverTraps: ("this stack can raise an exception", .exception)
    case .supportedIsReachable, .exemptIsSilent, .orderIsFree, .isNotVacuous: nil
    }
  }
}
