// SPDX-License-Identifier: Apache-2.0

/// A sink that keeps everything that a decision says, or all but what only explanations need.
public struct TraceSink: DecisionSink {
  /// What live policies still have to answer.
  public private(set) var questions: [Question] = []
  /// Who was asked what, in order.
  public private(set) var asked: [Asked] = []
  /// The gates passed and stopped at, in order.
  public private(set) var gates: [GateRecord] = []
  /// The windows of every circle that was met.
  public private(set) var cycles: [[WindowID]] = []
  /// What changes, in order.
  public private(set) var moves: [Move] = []

  private let keepsAll: Bool

  /// An empty sink; one that does not keep all leaves out answers and gates that were passed.
  public init(keepsAll: Bool = true) { self.keepsAll = keepsAll }
  /// Keeps the question.
  public mutating func needs(_ question: Question) {
    if !questions.contains(question) { questions.append(question) }
  }
  /// Keeps the record.
  public mutating func asked(_ record: @autoclosure () -> Asked) {
    if keepsAll { asked.append(record()) }
  }
  /// Keeps the record.
  public mutating func gate(_ record: @autoclosure () -> GateRecord) {
    let record = record()
    if keepsAll || !record.isPassed { gates.append(record) }
  }
  /// Keeps the windows.
  public mutating func cycle(_ windows: @autoclosure () -> [WindowID]) {
    cycles.append(windows())
  }
  /// Keeps the change.
  public mutating func move(_ move: Move) { moves.append(move) }
}
