// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// What a window that has just appeared would do to the next turn.
///
/// Found by turning the device once in every other direction, in copies of the arbiter with and
/// without the window: nothing is guessed.
public struct BirthWarning: Sendable, Hashable {
  /// The window.
  public let window: WindowID
  /// The values of the device to which it does not let a turn come off, in a fixed order.
  public let turns: [DeviceOrientation]
  /// What the first of these turns ends with.
  public let outcome: Outcome
  /// The number under which that is explained.
  public let code: ExplanationCode
  /// One sentence for people.
  public let text: String

  /// The sentence as a line of a log.
  public func line(at now: Instant) -> String { "\(now.seconds) \(text)" }

  private static let upright: [DeviceOrientation] = [
    .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
  ]

  /// Nil when every turn comes off as it would without the window, or while one is being decided.
  public init?(of id: WindowID, before: Arbiter, after: Arbiter) {
    guard !after.isWaiting, !before.isWaiting, let window = after.scene.window(id) else {
      return nil
    }
    var turns: [DeviceOrientation] = []
    var first: Verdict?
    for value in Self.upright where value != after.scene.device.orientation {
      guard let verdict = after.verdict(of: value), verdict.fails,
        verdict.outcome == .split || verdict.blames(id),
        // A page that refuses anyway is not the newcomer's doing, a bar that now turns alone is,
        // whoever turns it.
        before.verdict(of: value)?.outcome != verdict.outcome
      else { continue }
      turns.append(value)
      first = first ?? verdict
    }
    guard let first else { return nil }
    self.window = id
    self.turns = turns
    outcome = first.outcome
    code = ExplanationCode(first)
    let deed =
      switch first.outcome {
      case .split: "would split the next turn"
      case .exception: "would end the next turn with an exception"
      default: "would block the next turn"
      }
    let state = window.isHidden ? "hidden window" : "window"
    let values = turns.map(\.name).joined(separator: ", ")
    text = "\(code.rawValue) \(state) \(SafeText.quoted(window.name)) \(deed) (to \(values))"
  }
}

extension Arbiter {
  /// What comes of turning the device once, in a copy.
  fileprivate func verdict(of value: DeviceOrientation) -> Verdict? {
    var copy = self
    for case .report(let verdict) in copy.handle(.device(.turned(value)), at: .zero) {
      return verdict
    }
    return nil
  }
}

extension Verdict {
  fileprivate var fails: Bool {
    switch outcome {
    case .split, .blocked, .exception: true
    case .refused, .turned, .deferred, .unchanged: false
    }
  }

  fileprivate func blames(_ id: WindowID) -> Bool {
    if conflicts.contains(where: { $0.culprits.contains(.window(id)) }) { return true }
    // The page's own refusal is nobody's conflict.
    return error?.window == id || outcome == .blocked && page?.window == id
  }
}
