// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A fault on one of the compositors on which it is tried.
struct FaultTrial: Sendable, CustomTestStringConvertible {
  let fault: Fault
  let kind: CompositorKind

  var testDescription: String { "\(fault.name) on \(kind)" }

  /// Returns each fault with each of its compositors.
  static func all(of faults: [Fault]) -> [FaultTrial] {
    faults.flatMap { fault in fault.kinds.map { FaultTrial(fault: fault, kind: $0) } }
  }

  /// Expects that the daemon reports the fault, answers meanwhile, turns the outputs afterwards, and
  /// restores them at its end.
  func run() throws {
    let bench = try FaultBench(fault, on: kind)
    defer { bench.stop() }
    try bench.turn()
    try fault.strike(bench)
    for words in fault.words { try bench.waitForWords(words) }
    try bench.waitForAnswer()
    try bench.turn()
    try bench.end()
  }
}

/// Faults of compositors and outputs, on real programs.
@Suite struct CompositorFaultTests {
  @Test(arguments: FaultTrial.all(of: Fault.compositor))
  func theDaemonRotatesAndRestoresOutputsAfterTheFault(_ trial: FaultTrial) throws {
    try trial.run()
  }
}

/// Faults of sensors, policies and the machine, on real programs.
@Suite struct FaultTests {
  @Test func sixteenFaultsAreDefined() { #expect(Set(Fault.all.map(\.name)).count == 16) }

  @Test(arguments: FaultTrial.all(of: Fault.sensors + Fault.policies + Fault.machine))
  func theDaemonRotatesAndRestoresOutputsAfterTheFault(_ trial: FaultTrial) throws {
    try trial.run()
  }
}
