// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// A turn that would go wrong because of one window, said before anybody turns.
public struct Prediction: Sendable, Hashable {
  /// How a turn can go wrong.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Status bar and page would part.
    case split
    /// The page would not turn, and would without the window.
    case veto
  }

  /// How the turn would go wrong.
  public var kind: Kind
  /// How the device would be held.
  public var device: DeviceOrientation
  /// The window without which it would not.
  public var window: WindowID

  /// What the next turn would do wrong because of a window that just appeared.
  ///
  /// Each of the four upright positions is tried with and without the window; an empty list says
  /// that one turn does no harm. Live policies count as silent, so nothing is said about them.
  public static func atBirth(
    _ window: WindowID, in scene: Scene, rules: any RuleSet
  ) -> [Prediction] {
    guard scene.index(of: window) != nil else { return [] }
    var without = scene
    without.windows.removeAll { $0.id == window }
    without.keyHistory.removeAll { $0 == window }
    let upright: [DeviceOrientation] = [
      .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight,
    ]
    return upright.filter { $0 != scene.device.orientation }.compactMap { device in
      guard let after = turned(scene, to: device, rules),
        let other = turned(without, to: device, rules)
      else { return nil }
      return kind(after, other).map { Prediction(kind: $0, device: device, window: window) }
    }
  }

  private static func kind(_ with: Verdict, _ without: Verdict) -> Kind? {
    if with.outcome == .split, with.before.isAgreeing(with.pageBefore) {
      return without.outcome == .split ? nil : .split
    }
    if with.outcome == .blocked, without.outcome == .turned,
      with.page?.window == without.page?.window
    {
      return .veto
    }
    return nil
  }

  /// What comes of one turn; nil while a live policy would have to be asked.
  private static func turned(
    _ scene: Scene, to device: DeviceOrientation, _ rules: any RuleSet
  ) -> Verdict? {
    var arbiter = Arbiter(rules: rules, scene: scene)
    for case .report(let verdict) in arbiter.handle(.device(.turned(device)), at: .zero) {
      return verdict
    }
    return nil
  }
}

extension Scene {
  /// Whether bar and page stand alike; a split that stands already is nobody's birth.
  fileprivate func isAgreeing(_ page: Page?) -> Bool {
    page.map { $0.orientation == statusBar.orientation } ?? true
  }
}
