// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation
import Text

/// What a window that has just appeared would do to the next turn.
///
/// Found by turning the device once in every other direction, in copies of the arbiter with and
/// without the window: nothing is guessed.
public struct NewWindowWarning: Sendable, Hashable {
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
    guard let found = Self.found(of: [id], before: before, after: after).first else { return nil }
    self = found
  }

  /// What windows that have appeared together would do, in their order; each trial is made once.
  public static func found(
    of ids: [WindowID], before: Arbiter, after: Arbiter
  ) -> [NewWindowWarning] {
    guard !after.isWaiting, !before.isWaiting else { return [] }
    let windows = ids.compactMap { after.scene.window($0) }
    guard !windows.isEmpty else { return [] }
    let failures = upright.compactMap { value -> (value: DeviceOrientation, verdict: Verdict)? in
      guard value != after.scene.device.orientation,
        let verdict = after.verdict(of: value), verdict.fails,
        // A page that refuses anyway is not a newcomer's doing, a bar that now turns alone is,
        // whoever turns it.
        before.verdict(of: value)?.outcome != verdict.outcome
      else { return nil }
      return (value, verdict)
    }
    let blamed = failures.map { $0.verdict.blamed }
    // Where nobody is blamed for a split, the first of them is named.
    let isNobodys = blamed.map { names in !windows.contains { names.contains($0.id) } }
    return windows.enumerated().compactMap { position, window in
      let own = failures.indices.filter { index in
        blamed[index].contains(window.id)
          || position == 0 && isNobodys[index] && failures[index].verdict.outcome == .split
      }
      guard let first = own.first else { return nil }
      return NewWindowWarning(
        window, turns: own.map { failures[$0].value }, failures[first].verdict)
    }
  }

  private init(_ window: Window, turns: [DeviceOrientation], _ first: Verdict) {
    self.window = window.id
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
    text =
      "\(code.rawValue) \(state) \(UntrustedText(window.name).quotedName()) \(deed) (to \(values))"
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

  /// The windows that the decision is put down to.
  fileprivate var blamed: Set<WindowID> {
    var ids: Set<WindowID> = []
    for case .window(let id) in conflicts.flatMap(\.culprits) { ids.insert(id) }
    if let id = error?.window { ids.insert(id) }
    // The page's own refusal is nobody's conflict.
    if outcome == .blocked, let id = page?.window { ids.insert(id) }
    return ids
  }
}
