// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Orientation

/// The text above the device: a headline, with its place in the history or the story.
struct Caption: Equatable {
  enum Tone: Equatable {
    case plain, good, warning, bad
  }

  var place: String
  var headline: String
  var tone = Tone.plain

  static let welcome = Caption(
    place: "Nothing has been decided yet",
    headline: "Drag the device's rim, or press ← and →, to turn it")

  init(place: String, headline: String) { (self.place, self.headline) = (place, headline) }

  /// Creates the caption of a decision; `isPast` if it is not the latest one.
  init(_ verdict: Verdict, rulesID: String, names: [WindowID: String], isPast: Bool) {
    let line = VerdictLine(verdict, rulesID: rulesID, names: names)
    let code = line.code.rawValue
    place =
      isPast
      ? "Decision \(verdict.step), in the past · \(code)" : "Decision \(verdict.step) · \(code)"
    let sentence = line.missedTurn ?? line.sentence
    headline = sentence.prefix(1).uppercased() + sentence.dropFirst()
    tone =
      switch line.outcome {
      case .split, .exception: .bad
      case .blocked, .refused, .deferred: .warning
      case .turned: .good
      case .unchanged: line.missedTurn == nil ? .plain : .warning
      }
  }
}

/// The outline of a window on the panel: of a hidden window, or one of a past decision.
struct Ghost: Equatable {
  var name: String
  /// The rotation of the window, in degrees clockwise on the panel.
  var angle: Double
  /// The size in logical pixels; nil for the panel's size.
  var width, height: Double?
  var isHidden: Bool
  var isCulprit: Bool

  /// Returns the outlines of a verdict's windows from the bottom up; only those of hidden windows
  /// unless `showsAll`.
  static func all(of verdict: Verdict, turnsOutputs: Bool, showsAll: Bool) -> [Ghost] {
    let scene = verdict.after
    let culprits = verdict.conflicts.flatMap(\.culprits)
    let output = scene.outputs.first(where: \.isManaged) ?? scene.outputs.first
    let windows = scene.windows.sorted { ($0.level, $0.id) < ($1.level, $1.id) }
    return windows.compactMap { window in
      guard showsAll || window.isHidden else { return nil }
      let transform =
        turnsOutputs
        ? output?.transform : window.orientation.transform(on: scene.device.panel)
      // Transforms count counter-clockwise, the angle clockwise.
      let quarters = (4 - (transform?.quarterTurns ?? 0)) % 4
      return Ghost(
        name: window.name, angle: Double(quarters) * 90,
        width: window.size.map { Double($0.width) }, height: window.size.map { Double($0.height) },
        isHidden: window.isHidden, isCulprit: culprits.contains(.window(window.id)))
    }
  }
}
