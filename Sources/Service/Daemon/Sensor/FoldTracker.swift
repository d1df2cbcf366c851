// SPDX-License-Identifier: Apache-2.0
import Orientation
import Sensing
import Sensors
import Text

/// The tracker of tablet mode and lid, by a switch or a service, else by the hinge's angle; without
/// both, tablet mode follows whether a keyboard that comes off is attached.
struct FoldTracker {
  struct Outcome {
    var notes: [String] = []
    /// Whether the tablet mode or the state of the lid has changed.
    var isChanged = false
  }

  /// The source of the hinge's angle, in words; `nil` while there is none.
  private(set) var hinge: String?
  private var reportedMode: Bool?
  private var reportedLid: Bool?
  private var hasKeyboard: Bool?
  private var judge: HingeJudge
  private var isAnnounced = false

  private var hasHinge: Bool { hinge != nil }

  /// The angle of the latest reading that had one, even an ambiguous one, in tenths of a degree;
  /// `nil` if there is none.
  var angle: Int64? { hasHinge ? judge.angle : nil }

  /// The last posture by the hinge's angle, which a switch or a service may override; `nil` if none
  /// is known.
  var hingePosture: HingePosture? { hasHinge ? judge.posture : nil }

  /// The reason why the last reading of the hinge was inconclusive; `nil` if it was conclusive,
  /// before the first reading, and without a hinge.
  var hingeDoubt: HingeDoubt? { hasHinge ? judge.doubt : nil }

  init(_ parameters: HingeParameters) { judge = HingeJudge(parameters: parameters) }

  var tabletMode: Bool? {
    reportedMode ?? (hasHinge ? judge.posture.map { $0 == .tablet } : nil)
      ?? hasKeyboard.map { !$0 }
  }

  var lidClosed: Bool? { reportedLid ?? (hasHinge ? judge.posture.map { $0 == .closed } : nil) }

  /// Whether only the hinge's angle shows the tablet mode, so that its sensors must be read.
  var needsHinge: Bool { hasHinge && reportedMode == nil }

  /// Sets the tablet mode that a switch or a service reports; `nil` when the report ends.
  mutating func report(tabletMode: Bool?) { reportedMode = tabletMode }

  /// Sets whether the keyboard that comes off is attached; `nil` if that does not determine the
  /// tablet mode.
  mutating func report(keyboard: Bool?) { hasKeyboard = keyboard }

  /// Sets the lid's state that a switch or a service reports; `nil` when the report ends.
  mutating func report(lidClosed: Bool?) {
    reportedLid = lidClosed
    judge.isLidClosed = lidClosed == true
  }

  /// Called when readings begin again after a pause, in which the device may have been folded.
  mutating func resume() { judge.resume() }

  mutating func receive(_ news: HingeReport) -> Outcome {
    let before = (tabletMode, lidClosed)
    var outcome = Outcome()
    switch news {
    case .available(let words):
      hinge = words.line
      outcome.notes = ["hinge: \(words)"]
    case .lost(let reason):
      hinge = nil
      isAnnounced = false
      judge = HingeJudge(parameters: judge.parameters)
      judge.isLidClosed = reportedLid == true
      outcome.notes = ["no hinge: \(reason); the hinge no longer reports the tablet mode"]
    case .reading(let reading, let instant):
      let wasContradicted = judge.isContradicted
      let posture = judge.judge(reading, at: instant)
      if posture != nil, !isAnnounced, reportedMode == nil {
        isAnnounced = true
        outcome.notes = ["tablet mode: reported by the hinge's angle"]
      }
      if judge.isContradicted, !wasContradicted { outcome.notes.append(Self.contradiction) }
    }
    outcome.isChanged = before != (tabletMode, lidClosed)
    return outcome
  }

  private static let contradiction =
    "hinge: the two accelerometers disagree along it, so its angle is not known: one of them is turned "
    + "otherwise than the system says, or the hinge is at another edge of the panel; sensor.base.matrix "
    + "and sensor.hinge.edge in the configuration say how it is"
}
