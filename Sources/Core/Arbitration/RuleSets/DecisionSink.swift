// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The receiver of a decision's moves and, if it keeps them, of the reasons.
///
/// Records are closures, so a sink that drops them costs nothing; each sink states what it keeps.
public protocol DecisionSink {
  /// Called when a live policy has to answer first.
  mutating func needs(_ question: Question)
  /// Called when a question was asked and answered.
  mutating func asked(_ record: @autoclosure () -> Asked)
  /// Called when a gate was passed or stopped at.
  mutating func gate(_ record: @autoclosure () -> GateRecord)
  /// Called when questions were forwarded in a cycle through these windows.
  mutating func cycle(_ windows: @autoclosure () -> [WindowID])
  /// Called for each change.
  mutating func move(_ move: Move)
}

extension DecisionSink {
  /// Keeps nothing.
  public mutating func needs(_ question: Question) {}
  /// Keeps nothing, so the record is never made.
  public mutating func asked(_ record: @autoclosure () -> Asked) {}
  /// Keeps nothing, so the record is never made.
  public mutating func gate(_ record: @autoclosure () -> GateRecord) {}
  /// Keeps nothing, so the list is never made.
  public mutating func cycle(_ windows: @autoclosure () -> [WindowID]) {}
  /// Keeps nothing.
  public mutating func move(_ move: Move) {}
}

/// The result of deciding: a decision, an error, or a need for more answers.
public enum Decision: Sendable, Hashable {
  case decided
  case raised(RotationError)
  /// Answers are missing: of the sink's content only the questions are valid.
  case needsAnswers
}

/// One change that a decision makes.
public enum Move: Sendable, Hashable {
  case window(WindowID, to: InterfaceOrientation)
  /// The bar's orientation and writer; nil means that no window decided.
  case statusBar(to: InterfaceOrientation, by: StatusBar.Writer?)
  case output(OutputID, to: Transform)
  /// The window's rotation, deferred until rotation is enabled again (M-15).
  case putOff(WindowID)
}

/// A sink that keeps nothing, for callers that need only the result.
public struct NullSink: DecisionSink {
  /// Creates a sink.
  public init() {}
}

/// A sink that keeps the moves and drops the reasons.
public struct MoveSink: DecisionSink {
  /// The moves, in order.
  public private(set) var moves: [Move] = []

  /// Creates an empty sink.
  public init() {}
  /// Keeps the change.
  public mutating func move(_ move: Move) { moves.append(move) }
}

/// A sink that keeps all records of a decision, or fewer if the reasons are not needed.
public struct TraceSink: DecisionSink {
  /// The questions that live policies still have to answer.
  public private(set) var questions: [Question] = []
  /// The questions asked, with their answers, in order.
  public private(set) var asked: [Asked] = []
  /// The gates passed and stopped at, in order.
  public private(set) var gates: [GateRecord] = []
  /// The windows of every cycle that was met.
  public private(set) var cycles: [[WindowID]] = []
  /// The moves, in order.
  public private(set) var moves: [Move] = []

  /// The records of a decision that are kept besides its moves.
  public enum Detail: Sendable, Hashable {
    /// Questions and cycles.
    case result
    /// Everything.
    case everything
  }

  private let detail: Detail

  /// Creates an empty sink.
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
    if detail == .everything { gates.append(record()) }
  }
  /// Keeps the windows.
  public mutating func cycle(_ windows: @autoclosure () -> [WindowID]) {
    cycles.append(windows())
  }
  /// Keeps the change.
  public mutating func move(_ move: Move) { moves.append(move) }
}
