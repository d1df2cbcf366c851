// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// The properties, in the order of the report.
public enum CheckProperty: Int, Sendable, Hashable, CaseIterable {
  case barAgrees = 1
  case hiddenIsSilent
  case supportedIsReachable
  case turnAndBack
  case oneApply
  case exemptIsSilent
  case lockIsAbsolute
  case orderIsFree
  case neverTraps
  case isNotVacuous

  /// The code, P1 to P10.
  public var code: String { "P\(rawValue)" }

  /// The claim, as a sentence without a full stop.
  public var claim: String {
    switch self {
    case .barAgrees: "the status bar stands as the page does"
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

extension CheckProperty {
  /// Returns whether the last verdict violates the property, by which played scripts are judged.
  ///
  /// Nil for properties that a single run cannot violate.
  public func isBroken(by verdicts: [Verdict], rules: any RuleSet) -> Bool? {
    guard let last = verdicts.last else { return nil }
    switch self {
    case .barAgrees:
      return last.page.map { $0.orientation != last.after.statusBar.orientation } ?? false
    case .hiddenIsSilent: return Self.hiddenDecided(last, rules)
    case .turnAndBack:
      guard verdicts.count >= 3 else { return false }
      let before = verdicts[verdicts.count - 3].after
      return before.device.orientation == last.after.device.orientation
        && Self.differs(before, last.after)
    case .oneApply:
      let applies = last.moves.filter { if case .statusBar = $0 { true } else { false } }
      return applies.count > 1
    case .lockIsAbsolute:
      guard case .device(.turned) = last.event else { return false }
      return last.before.device.isRotationLocked
        && last.moves.contains { if case .putOff = $0 { false } else { true } }
    case .neverTraps: return last.error?.isException == true
    case .supportedIsReachable, .exemptIsSilent, .orderIsFree, .isNotVacuous: return nil
    }
  }

  /// Returns whether the bar or a shown window differs.
  static func differs(_ left: Scene, _ right: Scene) -> Bool {
    if left.statusBar.orientation != right.statusBar.orientation { return true }
    return left.windows.contains { window in
      guard !window.isHidden, let other = right.window(window.id) else { return false }
      return window.orientation != other.orientation
    }
  }

  // Decides the same event again, without the windows that are hidden then.
  private static func hiddenDecided(_ verdict: Verdict, _ rules: any RuleSet) -> Bool {
    let hidden = verdict.after.windows.filter(\.isHidden).map(\.id)
    var scene = verdict.before
    scene.windows.removeAll { window in
      hidden.contains(window.id) && !concerns(verdict.event, window.id)
    }
    let left = Set(scene.windows.map(\.id))
    // Without its window there is no key; inheritance of the key is not part of this property.
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
