// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import ModelChecker
import Recording

/// A scenario's windows, or those of a running daemon, checked; with scripts that play what was found.
public struct ScenarioCheck: Sendable {
  /// How to check.
  public struct Options: Sendable {
    /// How long to go on.
    public var bounds = CheckBounds()
    /// Whether the key is kept even where no decision reads it.
    public var isWhole = false
    /// Whether every combination of answers is tried in place of the given ones.
    public var withAnyAnswers = false

    /// The usual check.
    public init() {}
  }

  /// What was checked, in words.
  public let title: String
  /// What came of it.
  public let report: CheckReport
  private let stack: CheckStack
  private let exempt: [Window]

  /// Checks a scenario; its windows and those that its events add, without its other events.
  ///
  /// Throws a `CheckLimit` for what cannot be checked.
  public init(
    _ scenario: Scenario, options: Options = Options(),
    progress: (CheckProgress) -> Bool = { _ in true }
  ) throws(CheckLimit) {
    try self.init(
      CheckStack(scenario), scenario.exempt, scenario.title, options, progress)
  }

  /// Checks the windows of a running daemon as they stand.
  ///
  /// Throws a `CheckLimit` for what cannot be checked.
  public init(
    running header: RecordingHeader, options: Options = Options(),
    progress: (CheckProgress) -> Bool = { _ in true }
  ) throws(CheckLimit) {
    try self.init(
      CheckStack(running: header), header.exempt, "the running session", options, progress)
  }

  private init(
    _ stack: CheckStack, _ exempt: [Window], _ title: String, _ options: Options,
    _ progress: (CheckProgress) -> Bool
  ) throws(CheckLimit) {
    self.stack = stack
    self.exempt = exempt
    self.title = title
    report =
      options.withAnyAnswers
      ? try Check.runWithAnyAnswers(stack, bounds: options.bounds, report: progress)
      : try Check.run(
        stack, bounds: options.bounds, isWhole: options.isWhole, report: progress)
  }

  /// The scenario file that breaks a property; nil for a property that no script breaks.
  public func script(_ finding: CheckFinding) -> String? {
    CheckScript(stack: stack, exempt: exempt, title: title).file(finding)
  }
}
