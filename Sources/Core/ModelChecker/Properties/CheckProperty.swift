// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// The ten properties in the order of the report, each with its formula in words.
///
/// The formulas are in CTL (Clarke, Grumberg and Peled, "Model Checking", 1999): AG, in every
/// reachable state; EF, in some reachable state. "Effect" means whether one decision raises an
/// exception, and its change of the status bar and of the shown windows' orientations; "bar" is the
/// status bar. `PropertyFormula` has each formula in code, and every engine evaluates it from
/// there.
public enum CheckProperty: Int, Sendable, Hashable, CaseIterable {
  /// P1: AG (a page exists → bar = orientation(page)); a page on an output that does not rotate is left out.
  case barAgrees = 1
  /// P2: AG (for every step: effect = effect of the same event without the hidden windows).
  case hiddenIsSilent
  /// P3: for every window w that is the page in some state, and every orientation o that w accepts:
  /// EF (page = w ∧ orientation(w) = o).
  case supportedIsReachable
  /// P4: AG (device = bar = orientation(page) ∧ ¬locked → for every other upright value d: after
  /// the events "turn to d" and "turn back", without an exception, the bar and the orientation of
  /// every shown window are as before).
  case turnAndBack
  /// P5: AG (for every step without an exception: bar and output are written at most once, and
  /// after a change of the bar the same trigger changes nothing).
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

/// The formula of each property but P6, P9 and P10, as the condition of a violation.
///
/// A formula is generic in its truth values. The replayer evaluates it over verdicts, the searches
/// and the projections over one state or step, and Spin as text.
package enum PropertyFormula {
  /// The violation of P1, for one window.
  @inline(__always)
  package static func split<Truth: TruthValue>(isPage: Truth, agrees: Truth) -> Truth {
    isPage.and(agrees.negated)
  }

  /// The violation of P2, for one step; `differs` compares the effects with and without the hidden
  /// windows.
  @inline(__always)
  static func hiddenDecides<Truth: TruthValue>(
    raises: Truth, raisesWithout: Truth, differs: @autoclosure () -> Truth
  ) -> Truth {
    raises.isOther(than: raisesWithout).or(differs())
  }

  /// The violation of P3, for one window and orientation.
  static func isNeverReached<Truth: TruthValue>(accepts: Truth, isMet: Truth) -> Truth {
    accepts.and(isMet.negated)
  }

  /// The violation of P4, for one state and one other orientation of the device.
  ///
  /// `stands` means that device, bar and page have the same orientation. `back` turns away and back,
  /// and compares the result with the state.
  @inline(__always)
  static func losesTurn<Truth: TruthValue>(
    stands: Truth, isLocked: Truth, back: () -> (raises: Truth, differs: Truth)
  ) -> Truth {
    func isLost(_ back: (raises: Truth, differs: Truth)) -> Truth {
      back.raises.negated.and(back.differs)
    }
    return stands.and(isLocked.negated).and(isLost(back()))
  }

  /// The violation of P5, for one step; `changesAgain` repeats the trigger.
  @inline(__always)
  static func movesTwice<Truth: TruthValue>(
    raises: Truth, writesTwice: Truth, movesBar: Truth, changesAgain: @autoclosure () -> Truth
  ) -> Truth {
    raises.negated.and(writesTwice.or(movesBar.and(changesAgain())))
  }

  /// The violation of P7, for one step.
  @inline(__always)
  static func movesLocked<Truth: TruthValue>(
    isTurn: Truth, isLocked: Truth, moves: @autoclosure () -> Truth
  ) -> Truth {
    isTurn.and(isLocked).and(moves())
  }

  /// The violation of P8, for one turn; `differs` compares the result with that of the exchanged
  /// windows.
  @inline(__always)
  static func orderDecides<Truth: TruthValue>(
    raises: Truth, raisesExchanged: Truth, differs: @autoclosure () -> Truth
  ) -> Truth {
    raises.isOther(than: raisesExchanged).or(raises.negated.and(differs()))
  }
}

/// A truth value: of one state or step, of 64 windows at once, or in Spin's language.
package protocol TruthValue {
  var negated: Self { get }
  func and(_ other: @autoclosure () -> Self) -> Self
  func or(_ other: @autoclosure () -> Self) -> Self
}

extension TruthValue {
  @inline(__always)
  fileprivate func isOther(than other: Self) -> Self {
    and(other.negated).or(negated.and(other))
  }
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
  /// Returns whether a run violates the property with its last verdict, or with its last three
  /// (P4).
  ///
  /// Of P5 only the number of the bar's writes is judged. Returns `nil` without a verdict, and for
  /// P3, P6, P8 and P10, which a single run cannot violate.
  public func isBroken(by verdicts: [Verdict], rules: any RuleSet) -> Bool? {
    guard let last = verdicts.last else { return nil }
    let raises = last.error?.isException == true
    switch self {
    case .barAgrees:
      // An exception ends the app, so the scene afterwards is not a state of the model.
      return PropertyFormula.split(
        isPage: !raises && last.page != nil,
        agrees: last.page.map {
          $0.orientation == Self.shown(around: $0, last.after, rules) ?? $0.orientation
        } ?? true)
    case .hiddenIsSilent: return Self.hiddenDecided(last, rules)
    case .turnAndBack:
      return TurnAndBack.isViolated(by: verdicts, rules: rules)
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

  /// Returns the orientation of the output that shows a page, if outputs rotate one by one, otherwise the
  /// status bar's; `nil` if the output does not rotate.
  private static func shown(
    around page: Page, _ scene: Scene, _ rules: any RuleSet
  ) -> InterfaceOrientation? {
    let id = scene.window(page.window)?.shell.output
    guard rules.scope == .output, let own = scene.outputs.first(where: { $0.id == id }) else {
      return scene.statusBar.orientation
    }
    return own.isManaged ? own.orientation : nil
  }

  /// Returns whether status bars, outputs that rotate one by one, or shown windows differ.
  static func differs(_ left: Scene, _ right: Scene, _ rules: any RuleSet) -> Bool {
    if left.statusBar.orientation != right.statusBar.orientation { return true }
    let outputs = zip(left.outputs, right.outputs)
    if rules.scope == .output, outputs.contains(where: { $0.isManaged && $0.desired != $1.desired })
    {
      return true
    }
    return left.windows.contains { window in
      guard !window.isHidden, let other = right.window(window.id) else { return false }
      return window.orientation != other.orientation
    }
  }

  // Returns whether the decision would have another effect without the windows that are hidden
  // after it; the event's own window stays.
  private static func hiddenDecided(_ verdict: Verdict, _ rules: any RuleSet) -> Bool {
    let hidden = verdict.after.windows.filter { $0.isHidden }.map { $0.id }
    var scene = verdict.before
    scene.windows.removeAll { window in
      hidden.contains(window.id) && !concerns(verdict.event, window.id)
    }
    let left = Set(scene.windows.map { $0.id })
    // If the key window is left out as hidden, the repeated decision has no key window: P2 does not
    // cover which window becomes key.
    let keepsKey = scene.keyWindow.map { left.contains($0) } ?? false
    scene.keyHistory = keepsKey ? scene.keyHistory.filter { left.contains($0) } : []
    func decides(_ raisesWithout: Bool, _ without: Scene) -> Bool {
      PropertyFormula.hiddenDecides(
        raises: verdict.error?.isException == true, raisesWithout: raisesWithout,
        differs: differs(without, verdict.after, rules))
    }
    if case .add(let window, _) = verdict.event, hidden.contains(window.id) {
      return decides(false, verdict.before)
    }
    var arbiter = Arbiter(rules: rules, scene: scene)
    for case .report(let other) in arbiter.handle(verdict.event, at: .zero) {
      return decides(other.error?.isException == true, other.after)
    }
    return false
  }

  private static func concerns(_ event: Event, _ id: WindowID) -> Bool {
    if case .window(id, _) = event { true } else { false }
  }
}

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
  static let all = CheckProperty.allCases.reduce(into: PropertySet()) {
    $0.formUnion(PropertySet($1))
  }
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

  /// The outcomes that most searches meet early; once all are met, only exceptions and deferrals are searched for.
  static let usual: OutcomeSet = [.split, .turned, .blocked, .unchanged]
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
  /// The orientations of page and status bar are those before and after the decision; `wanted` is
  /// the one that a turn requests, `nil` for other triggers.
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
  /// for properties that no single state violates.
  var tail: Int? {
    switch self {
    case .barAgrees: 0
    case .turnAndBack: 2
    default: nil
    }
  }
}

struct StepProperties {
  private let kernel: StepKernel

  @inline(__always)
  init(_ kernel: StepKernel) { self.kernel = kernel }

  /// Returns which of P2, P5, P7 and P9 a step violates; P2 and P5 only if `wanted` contains them.
  @inline(__always)
  func violated(
    by event: CheckEvent, _ state: PackedState, _ step: CheckStep, wanted: PropertySet
  ) -> PropertySet {
    var violated = PropertySet()
    guard step.code != TriggerCode.nothing else { return violated }
    if step.raises { violated.insert(.trap) }
    if PropertyFormula.movesLocked(
      isTurn: event.kind == .turn, isLocked: kernel.isLocked(state),
      moves: kernel.differs(state, step.next, among: .max))
    {
      violated.insert(.lock)
    }
    if wanted.contains(.hidden), hiddenDecides(step, event) { violated.insert(.hidden) }
    if wanted.contains(.apply),
      PropertyFormula.movesTwice(
        raises: step.raises, writesTwice: step.isNotIdempotent,
        movesBar: kernel.movesBar(step.next, state),
        changesAgain: kernel.decided(step.code, step.window, step.next).next != step.next)
    {
      violated.insert(.apply)
    }
    return violated
  }

  private func hiddenDecides(_ step: CheckStep, _ event: CheckEvent) -> Bool {
    let start = step.start
    // The event's own window stays; if it is added hidden, there is no event without it.
    let own = event.isDevice ? 0 : PackedState.bit(event.index)
    let isGone = event.kind == .add && start.hidden & own != 0
    guard isGone || start.present & start.hidden & ~own != 0 else { return false }
    var without = start
    without.present = start.shown | start.present & own
    if start.shown & start.keyBit == 0 { without.key = PackedState.none }
    let other = kernel.decided(isGone ? TriggerCode.nothing : step.code, step.window, without)
    return PropertyFormula.hiddenDecides(
      raises: step.raises, raisesWithout: other.raises,
      differs: kernel.differs(other.next, step.next, among: start.shown))
  }

  /// Returns the events that make a violation of P1 or P4 in a state visible; `nil` if there is
  /// none, and for other properties.
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
    let wanted = Int(step.code) - 1
    if !kernel.turnsWindows {
      if kernel.movesBar(next, state) { return .turned }
      return asks && wanted != next.bar ? .blocked : .unchanged
    }
    var pages = kernel.pages(next)
    if pages == 0 { return step.putsOff ? .deferred : .unchanged }
    var outcomes = OutcomeSet()
    while pages != 0 {
      let page = pages.trailingZeroBitCount
      pages &= pages &- 1
      // A page that was just added counts as not rotated.
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
