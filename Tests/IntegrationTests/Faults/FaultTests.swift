// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Sixteen faults on real programs: the daemon says what has happened, answers meanwhile, turns the
/// outputs again afterwards, and gives them back.
@Suite struct FaultTests {
  struct Trial: Sendable, CustomTestStringConvertible {
    let fault: Fault
    let kind: CompositorKind

    var testDescription: String { "\(fault.name) on \(kind)" }
  }

  static let trials = Fault.all.flatMap { fault in
    fault.kinds.map { Trial(fault: fault, kind: $0) }
  }

  @Test func sixteenFaultsAreDefined() { #expect(Set(Fault.all.map(\.name)).count == 16) }

  @Test(arguments: trials)
  func theDaemonRotatesAndRestoresOutputsAfterTheFault(_ trial: Trial) throws {
    let bench = try FaultBench(trial.fault, on: trial.kind)
    defer { bench.stop() }
    try bench.turn()
    try trial.fault.strike(bench)
    for words in trial.fault.words { try bench.waitForWords(words) }
    try bench.waitForAnswer()
    try bench.turn()
    try bench.end()
  }
}
