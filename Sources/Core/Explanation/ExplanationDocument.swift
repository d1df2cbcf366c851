// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// The parts of an explanation as values, for programs: what the full text says, field by field.
public struct ExplanationDocument: Sendable, Hashable {
  /// What one window, or one setting to blame, had to do with it.
  public struct Row: Sendable, Hashable {
    /// The window's number; nil for settings.
    public var id: WindowID?
    /// The name; settings stand in parentheses.
    public var window: String
    /// The app-id on a desktop; nil elsewhere.
    public var app: String?
    /// The level under rules that have levels; nil elsewhere.
    public var level: Int32?
    /// Whether a person can see it; nil for settings.
    public var isShown: Bool?
    /// Whether it is key or focused; nil for settings.
    public var isKey: Bool?
    /// How it was asked; nil when nobody asked.
    public var via: String?
    /// Whether it wants to turn; nil when nobody asked that.
    public var turn: Bool?
    /// Where that answer came from, in the word of the record.
    public var turnOrigin: String?
    /// The names of the orientations that it supports; nil when nobody asked.
    public var supports: [String]?
    /// Where that answer came from, in the word of the record.
    public var supportsOrigin: String?
    /// What an Android window asks for that is no mask, in the word of scenario files; nil elsewhere.
    public var request: String?
    /// What came of it.
    public var effect: String
    /// Whether it is to blame.
    public var isCulprit: Bool
  }

  /// A rule that was decisive.
  public struct Citation: Sendable, Hashable {
    /// The rule's number.
    public var rule: String
    /// What it says.
    public var statement: String
  }

  /// A gate in the order in which they were reached.
  public struct Gate: Sendable, Hashable {
    /// The window's name; nil for the whole decision.
    public var window: String?
    /// The gate's word.
    public var gate: String
    /// Whether it was passed.
    public var isPassed: Bool
    /// The rule that makes the gate.
    public var rule: String
  }

  /// A question that a live policy was asked.
  public struct Respondent: Sendable, Hashable {
    /// The window's name.
    public var window: String
    /// What was asked, in the word of the record.
    public var question: String
    /// Where the answer came from, in the word of the record.
    public var origin: String
    /// The policy, its ring and its time.
    public var by: Arbitration.Respondent?
  }

  /// The code, its meaning, the outcome's word and the first line without them.
  public var code: String, title: String, outcome: String, headline: String
  /// The sentences about what happened and what moved.
  public var event: String, moved: String
  /// The rule set, and the step with its time in seconds.
  public var rules: String, step: Int, at: String
  /// The orientation that was asked for, by name; nil for none.
  public var requested: String?
  /// A row for each window, and for each setting to blame.
  public var windows: [Row]
  /// The sentences of the reason, and the rules behind it, decisive ones first.
  public var sentences: [String], citations: [Citation]
  /// The step in which the conflict began; nil without one.
  public var since: Int?
  /// Whatever else is wrong.
  public var also: [String]
  /// What is not known of windows and may have mattered; nil for nothing.
  public var untold: String?
  /// The gates in order.
  public var gates: [Gate]
  /// What the app heard, in order.
  public var heard: [String]
  /// The questions that live policies were asked, in order.
  public var answeredBy: [Respondent]
  /// Who is to blame and what would have helped.
  public var blame: Blame
  /// What helps, the safest first.
  public var fixes: [String]
  /// A command to try next; nil where there is no file to name.
  public var next: String?

  /// Who is to blame and what would have helped.
  public struct Blame: Sendable, Hashable {
    /// How many times the decision was taken again.
    public var tried: Int
    /// What was not reached, and why; empty where nothing is wrong.
    public var findings: [Finding]
    /// Who excludes which orientation; nil where windows do not have to agree.
    public var blockers: [Blockers]?
  }

  /// What was not reached, who stood in the way and what reaches it.
  public struct Finding: Sendable, Hashable {
    /// `agreement` or `turn`.
    public var goal: String
    /// The sentence of the text.
    public var sentence: String
    /// Whether every minimal repair is known.
    public var isComplete: Bool
    /// How many changes at once were tried without a gap; nil when all were.
    public var searchedTo: Int?
    /// Whoever is to blame.
    public var responsible: [LineBudget]
    /// Every repair, the most applicable first.
    public var repairs: [Repair]
    /// The minimal sets of parties whose answers together exclude the goal.
    public var conflicts: [[String]]
  }

  /// A part of the responsibility.
  public struct LineBudget: Sendable, Hashable {
    /// A window's name, `app`, `delegate`, `device` or `lock`.
    public var who: String
    /// The number of answers that have to change at once; the responsibility is one in so many.
    public var oneIn: Int
  }

  /// A change of answers and what would have come of it.
  public struct Repair: Sendable, Hashable {
    /// What `swivel whatif` takes.
    public var edits: [String]
    /// Who would have to want it: `safe`, `changes intent` or `needs author`.
    public var applicability: String
    /// The outcome's word, and the orientations of page (nil without one) and status bar.
    public var outcome: String, page: String?, statusBar: String
    /// The same in words.
    public var prediction: String
    /// The command that shows it; nil where nothing can be asked again.
    public var command: String?
  }

  /// Who excludes an orientation.
  public struct Blockers: Sendable, Hashable {
    /// The orientation's name.
    public var orientation: String
    /// Those who do.
    public var names: [String]
  }
}
