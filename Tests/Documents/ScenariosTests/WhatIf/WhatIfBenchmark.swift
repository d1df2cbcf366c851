// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

import Experiments
import Recording

/// The time to play a whole history twice; `make bench` prints it, the ordinary run only checks
/// that the benchmark works.
@Suite struct WhatIfBenchmark {
  #if DEBUG
  static let decisions = 300
  #else
  static let decisions = 10_000
  #endif

  /// The source of a history's decisions.
  enum History: String, CaseIterable {
    /// Turns of a device with four windows, one of them hidden.
    case turns
    /// Turns, windows that come and go, presentations: hardly ever the same twice.
    case random
    /// A desktop with an output, whose display server answers every change.
    case desktop
  }

  @Test(arguments: History.allCases)
  func aWholeHistoryIsReplayedWithinItsGoal(_ history: History) throws {
    let played = PlayedHistory(history, decisions: Self.decisions)
    let edits = history == .random ? ["app=P"] : ["w3=NO", "main=P"]
    try measure("ring", history) {
      try WhatIf(played.ring, decision: played.ring.first, rules: played.rules, edits: edits)
    }
    let text = Array(played.recording.utf8)
    try measure("file", history) {
      try WhatIf(RecordingReader(text, file: "history"), decision: 0, edits: edits)
    }
  }

  private func measure(
    _ source: String, _ history: History, _ run: () throws -> WhatIf
  ) throws {
    var result: WhatIf?
    var times: [Duration] = []
    for _ in 0..<5 { times.append(try ContinuousClock().measure { result = try run() }) }
    let median = times.sorted()[2]
    #expect((result?.following ?? 0) >= Self.decisions / 2)
    print(
      "whatif over \(result?.following ?? 0) decisions, \(history.rawValue), \(source): \(median), "
        + "\(result?.differing ?? 0) differ")
    #if !DEBUG
    #expect(median < .milliseconds(300))
    #endif
  }
}
