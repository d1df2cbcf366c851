// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Where a rule set says what it decides and, if anybody listens, why.
///
/// Records are closures, so a sink that drops them costs nothing; a sink keeps what it says it keeps.
public protocol DecisionSink {
  /// A live policy has to answer first.
  mutating func needs(_ question: Question)
  /// Something was asked and answered.
  mutating func asked(_ record: @autoclosure () -> Asked)
  /// A gate was passed or stopped at.
  mutating func gate(_ record: @autoclosure () -> GateRecord)
  /// Answers were asked for in a cycle through these windows.
  mutating func cycle(_ windows: @autoclosure () -> [WindowID])
  /// Something changes.
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

/// What a rule set says: it decided, raised something, or needs more answers first.
public enum Decision: Sendable, Hashable {
  case decided
  case raised(RotationError)
  /// The sink holds the questions; whatever else it holds is void.
  case needsAnswers
}

/// One thing that a decision changes.
public enum Move: Sendable, Hashable {
  case window(WindowID, to: InterfaceOrientation)
  /// Nil means that no window decided.
  case statusBar(to: InterfaceOrientation, by: StatusBar.Writer?)
  case output(OutputID, to: Transform)
  /// The window's turn is put off until it is enabled again (M-15).
  case putOff(WindowID)
}

/// A sink that keeps nothing: what is left is the decision itself.
public struct NullSink: DecisionSink {
  /// A sink that keeps nothing.
  public init() {}
}

/// A sink that keeps what changes and drops why.
public struct MoveSink: DecisionSink {
  /// What changes, in order.
  public private(set) var moves: [Move] = []

  /// An empty sink.
  public init() {}
  /// Keeps the change.
  public mutating func move(_ move: Move) { moves.append(move) }
}

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
    if detail == .everything { gates.append(record()) }
  }
  /// Keeps the windows.
  public mutating func cycle(_ windows: @autoclosure () -> [WindowID]) {
    cycles.append(windows())
  }
  /// Keeps the change.
  public mutating func move(_ move: Move) { moves.append(move) }
}
