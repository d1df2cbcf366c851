// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Orientation

/// Tries suggestions by deciding anew, so that useless ones are dropped.
struct RemedyTrial: Sendable {
  /// A change of the scene before a decision.
  typealias Edit = (inout Scene) -> Void

  /// The goal of a suggestion.
  enum Goal: Sendable {
    /// Status bar and page agree.
    case agreement
    /// The page, or the display, turns to one of these orientations.
    case turn(OrientationMask)
    /// The status bar turns to this orientation.
    case bar(InterfaceOrientation)
    case noError
    case noCycle
  }

  let counterfactual: Counterfactual
  let goal: Goal

  init(_ evidence: Evidence, _ code: ExplanationCode, rules: any RuleSet) {
    let verdict = evidence.verdict
    counterfactual = Counterfactual(of: verdict, rules: rules)
    switch (code, verdict.event) {
    case (.forwardingCycle, _): goal = .noCycle
    case (_, .device(.forced(let value))) where code == .refused:
      goal = .turn(value.interface?.mask ?? [])
    case (_, .app(.setStatusBar(let wanted))) where code == .blockedByPage: goal = .bar(wanted)
    case (.blockedByPage, _), (.vetoByWindow, _), (.vetoBySetting, _), (.deferred, _):
      goal = .turn(verdict.requested?.mask ?? [])
    default: goal = verdict.error == nil ? .agreement : .noError
    }
  }

  /// Returns whether the same decision reaches the goal in a changed scene.
  func helps(_ change: Edit) -> Bool { reached(counterfactual.ending(changing: change)) }

  func helps(instead event: Event, _ change: Edit = { _ in }) -> Bool {
    reached(counterfactual.ending(of: event, changing: change))
  }

  func helps(then event: Event) -> Bool {
    reached(counterfactual.ending(of: event, in: counterfactual.verdict.after))
  }

  /// Returns a change of the scene that applies interventions.
  func amending(_ interventions: [Intervention]) -> Edit {
    { scene in
      for intervention in interventions { counterfactual.rules.amend(&scene, with: intervention) }
    }
  }

  func editing(_ id: WindowID, _ change: @escaping (inout Window) -> Void) -> Edit {
    { scene in
      guard let index = scene.index(of: id) else { return }
      change(&scene.windows[index])
    }
  }

  /// Returns a change of one controller's declared policy; other policies above it stay unchanged.
  func writing(_ controller: String, _ change: @escaping (inout DeclaredPolicy) -> Void) -> Edit {
    { scene in
      for index in scene.windows.indices {
        scene.windows[index].root?.change(controller) { found in
          var policy = found.declared ?? DeclaredPolicy()
          change(&policy)
          found.policy = .declared(policy)
        }
      }
    }
  }

  private func reached(_ ending: CounterfactualResult?) -> Bool {
    guard let ending, ending.error == nil else { return false }
    let isDisplay = counterfactual.rules.scope != .window
    let bar = ending.scene.statusBar.orientation
    switch goal {
    case .agreement:
      let seesOthers = counterfactual.verdict.conflicts.contains { $0.kind == .reverseSplit }
      return OrientationSummary(ending.scene, counterfactual.rules, seesOthers: seesOthers).agrees
    case .turn(let wanted):
      return (isDisplay ? bar : ending.page?.orientation).map { wanted.allows($0) } ?? false
    case .bar(let wanted): return bar == wanted
    case .noError: return true
    case .noCycle: return !ending.isCyclic
    }
  }
}
