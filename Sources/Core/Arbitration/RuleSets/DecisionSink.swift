// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A receiver of a decision's moves and, if the receiver keeps them, of the reasons.
///
/// Records are passed as closures, so a record that the sink ignores is never created.
public protocol DecisionSink {
  /// Called when a live policy has to answer before the rule set can decide.
  mutating func needs(_ question: Question)
  /// Called when a question was asked and answered.
  mutating func asked(_ record: @autoclosure () -> Asked)
  /// Called when a window or the whole decision passed a gate or stopped at it.
  mutating func gate(_ record: @autoclosure () -> GateRecord)
  /// Called when a question was forwarded in a cycle, with the windows of the cycle's controllers.
  mutating func cycle(_ windows: @autoclosure () -> [WindowID])
  /// Called for each change that the decision makes.
  mutating func move(_ move: Move)
}

extension DecisionSink {
  /// Ignores the question.
  public mutating func needs(_ question: Question) {}
  /// Ignores the record, which is then never created.
  public mutating func asked(_ record: @autoclosure () -> Asked) {}
  /// Ignores the record, which is then never created.
  public mutating func gate(_ record: @autoclosure () -> GateRecord) {}
  /// Ignores the list, which is then never created.
  public mutating func cycle(_ windows: @autoclosure () -> [WindowID]) {}
  /// Ignores the change.
  public mutating func move(_ move: Move) {}
}

/// The result of deciding: a decision, an error, or a request for more answers.
public enum Decision: Sendable, Hashable {
  case decided
  case raised(RotationError)
  /// Answers are missing; only the questions in the sink are valid.
  case needsAnswers
}

/// One change that a decision makes.
public enum Move: Sendable, Hashable {
  case window(WindowID, to: InterfaceOrientation)
  /// The status bar's new orientation and its writer, if any.
  case statusBar(to: InterfaceOrientation, by: StatusBar.Writer?)
  case output(OutputID, to: Transform)
  /// The window's rotation is deferred until rotation is enabled again (M-15).
  case putOff(WindowID)
}

/// A sink that stores nothing, for callers that need only the result.
public struct NullSink: DecisionSink {
  /// Creates a sink.
  public init() {}
}

/// A sink that stores the moves and ignores the reasons.
public struct MoveSink: DecisionSink {
  /// The moves, in order.
  public private(set) var moves: [Move] = []

  /// Creates an empty sink.
  public init() {}
  /// Stores the change.
  public mutating func move(_ move: Move) { moves.append(move) }
}

/// A sink that stores the moves, and the other records of a decision as `Detail` states.
public struct TraceSink: DecisionSink {
  /// The questions that live policies still have to answer.
  public private(set) var questions: [Question] = []
  /// The questions asked, with their answers, in order; empty with the detail `result`.
  public private(set) var asked: [Asked] = []
  /// The gates passed and stopped at, in order; empty with the detail `result`.
  public private(set) var gates: [GateRecord] = []
  /// The windows of every forwarding cycle that was found.
  public private(set) var cycles: [[WindowID]] = []
  /// The moves, in order.
  public private(set) var moves: [Move] = []

  /// The records that are stored besides the moves and the questions that have no answer yet.
  public enum Detail: Sendable, Hashable {
    /// Only the forwarding cycles.
    case result
    /// All records, including the answered questions and the gates.
    case everything
  }

  private let detail: Detail

  /// Creates an empty sink, which by default stores all records.
  public init(_ detail: Detail = .everything) { self.detail = detail }
  /// Stores the question, unless it is stored already.
  public mutating func needs(_ question: Question) {
    if !questions.contains(question) { questions.append(question) }
  }
  /// Stores the record, if the sink keeps everything.
  public mutating func asked(_ record: @autoclosure () -> Asked) {
    if detail == .everything { asked.append(record()) }
  }
  /// Stores the record, if the sink keeps everything.
  public mutating func gate(_ record: @autoclosure () -> GateRecord) {
    if detail == .everything { gates.append(record()) }
  }
  /// Stores the windows.
  public mutating func cycle(_ windows: @autoclosure () -> [WindowID]) {
    cycles.append(windows())
  }
  /// Stores the change.
  public mutating func move(_ move: Move) { moves.append(move) }
}
