// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Orientation

// An explicit-state model checker: the search for violations of properties in all states that a
// stack of windows can reach.
//
// A `CheckStack` is a scene and the windows that can be added; `CheckModel` compiles it;
// `Exploration` searches it; `Findings` gives a result for each `CheckProperty`, with
// a `Counterexample`.
//
// - The checker itself decides nothing. A step is the result of `RuleSet.decide` on a real scene,
//   stored once in a `DecisionCell` and looked up from then on. If a cell cannot hold a result, the
//   check ends with a `CheckLimit`.
// - `StepKernel` computes steps with integers and pointers only, since there are millions of them.
//   `Replayer` is the slow and simple alternative: it replays events through the arbiter.
// - A counterexample is replayed by the arbiter before it is reported.
// - Every reduction (`CheckReduction`) is reported, and tested against the search without it.
// - A check that reaches a bound reports the bound and the results so far.
// - `Tests/Core/Promela` writes the same model for Spin, as a second opinion on the search.
//
// docs/design/check.md explains the algorithms and guarantees, docs/check.md the properties. Begin
// with `Check.run`, then `Model/CheckModel.swift` and `Search/Exploration.swift`.

/// The entry points of the model checker.
///
/// A check covers every sequence of showing, hiding, focusing, adding and removing a stack's
/// windows, and of turning and locking the device.
public enum Check {
  /// The maximum number of states of a search before projections are computed.
  private static let mostNear = 500

  /// Checks a stack with every combination of the windows' answers, instead of only the given ones.
  ///
  /// `report` is called with the progress and returns whether to continue; `clock` times the parts.
  /// Without `reduces` each combination is checked, and every counterexample, except for P8, is a shortest one.
  /// - Throws: a `CheckLimit` if the stack cannot be checked.
  public static func runWithAnyAnswers(
    _ stack: CheckStack, bounds: CheckBounds = CheckBounds(), reduces: Bool = true,
    report: (CheckProgress) -> Bool = { _ in true }, clock: @escaping PartTimes.Clock = { .zero }
  ) throws(CheckLimit) -> CheckReport {
    var sweep = try AnswerSweep(stack, bounds: bounds, reduces: reduces, times: PartTimes(clock))
    return try sweep.run(report)
  }

  /// Checks a stack; `report` is called with the progress and returns whether to continue.
  ///
  /// `clock` times the parts. With `tracksKeyWindow` states contain the key window even if no decision
  /// reads it. Without `reduces` the search uses neither projections nor symmetry. Neither
  /// changes a result, unless the search reaches a bound.
  /// - Throws: a `CheckLimit` if the stack cannot be checked.
  public static func run(
    _ stack: CheckStack, bounds: CheckBounds = CheckBounds(), tracksKeyWindow: Bool = false,
    reduces: Bool = true, report: (CheckProgress) -> Bool = { _ in true },
    clock: @escaping PartTimes.Clock = { .zero }
  ) throws(CheckLimit) -> CheckReport {
    var times = PartTimes(clock)
    let model = try CheckModel(stack, tracksKeyWindow: tracksKeyWindow)
    times.lap("model")
    let search = search(model, bounds, reduces: reduces, &times, report)
    let findings = Findings(search).all(&times) { report(search.progress) }
    return CheckReport(
      rules: stack.rules.id, windows: stack.windows.count, states: search.progress.states,
      transitions: search.transitions, depth: search.progress.depth,
      decisions: model.decisions, limit: search.limit, reductions: search.reductions,
      findings: findings, outcomes: search.outcomes.outcomes, removes: model.hiddenMatters,
      strategy: search.strategy, times: times)
  }

  /// Searches the states near the start; if the projections leave a finding about the properties
  /// `seeks` possible that was not met, searches for each missing violation; if this does not
  /// decide, searches all states up to the bounds.
  ///
  /// If all violations that `known`, a superset of the possible findings, leaves possible are near the start,
  /// no projections are computed. With `isNear`, only violations near the start are searched for.
  static func search(
    _ model: CheckModel, _ bounds: CheckBounds, reduces: Bool, seeks: PropertySet = .all,
    known: PossibleFindings? = nil, isNear: Bool = false, _ times: inout PartTimes,
    _ report: (CheckProgress) -> Bool
  ) -> Exploration {
    if let known {
      let near = Exploration(model, bounds: bounds, seeks: seeks, known: known)
      let most = CheckBounds(states: min(bounds.states, mostNear), memory: bounds.memory)
      near.run(most, report: report)
      times.lap("search")
      if near.limit == nil { return near }
    }
    let states = Exploration(model, bounds: bounds, reduces: reduces, seeks: seeks)
    times.lap("projections")
    defer { times.lap("search") }
    /// Continues the search up to a number of states; returns whether it ended there.
    func reaches(_ most: Int?) -> Bool {
      var near = bounds
      near.states = min(near.states, most ?? near.states)
      states.run(near, report: report)
      return near != bounds && states.limit == .states(near.states)
    }
    if reaches(states.nearStates), !isNear || !states.endNear(), !states.directed(bounds, report) {
      _ = reaches(nil)
    }
    if states.mayMissTurns {
      return search(model, bounds, reduces: false, seeks: seeks, &times, report)
    }
    return states
  }
}

/// The part of the search that decided the properties.
public enum SearchStrategy: String, Sendable {
  /// The states breadth first (`Exploration`); if there are projections, only those near the start.
  case nearStates = "states"
  /// A search for each missing violation, guided by lower bounds of the distance (A*).
  case directed = "a directed search"
  /// The states without a limit to those near the start.
  case allStates = "all states"
}

/// The bounds of a check.
public struct CheckBounds: Sendable, Hashable {
  /// The number of states after which a search ends.
  public var states: Int
  /// The maximum memory of the states, in MiB.
  public var memory: Int

  /// Creates bounds, by default 50 million states and 1 GiB; values below 1 count as 1.
  public init(states: Int = 50_000_000, memory: Int = 1024) {
    self.states = max(1, states)
    self.memory = max(1, memory)
  }
}

/// The progress of a check.
public struct CheckProgress: Sendable, Hashable {
  /// The number of states found.
  public var states: Int
  /// The number of states whose transitions have all been taken.
  public var expanded: Int
  /// The number of events on a shortest path to the states that are being expanded.
  public var depth: Int
  /// The memory of the states, in bytes.
  public var bytes: Int
}

/// The reason why a stack cannot be checked, or not fully.
public enum CheckLimit: Error, Sendable, Hashable {
  /// There are more windows than a state can hold.
  case windows(Int, most: Int)
  /// More than two outputs rotate, each by itself.
  case outputs(Int)
  /// A policy is live rather than declared.
  case livePolicy(String)
  /// Another program holds an output at a transform.
  case heldOutput(String)
  /// There are more combinations of settings (`CheckModel.templates`) than a state can hold.
  case settings
  /// The rule set does what the checker cannot represent; the text continues "the rule set …".
  case vocabulary(String)
  /// The bound on states was reached.
  case states(Int)
  /// The bound on memory, in MiB, was reached.
  case memory(Int)
  /// The callback for the progress ended the check.
  case interrupted
  /// A violation was found on a path that the arbiter cannot replay, and the search for another
  /// path decided nothing.
  case unplayable
}

extension CheckLimit: CustomStringConvertible {
  /// The limit in words.
  public var description: String {
    switch self {
    case .windows(let count, let most): "\(count) windows, and a check covers at most \(most)"
    case .outputs(let count): "\(count) outputs turn with the device, and a check covers two"
    case .livePolicy(let name): "\(name) has a live policy, whose answers cannot be foreseen"
    case .heldOutput(let name): "output \(name) is held at another program's transform"
    case .settings: "more combinations of settings than a check covers"
    case .vocabulary(let what): "the rule set \(what), which a check does not cover"
    case .states(let count): "the limit of \(count) states"
    case .memory(let size): "the limit of \(size) MiB"
    case .interrupted: "an interruption"
    case .unplayable: "a way on which a window would have to inherit the key that it cannot have"
    }
  }
}
