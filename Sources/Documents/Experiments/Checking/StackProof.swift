// SPDX-License-Identifier: Apache-2.0
package import Arbitration
package import ModelChecker
import Orientation
import Text
package import Recording

/// A short result of model-checking the windows of a running session.
package struct StackProof: Sendable, Equatable {
  package enum Result: String, Sendable {
    case proved, broken, undecided
  }

  package struct Violation: Sendable, Equatable {
    /// The property's code, P1 to P10.
    package let code: String
    /// The consequence, as a sentence without a full stop.
    package let words: String
    /// The outcome of the counterexample's last event, if it characterises the violation; otherwise
    /// nil.
    package let outcome: Outcome?
    /// The number of events in the counterexample, which is the shortest one if the search could
    /// prove that.
    package let events: Int
  }

  package let result: Result
  package let violations: [Violation]
  /// The reason why a property that events can violate is undecided, or why the stack cannot be
  /// checked; otherwise nil.
  package let reason: String?

  package var text: String {
    switch result {
    case .proved: "P1, P2, P4, P5, P7 and P9 hold, whatever happens to these windows"
    case .undecided: "not decided: \(reason ?? "unknown")"
    case .broken: (violations.map { $0.text } + [Violation.hint]).joined(separator: "; ")
    }
  }

  /// Returns the violations that the user is warned about and that the earlier result did not
  /// contain: a possible split or exception.
  package func warnings(after before: StackProof?) -> [Violation] {
    let known = before?.violations.map { $0.code } ?? []
    return violations.filter { $0.outcome != nil && !known.contains($0.code) }
  }

  /// Checks the windows of a session; `goesOn` returns whether time is left.
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

  package init(undecided reason: String) {
    (result, violations, self.reason) = (.undecided, [], reason)
  }

  /// Returns the part of a session's scene on which the result depends.
  ///
  /// The orientations of device, windows, status bar and outputs are replaced by fixed values: the
  /// check covers all rotations, so a proof remains valid.
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
  fileprivate static let hint = "`swivel check --live` shows how"

  package var line: String { "\(text); \(Self.hint)" }

  fileprivate var text: String {
    "\(code) \(words): \(counted(events, "event")) away"
  }

  /// Creates a violation; nil if the property is not violated, or if no event of a session can
  /// violate it.
  fileprivate init?(_ finding: CheckFinding) {
    guard case .violated(let example) = finding.result, let danger = finding.property.danger
    else { return nil }
    (words, outcome) = danger
    code = finding.property.code
    events = example.events.count
  }
}

extension CheckProperty {
  /// The consequence of a violation, and the outcome that characterises it.
  ///
  /// Nil for a property of answers or of creation orders, which no event of a session can violate.
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
