// SPDX-License-Identifier: Apache-2.0

extension ExplanationDocument {
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
    public var responsible: [Share]
    /// Every repair, the most applicable first.
    public var repairs: [Repair]
    /// The minimal sets of parties whose answers together exclude the goal.
    public var conflicts: [[String]]
  }

  /// A part of the responsibility.
  public struct Share: Sendable, Hashable {
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
