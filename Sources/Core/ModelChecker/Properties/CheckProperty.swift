// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// The ten properties in the order of the report, each with its formula.
///
/// The formulas are in CTL (Clarke, Grumberg and Peled, "Model Checking", 1999): AG, in every
/// reachable state; EF, in some reachable state. "Effect" is the change of the status bar and of
/// the shown windows' orientations by one decision; "bar" is the status bar. Each formula's code is
/// in `PropertyFormula` or `TurnAndBack`. It is evaluated by `isBroken(by:rules:)` over the
/// verdicts of replayed events, by `StepProperties` over packed states and steps, by `NodeJudge` over
/// 60 states at once, by the projections over sets of states, and by Spin.
public enum CheckProperty: Int, Sendable, Hashable, CaseIterable {
  /// P1: AG (a page exists → bar = orientation(page)).
  case barAgrees = 1
  /// P2: AG (for every step: effect = effect of the same event without the hidden windows).
  case hiddenIsSilent
  /// P3: for every window w that is the page in some state, and every orientation o that w accepts:
  /// EF (page = w ∧ orientation(w) = o).
  case supportedIsReachable
  /// P4: see `TurnAndBack`.
  case turnAndBack
  /// P5: AG (for every step: the bar is written at most once, and after a change of the bar the same
  /// trigger changes nothing).
  case oneApply
  /// P6: no rule set receives a diagnostic window; true by construction of the arbiter.
  case exemptIsSilent
  /// P7: AG (locked → turning the device changes neither the bar nor any window).
  case lockIsAbsolute
  /// P8: for every two neighbouring windows of one level: AG (every turn, with both windows
  /// exchanged in the stack, has the exchanged result).
  case orderIsFree
  /// P9: AG (no step raises an exception).
  case neverTraps
  /// P10: EF (the page rotates).
  case isNotVacuous

  /// The code in reports, P1 to P10.
  public var code: String { "P\(rawValue)" }

  /// Returns the claim in the terms of a platform, as a sentence without a full stop.
  public func claim(under family: RuleSetFamily?) -> String {
    switch self {
    case .barAgrees where family == .desktop:
      "the output has the orientation of the focused window"
    case .supportedIsReachable where family == .desktop:
      "the output reaches every orientation that a focused window allows"
    case .isNotVacuous where family == .desktop: "the output turns at all"
    case .barAgrees: "status bar and page have the same orientation"
    case .hiddenIsSilent: "no hidden window decides what others do"
    case .supportedIsReachable: "every page reaches every orientation that it accepts"
    case .turnAndBack: "turning away and back restores what is shown"
    case .oneApply: "one event turns the screen at most once, and asked again it stays"
    case .exemptIsSilent: "diagnostic windows change nothing"
    case .lockIsAbsolute: "while rotation is locked, turning the device moves nothing"
    case .orderIsFree: "windows of one level can be created in any order"
    case .neverTraps: "nothing raises an exception"
    case .isNotVacuous: "the page turns at all"
    }
  }
}

/// The formulas of properties, as the condition under which a state or a step violates them.
package enum PropertyFormula {
  /// P1, for a window: the window is the page, and its orientation is not the status bar's.
  @inline(__always)
  package static func split<Truth: TruthValue>(isPage: Truth, agrees: Truth) -> Truth {
    isPage.and(agrees.negated)
  }

  /// P5: without an exception the bar is written twice, or it moves and the same trigger changes
  /// something again.
  static func movesTwice<Truth: TruthValue>(
    raises: Truth, writesTwice: Truth, movesBar: Truth, changesAgain: @autoclosure () -> Truth
  ) -> Truth {
    raises.negated.and(writesTwice.or(movesBar.and(changesAgain())))
  }

  /// P7: the device turns while rotation is locked, and the bar or a window moves.
  static func movesLocked<Truth: TruthValue>(
    isTurn: Truth, isLocked: Truth, moves: @autoclosure () -> Truth
  ) -> Truth {
    isTurn.and(isLocked).and(moves())
  }
}

/// A truth value: of one state or step, of 64 windows or situations at once, or in Spin's language.
package protocol TruthValue {
  var negated: Self { get }
  func and(_ other: @autoclosure () -> Self) -> Self
  func or(_ other: @autoclosure () -> Self) -> Self
}

extension Bool: TruthValue {
  package var negated: Bool { !self }
  package func and(_ other: @autoclosure () -> Bool) -> Bool { self && other() }
  package func or(_ other: @autoclosure () -> Bool) -> Bool { self || other() }
}

extension UInt64: TruthValue {
  package var negated: UInt64 { ~self }
  package func and(_ other: @autoclosure () -> UInt64) -> UInt64 { self & other() }
  package func or(_ other: @autoclosure () -> UInt64) -> UInt64 { self | other() }
}

extension CheckProperty {
  /// Returns whether the last of the verdicts violates the property; called after a replay of
  /// events.
  ///
  /// Returns `nil` without a verdict, and for properties that a single run cannot violate.
  public func isBroken(by verdicts: [Verdict], rules: any RuleSet) -> Bool? {
    guard let last = verdicts.last else { return nil }
    let raises = last.error?.isException == true
    switch self {
    case .barAgrees:
      // An exception ends the app, so the scene afterwards is not a state of the model.
      return PropertyFormula.split(
        isPage: !raises && last.page != nil,
        agrees: last.page?.orientation == last.after.statusBar.orientation)
    case .hiddenIsSilent: return Self.hiddenDecided(last, rules)
    case .turnAndBack:
      return TurnAndBack.isViolated(by: verdicts)
    case .oneApply:
      let applies = last.moves.filter { if case .statusBar = $0 { true } else { false } }
      return PropertyFormula.movesTwice(
        raises: raises, writesTwice: applies.count > 1, movesBar: false, changesAgain: false)
    case .lockIsAbsolute:
      let isTurn = if case .device(.turned) = last.event { true } else { false }
      return PropertyFormula.movesLocked(
        isTurn: isTurn, isLocked: last.before.device.isRotationLocked,
        moves: last.moves.contains { if case .putOff = $0 { false } else { true } })
    case .neverTraps: return raises
    case .supportedIsReachable, .exemptIsSilent, .orderIsFree, .isNotVacuous: return nil
    }
  }

  /// Returns whether the status bar or a shown window's orientation differs between two scenes.
  static func differs(_ left: Scene, _ right: Scene) -> Bool {
    if left.statusBar.orientation != right.statusBar.orientation { return true }
    return left.windows.contains { window in
      guard !window.isHidden, let other = right.window(window.id) else { return false }
      return window.orientation != other.orientation
    }
  }

  // Returns whether the last decision has another result without the windows that are hidden after
  // it.
  private static func hiddenDecided(_ verdict: Verdict, _ rules: any RuleSet) -> Bool {
    let hidden = verdict.after.windows.filter { $0.isHidden }.map { $0.id }
    var scene = verdict.before
    scene.windows.removeAll { window in
      hidden.contains(window.id) && !concerns(verdict.event, window.id)
    }
    let left = Set(scene.windows.map { $0.id })
    // If the key window is hidden, the repeated decision has no key window: P2 does not cover which
    // window becomes key.
    let keepsKey = scene.keyWindow.map { left.contains($0) } ?? false
    scene.keyHistory = keepsKey ? scene.keyHistory.filter { left.contains($0) } : []
    if case .add(let window, _) = verdict.event, hidden.contains(window.id) {
      return verdict.error?.isException == true || differs(verdict.before, verdict.after)
    }
    var arbiter = Arbiter(rules: rules, scene: scene)
    for case .report(let other) in arbiter.handle(verdict.event, at: .zero) {
      if other.error?.isException != verdict.error?.isException { return true }
      let without = other.after
      return without.statusBar.orientation != verdict.after.statusBar.orientation
        || differs(without, verdict.after)
    }
    return false
  }

  private static func concerns(_ event: Event, _ id: WindowID) -> Bool {
    if case .window(id, _) = event { true } else { false }
  }
}

/// A set of properties, one bit each.
struct PropertySet: OptionSet {
  var rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ property: CheckProperty) { rawValue = 1 << UInt16(property.rawValue) }

  static let bar = PropertySet(.barAgrees)
  static let hidden = PropertySet(.hiddenIsSilent)
  static let back = PropertySet(.turnAndBack)
  static let apply = PropertySet(.oneApply)
  static let lock = PropertySet(.lockIsAbsolute)
  static let trap = PropertySet(.neverTraps)
  /// The properties whose violations a search finds while it visits states.
  static let searched: PropertySet = [.bar, .hidden, .back, .apply, .lock, .trap]
}

struct OutcomeSet: OptionSet {
  var rawValue: UInt8
  static let exception = OutcomeSet(rawValue: 1)
  static let split = OutcomeSet(rawValue: 2)
  static let turned = OutcomeSet(rawValue: 4)
  static let deferred = OutcomeSet(rawValue: 8)
  static let blocked = OutcomeSet(rawValue: 16)
  static let unchanged = OutcomeSet(rawValue: 32)

  /// The possible outcomes of a decision, other than exception and deferral.
  static let usual: OutcomeSet = [.split, .turned, .blocked, .unchanged]
  /// The possible outcomes of a decision if all windows rotate together: no split.
  static let usualTogether: OutcomeSet = [.turned, .blocked, .unchanged]

  /// The outcomes of the set, as in verdicts.
  var outcomes: [Outcome] {
    let all: [(OutcomeSet, Outcome)] = [
      (.exception, .exception), (.split, .split), (.turned, .turned), (.deferred, .deferred),
      (.blocked, .blocked), (.unchanged, .unchanged),
    ]
    return all.filter { contains($0.0) }.map { $0.1 }
  }
}

extension OutcomeSet {
  /// Creates the outcome of a decision for one page, as in verdicts.
  ///
  /// The orientations of page and status bar are those before and after the decision; `wanted` is the
  /// orientation that a turn requests.
  init(page: (Int, Int), bar: (Int, Int), wanted: Int?, putsOff: Bool) {
    if page.1 != bar.1 {
      self = .split
    } else if page.1 != page.0 {
      self = .turned
    } else if putsOff {
      self = .deferred
    } else {
      self = wanted ?? bar.1 != bar.1 && bar.0 == bar.1 ? .blocked : .unchanged
    }
  }
}

extension CheckProperty {
  /// The number of events that must follow a violating state to make the violation visible; `nil`
  /// for properties that steps violate.
  var tail: Int? {
    switch self {
    case .barAgrees: 0
    case .turnAndBack: 2
    default: nil
    }
  }
}

/// The evaluation of the properties in single states and steps: violations and outcomes.
struct StepProperties {
  private let kernel: StepKernel

  @inline(__always)
  init(_ kernel: StepKernel) { self.kernel = kernel }

  /// Returns the properties that a step violates; P2 and P5 are evaluated only if `wanted` contains
  /// them.
  @inline(__always)
  func violated(
    by event: CheckEvent, _ state: PackedState, _ step: CheckStep, wanted: PropertySet
  ) -> PropertySet {
    var violated = PropertySet()
    guard step.code != TriggerCode.nothing else { return violated }
    if step.raises { violated.insert(.trap) }
    if PropertyFormula.movesLocked(
      isTurn: event.kind == .turn, isLocked: kernel.isLocked(state),
      moves: step.next.bar != state.bar || kernel.turned(state, step.next) != 0)
    {
      violated.insert(.lock)
    }
    if wanted.contains(.hidden), hiddenDecides(step) { violated.insert(.hidden) }
    if wanted.contains(.apply),
      PropertyFormula.movesTwice(
        raises: step.raises, writesTwice: step.isNotIdempotent,
        movesBar: step.next.bar != state.bar,
        changesAgain: kernel.decided(step.code, step.window, step.next).next != step.next)
    {
      violated.insert(.apply)
    }
    return violated
  }

  /// Returns whether the status bar or a shown window would differ if the hidden windows were
  /// removed.
  private func hiddenDecides(_ step: CheckStep) -> Bool {
    let start = step.start
    guard start.present & start.hidden != 0 else { return false }
    var without = start
    without.present = start.shown
    if start.shown & start.keyBit == 0 { without.key = PackedState.none }
    // If the event places a hidden window, there is no decision once that window is removed.
    let isGone =
      step.code == TriggerCode.place && start.shown >> UInt64(step.window) & 1 == 0
    if step.isSilent, !isGone { return false }
    let other = isGone ? CheckStep(next: without) : kernel.decided(step.code, step.window, without)
    return other.next.bar != step.next.bar || other.raises != step.raises
      || kernel.turned(other.next, step.next) & start.shown != 0
  }

  /// Returns the events that must follow a state to make its violation of a property visible; `nil`
  /// if there is no violation.
  func tail(_ property: CheckProperty, _ state: PackedState) -> [CheckEvent]? {
    switch property {
    case .barAgrees: kernel.split(state) != 0 ? [] : nil
    case .turnAndBack:
      TurnAndBack(kernel).violation(in: state).map {
        TurnAndBack(kernel).events(from: state, to: $0)
      }
    default: nil
    }
  }

  /// Returns the outcomes of a step, as in verdicts.
  ///
  /// There are several outcomes if the packed state leaves open which window is the page.
  @inline(__always)
  func outcomes(_ state: PackedState, _ step: CheckStep) -> OutcomeSet {
    if step.raises { return .exception }
    let next = step.next
    let asks = step.code >= 1 && step.code <= 4
    let wanted = Int(truncatingIfNeeded: step.code) &- 1
    if !kernel.turnsWindows {
      if next.bar != state.bar { return .turned }
      return asks && wanted != next.bar ? .blocked : .unchanged
    }
    var pages = kernel.pages(next)
    if pages == 0 { return step.putsOff ? .deferred : .unchanged }
    var outcomes = OutcomeSet()
    while pages != 0 {
      let page = pages.trailingZeroBitCount
      pages &= pages &- 1
      // A window that becomes the page without rotating changes the page, but not the page's
      // orientation.
      let after = next.orientation(page)
      let before = state.present & PackedState.bit(page) == 0 ? after : state.orientation(page)
      outcomes.formUnion(
        OutcomeSet(
          page: (before, after), bar: (state.bar, next.bar), wanted: asks ? wanted : nil,
          putsOff: step.putsOff))
    }
    return outcomes
  }
}
