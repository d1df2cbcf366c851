// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// The result of a check.
public struct CheckReport: Sendable {
  /// The ID of the rule set.
  public var rules: String
  /// The number of windows.
  public var windows: Int
  /// The number of distinct states that were reached; with every combination of answers, the sum of
  /// all.
  public var states: Int
  /// The number of transitions that were taken.
  public var transitions: Int
  /// The number of events on a shortest path to the most distant state that was expanded.
  public var depth: Int
  /// The number of decision cells that were filled by calls of the rule set.
  public var decisions: Int
  /// The limit that ended the search; `nil` if none did.
  public var limit: CheckLimit?
  /// The reductions that were used.
  public var reductions: [CheckReduction]
  /// The results of P1 to P10, in this order.
  public var findings: [CheckFinding]
  /// The outcomes that decisions had.
  public var outcomes: [Outcome]

  /// The progress over the combinations of answers; `nil` if only the given answers were checked.
  public var combinations: Combinations?

  /// The progress over the combinations of answers.
  public struct Combinations: Sendable, Hashable {
    /// The number of combinations that were checked completely.
    public var done: Int
    /// The number of combinations of answers; `Int.max` on overflow.
    public var all: Int
    /// The largest number of changed windows for which all combinations were checked; `nil` if fewer
    /// combinations decided everything, or not even the given answers were checked.
    public var changed: Int?
  }

  /// Whether the search takes events that remove windows; otherwise `reductions` contains
  /// `leavingIsHiding`.
  public var removes: Bool
  /// The strategy that decided the properties; `nil` for a check with every combination of answers.
  public var strategy: SearchStrategy?
  /// The duration of each part, such as `model`, `search` or `P1`.
  public var times: PartTimes

  /// The duration of projections and searches, without compiling the model and judging the results.
  public var searchTime: Duration { times["projections"] + times["search"] }

  /// Whether any property is violated.
  public var isViolated: Bool { findings.contains { $0.isViolated } }

  /// Whether a bound left a property undecided.
  public var isUndecided: Bool {
    findings.contains { if case .undecided = $0.result { true } else { false } }
  }
}

/// The durations of a check's consecutive parts, by name.
public struct PartTimes: Sendable {
  /// A function that returns the current time, since the model checker has no clock.
  public typealias Clock = @Sendable () -> Instant

  /// The parts in order; the durations of equally named parts are added.
  public private(set) var parts: [(name: String, time: Duration)] = []
  private let clock: Clock
  private var last: Instant

  /// Creates a value whose first part begins now.
  ///
  /// With the default clock, every duration is zero.
  public init(_ clock: @escaping Clock = { .zero }) {
    self.clock = clock
    last = clock()
  }

  /// Ends the current part under a name, and begins the next part.
  public mutating func lap(_ name: String) {
    let now = clock()
    let time = now - last
    last = now
    if let index = parts.firstIndex(where: { $0.name == name }) {
      parts[index].time += time
    } else {
      parts.append((name, time))
    }
  }

  /// Returns the duration of a part; zero for an unknown name.
  public subscript(name: String) -> Duration {
    parts.first { $0.name == name }?.time ?? .zero
  }
}

/// A reduction: a way to search fewer states, or call the rule set less often, with the same
/// result; `wholeProduct` states that no projections were used.
public enum CheckReduction: String, Sendable, Hashable, CaseIterable {
  case answersFixed = "answers-fixed"
  case answersCut = "answers-cut"
  case answersCovered = "answers-covered"
  case keyHistory = "key-history"
  case useHistory = "use-history"
  case keyFree = "key-free"
  case flatDevice = "flat-device"
  case unreadVariables = "unread-variables"
  case leavingIsHiding = "leaving-is-hiding"
  case windowByWindow = "window-by-window"
  case pageOnly = "page-only"
  case voters
  case takingPart = "taking-part"
  case alike
  case overwritten
  case frontFirst = "front-first"
  case projections
  case wholeProduct = "whole-product"

  /// Returns, in the terms of a platform, what the search leaves out, and why the result is the
  /// same.
  public func reason(under family: RuleSetFamily?) -> String {
    let isDesktop = family == .desktop
    return switch self {
    case .answersFixed:
      "answers stay as given: this stack is checked; check again when one of them changes"
    case .answersCut:
      "masks differ only in orientations that device and app allow, and answers stay the same "
        + "through a run: a combination is checked on its own"
    case .answersCovered:
      "of the combinations of answers, rows are checked in which each two answers of two windows meet: a "
        + "projection that allows the decisions of all rows in any order proves what no combination violates"
    case .keyHistory:
      "any shown window can inherit the key, which is more than can happen, so a proof holds; "
        + "every violation is replayed"
    case .useHistory:
      "which of the shown windows was used last is kept, the order of the others is not: any of them can "
        + "follow, which is more than can happen, so a proof holds; every violation is replayed"
    case .keyFree:
      isDesktop
        ? "the focus is left out: no decision reads it and any window can get it at any time, so "
          + "every shown window is tried as the focused one in every state"
        : "the key window is left out: no decision reads it and any window can become key at any "
          + "time, so every shown window is tried as the page of every state"
    case .flatDevice:
      "face up, face down and unknown are one position: none of them asks for an orientation"
    case .unreadVariables:
      "who wrote the bar last, the last upright position and turns put off are left out: "
        + "no decision about these events reads them"
    case .leavingIsHiding:
      "windows do not leave: these rules ask no hidden window, so what can happen after one "
        + "left can happen after it was hidden"
    case .windowByWindow:
      "answers are looked up window by window: under these rules each decides for itself"
    case .pageOnly:
      "answers are looked up by window and page: these rules look at no other window"
    case .takingPart:
      "decisions are looked up by the windows that take part or may decide: no other is asked"
    case .alike:
      "windows that differ only in their names are not distinguished: what one can do and meet, "
        + "each of them can"
    case .overwritten:
      "the orientation of a hidden window is left out: showing the window turns it anew, and no decision "
        + "reads the old one"
    case .frontFirst:
      "windows behind two others that can decide stay as they are until they come to the front: no "
        + "decision reads them before"
    case .projections:
      "states farther off are not searched: projections to one window, or to what decisions read, "
        + "prove that no other outcome occurs there"
    case .wholeProduct:
      "nothing by projections: these rules read too much for them, or the search was "
        + "started without them"
    case .voters:
      "decisions are looked up by focus and vetoers: these rules ask no other window"
    }
  }
}
