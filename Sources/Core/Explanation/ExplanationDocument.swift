// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// An explanation as a value for programs, with the content of the full text.
public struct ExplanationDocument: Sendable, Hashable {
  /// A row of the table: one window, or one blamed setting.
  public struct Row: Sendable, Hashable {
    /// The window's ID; `nil` for settings.
    public var id: WindowID?
    /// The name; that of a setting is in parentheses.
    public var window: String
    /// The app ID on a desktop; `nil` under other rule sets.
    public var app: String?
    /// The window's level; `nil` for settings and on a desktop.
    public var level: Int32?
    /// Whether the window is visible; `nil` for settings.
    public var isShown: Bool?
    /// Whether the window is key or focused; `nil` for settings.
    public var isKey: Bool?
    /// The chain of controllers, or on a desktop the source of the answers; `nil` without a
    /// question.
    public var via: String?
    /// The answer on autorotation; `nil` if the window was not asked about it.
    public var turn: Bool?
    /// The raw value of the origin of the answer on autorotation; `nil` without an answer.
    public var turnOrigin: String?
    /// The names of the supported orientations; `nil` if the party was not asked for them, or if
    /// `request` replaces them.
    public var supports: [String]?
    /// The raw value of the origin of the answer on supported orientations; `nil` for settings, and
    /// where `supports` is.
    public var supportsOrigin: String?
    /// The name of an Android window's request that corresponds to no mask; `nil` if there is none.
    public var request: String?
    /// The orientations that the window allows on a desktop; `nil` under other rule sets.
    public var allows: String?
    /// The effect of the window's answers, in words.
    public var effect: String
    /// Whether the row's party is a culprit.
    public var isCulprit: Bool
  }

  /// A decisive rule.
  public struct Citation: Sendable, Hashable {
    /// The rule's ID.
    public var rule: String
    /// The rule's statement.
    public var statement: String
  }

  /// A gate that the decision reached.
  public struct Gate: Sendable, Hashable {
    /// The window's name; `nil` for the whole decision.
    public var window: String?
    /// The gate's raw value.
    public var gate: String
    /// Whether the gate was passed.
    public var isPassed: Bool
    /// The ID of the gate's rule.
    public var rule: String
  }

  /// A question to a live policy, with the origin of its answer.
  public struct Respondent: Sendable, Hashable {
    /// The window's name.
    public var window: String
    /// The raw value of the question's kind, `Question.Kind`.
    public var question: String
    /// The raw value of the answer's origin.
    public var origin: String
    /// The policy that was asked, its ring and its response time.
    public var by: Arbitration.Respondent?
  }

  /// The code, its title, the outcome's raw value, and the headline without these.
  public var code: String, title: String, outcome: String, headline: String
  /// The sentences about the event and the changes.
  public var event: String, moved: String
  /// The rule set's name, the step's number, and its time in seconds.
  public var rules: String, step: Int, at: String
  /// The requested orientation's name; `nil` if none was requested.
  public var requested: String?
  /// A row for each window, and for each blamed setting.
  public var windows: [Row]
  /// The sentences of the reason, and its rules, decisive ones first.
  public var sentences: [String], citations: [Citation]
  /// The step in which the headline's conflict began; `nil` if the headline has none.
  public var since: Int?
  /// The sentences about the other conflicts.
  public var also: [String]
  /// The sentence about facts that the compositor does not report about windows; `nil` if no such
  /// fact matters.
  public var untold: String?
  /// The gates that the decision reached, in order.
  public var gates: [Gate]
  /// The notifications and callbacks that the app received, in order.
  public var heard: [String]
  /// The questions to live policies, in order.
  public var answeredBy: [Respondent]
  /// The blame and the repairs.
  public var blame: Blame
  /// The fixes as lines of text, in the order of `actions`.
  public var fixes: [String]
  /// The fixes with their parts, in the order in which they are suggested.
  public var actions: [Fix]
  /// The command that plays the scenario file with a known cure, and a note; `nil` if there is
  /// none.
  public var next: String?
  /// The sentence about a missed turn; `nil` if the explanation is not about a missed turn.
  public var missedTurn: String?
  /// The sentence about a missing or unreadable sensor; `nil` if the explanation has none.
  public var sensor: String?
  /// The lines about the decisions that followed the missed turn.
  public var later: [String]

  /// The blame and the repairs.
  public struct Blame: Sendable, Hashable {
    /// The number of repeated decisions and of repeated contributions of single windows.
    public var tried: Int
    /// The goals that were not reached, with causes and repairs; empty if all were reached or no
    /// party's answer can be changed.
    public var findings: [Finding]
    /// The parties that exclude each orientation; `nil` unless a goal was not reached, several
    /// parties have to agree or have no orientation in common, and one of them excludes an
    /// orientation.
    public var blockers: [Blockers]?
  }

  /// A goal that was not reached, with the responsible parties and the repairs.
  public struct Finding: Sendable, Hashable {
    /// The name of the goal: `agreement` or `turn`.
    public var goal: String
    /// The sentence that names the responsible parties and the number of changes that reach the
    /// goal.
    public var sentence: String
    /// Whether the list of minimal repairs is complete.
    public var isComplete: Bool
    /// The number of changes up to which the list is complete; `nil` if it is complete.
    public var searchedTo: Int?
    /// The responsible parties.
    public var responsible: [Share]
    /// The repairs: those with fewer changes first, then the most applicable.
    public var repairs: [Repair]
    /// The minimal sets of parties whose answers together exclude the goal; empty without a repair,
    /// or if there are too many.
    public var conflicts: [[String]]
  }

  /// A party's share of the responsibility.
  public struct Share: Sendable, Hashable {
    /// The window's name, or `app`, `delegate`, `device` or `lock`.
    public var who: String
    /// The number of answers that have to change together; the share is its reciprocal.
    public var oneIn: Int
  }

  /// A change of answers, with its result.
  public struct Repair: Sendable, Hashable {
    /// The arguments of `swivel whatif` that make the change.
    public var edits: [String]
    /// The kind of consent that the repair needs: `safe`, `changes intent` or `needs author`.
    public var applicability: String
    /// The outcome's raw value, and the orientations of page (`nil` without one) and status bar.
    public var outcome: String, page: String?, statusBar: String
    /// The predicted result in words.
    public var prediction: String
    /// The command that simulates the repair; `nil` if the decision cannot be repeated.
    public var command: String?
  }

  /// The parties that exclude an orientation.
  public struct Blockers: Sendable, Hashable {
    /// The orientation's name.
    public var orientation: String
    /// The names of the parties.
    public var names: [String]
  }
}
