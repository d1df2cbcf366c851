// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation
import Text

/// A warning that turns of the device fail because of a new window.
///
/// Copies of the arbiter with and without the window turn the device to every other upright
/// orientation, on a desktop also away from the present one and back.
public struct NewWindowWarning: Sendable, Hashable {
  /// The new window.
  public let window: WindowID
  /// The device orientations to which a turn fails because of the window, in a fixed order.
  public let turns: [DeviceOrientation]
  /// The outcome of the first of these turns.
  public let outcome: Outcome
  /// The code that explains this outcome.
  public let code: ExplanationCode
  /// The code and the warning as one sentence.
  public let text: String

  /// Returns the time in seconds and the warning, as a line of a log.
  public func line(at now: Instant) -> String { "\(now.seconds) \(text)" }

  private static let upright: [DeviceOrientation] = [
    .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
  ]

  /// Creates a warning; `nil` if no turn fails because of the window, if `after` lacks it, or while
  /// a decision is pending.
  public init?(of id: WindowID, before: Arbiter, after: Arbiter) {
    guard let found = Self.found(of: [id], before: before, after: after).first else { return nil }
    self = found
  }

  /// Returns the warnings in the order of `ids`; each turn is tried only once.
  public static func found(
    of ids: [WindowID], before: Arbiter, after: Arbiter
  ) -> [NewWindowWarning] {
    guard !after.isWaiting, !before.isWaiting else { return [] }
    let windows = ids.compactMap { after.scene.window($0) }
    guard !windows.isEmpty else { return [] }
    // A turn to the orientation that a desktop's output shows rotates nothing, so the device is first
    // turned to an orientation that the output follows.
    let isDesktop = after.rules.scope == .output
    let away = isDesktop ? upright.first { after.evidence(of: [$0])?.outcome == .turned } : nil
    let failures = upright.compactMap { value -> (value: DeviceOrientation, evidence: Evidence)? in
      var turns = [value]
      if let away, after.evidence(of: turns)?.outcome ?? .unchanged == .unchanged {
        turns.insert(away, at: 0)
      } else if value == after.scene.device.orientation {
        return nil
      }
      guard let evidence = after.evidence(of: turns), evidence.fails,
        // The window is to blame only if the turn has another outcome without the window.
        before.evidence(of: turns)?.outcome != evidence.outcome
      else { return nil }
      return (value, evidence)
    }
    let blamed = failures.map { Set($0.evidence.culprits.compactMap { $0.window }) }
    // If no new window is a culprit of a split, the first new one is named.
    let isNobodys = blamed.map { names in !windows.contains { names.contains($0.id) } }
    return windows.enumerated().compactMap { position, window in
      let own = failures.indices.filter { index in
        blamed[index].contains(window.id)
          || position == 0 && isNobodys[index] && failures[index].evidence.outcome == .split
      }
      guard let first = own.first else { return nil }
      return NewWindowWarning(
        window, turns: own.map { failures[$0].value }, failures[first].evidence)
    }
  }

  private init(_ window: Window, turns: [DeviceOrientation], _ first: Evidence) {
    self.window = window.id
    self.turns = turns
    outcome = first.outcome
    code = first.code
    guard !first.turnsOutputs || first.outcome != .blocked else {
      text = code.rawValue + " " + DesktopSentences(first).warning(of: window.id, turns)
      return
    }
    let phrase: HeadlinePhrase =
      switch first.outcome {
      case .split: .wouldSplit
      case .exception: .wouldRaise
      default: .wouldBlock
      }
    let values = turns.map { $0.name }.joined(separator: first.say(LayoutPhrase.listSeparator))
    text = code.rawValue + " " + first.say(phrase, first.description(of: window.id), values)
  }
}

extension Arbiter {
  /// Returns the facts about the last of some turns of the device, which a copy of the arbiter
  /// plays; `nil` if the decision waits for a live policy.
  fileprivate func evidence(of turns: [DeviceOrientation]) -> Evidence? {
    var copy = self
    var evidence: Evidence?
    for value in turns {
      evidence = nil
      for case .report(let verdict) in copy.handle(.device(.turned(value)), at: .zero) {
        evidence = Evidence(verdict: verdict, rulesID: rules.id, names: [:])
      }
    }
    return evidence
  }
}

extension Evidence {
  fileprivate var fails: Bool {
    switch outcome {
    case .split, .blocked, .exception: true
    case .refused, .turned, .deferred, .unchanged: false
    }
  }
}
