// SPDX-License-Identifier: Apache-2.0

/// A sink that keeps everything that a decision says, or less where nobody wants to know the reasons.
public struct TraceSink: DecisionSink {
  /// What live policies still have to answer.
  public private(set) var questions: [Question] = []
  /// Who was asked what, in order.
  public private(set) var asked: [Asked] = []
  /// The gates passed and stopped at, in order.
  public private(set) var gates: [GateRecord] = []
  /// The windows of every cycle that was met.
  public private(set) var cycles: [[WindowID]] = []
  /// What changes, in order.
  public private(set) var moves: [Move] = []

  /// How much of a decision is kept besides its moves.
  public enum Detail: Sendable, Hashable {
    /// Questions and cycles.
    case result
    /// The same, and the gates that were stopped at.
    case failures
    /// Everything.
    case everything
  }

  private let detail: Detail

  /// An empty sink.
  public init(_ detail: Detail = .everything) { self.detail = detail }
  /// Keeps the question.
  public mutating func needs(_ question: Question) {
    if !questions.contains(question) { questions.append(question) }
  }
  /// Keeps the record.
  public mutating func asked(_ record: @autoclosure () -> Asked) {
    if detail == .everything { asked.append(record()) }
  }
  /// Keeps the record.
  public mutating func gate(_ record: @autoclosure () -> GateRecord) {
    if detail == .result { return }
    let record = record()
    if detail == .everything || !record.isPassed { gates.append(record) }
  }
  /// Keeps the windows.
  public mutating func cycle(_ windows: @autoclosure () -> [WindowID]) {
    cycles.append(windows())
  }
  /// Keeps the change.
  public mutating func move(_ move: Move) { moves.append(move) }
}
