// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A UIKit version's rules with the options of a run.
public struct UIKitRuleSet: RepairSearchable {
  /// uikit-8 and so on, with a cure appended if one is chosen.
  public let id: String
  /// The version's traits, options already applied.
  public let traits: UIKitTraits
  /// Whether every window but the key one answers what the key one answers.
  public let followsKey: Bool

  /// Takes a version and, where a run says otherwise than the version, its options.
  public init(
    _ traits: UIKitTraits, arbitration: WindowArbitration? = nil, hiddenCounts: Bool? = nil,
    cure: Mitigation? = nil
  ) {
    var traits = traits
    if let arbitration { traits.arbitration = arbitration }
    if let hiddenCounts { traits.hiddenCounts = hiddenCounts }
    switch cure {
    case .ignoreHidden: traits.hiddenCounts = false
    case .keyOnly: traits.arbitration = .keyOnly
    case .intersection: traits.arbitration = .intersection
    case .followKey, nil: break
    }
    self.traits = traits
    self.followsKey = cure == .followKey
    self.id = "uikit-\(traits.version)" + (cure.map { "+\($0.rawValue)" } ?? "")
  }

  /// iOS 8 to 12, the set in which hidden windows hijack.
  public static let version8 = UIKitRuleSet(.uikit8)

  /// UIKit's vocabulary.
  public var family: RuleSetFamily { .uikit }

  /// Windows turn one by one.
  public var scope: OrientationScope { .window }

  /// The version's traits, options already applied.
  public var uikit: UIKitTraits? { traits }

  /// Decides one trigger; see `UIKitDecision`.
  @specialized(where Sink == NullSink)
  @specialized(where Sink == MoveSink)
  @specialized(where Sink == TraceSink)
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    var decision = UIKitDecision(rules: self, scene: scene, answers: answers, sink: sink)
    decision.run(trigger)
    sink = decision.sink
    if decision.isMissingAnswers { return .needsAnswers }
    return decision.raised.map { .raised($0) } ?? .decided
  }

  /// Whether the status bar is out of sight (C-6).
  public func hidesStatusBar(in scene: Scene) -> Bool {
    traits.hidesBarInLandscape && scene.device.idiom == .phone
      && scene.statusBar.orientation.isLandscape
  }

  /// Whether a window is one that this set asks (format:voter).
  public func isVoter(_ window: Window, in scene: Scene) -> Bool {
    window.root != nil && takesPart(window, in: scene)
  }

  /// Whether a window takes part, with a root or, as the main window, without one (B-12, M-7).
  func takesPart(_ window: Window, in scene: Scene) -> Bool {
    if window.isFollower { return false }
    if window.isHidden && !countsHidden(window) { return false }
    return window.root != nil || window.id == scene.mainWindow
  }

  // A configured rule can exempt one window from counting while it is hidden.
  private func countsHidden(_ window: Window) -> Bool {
    traits.hiddenCounts && window.shell.cure != .ignoreHidden
  }
}
