// SPDX-License-Identifier: Apache-2.0
import Orientation
import Sensing
import Sensors

/// How the device is folded: as a switch or a service tells it, else by the angle of its hinge.
struct FoldTracker {
  /// What news of the hinge have changed.
  struct Outcome {
    /// Words for people.
    var notes: [String] = []
    /// Whether tablet mode or lid are others than before.
    var isChanged = false
  }

  /// Whether something tells the hinge's angle.
  private(set) var hasHinge = false
  private var toldMode: Bool?
  private var toldLid: Bool?
  private var judge: HingeJudge
  private var isAnnounced = false

  init(_ parameters: HingeParameters) { judge = HingeJudge(parameters: parameters) }

  /// Whether the device is a tablet; nil if nothing tells.
  var tabletMode: Bool? { toldMode ?? (hasHinge ? judge.posture.map { $0 == .tablet } : nil) }

  /// Whether the lid is closed; nil if nothing tells.
  var lidClosed: Bool? { toldLid ?? (hasHinge ? judge.posture.map { $0 == .closed } : nil) }

  /// Whether only the hinge's angle tells the tablet mode, so that readings are needed for that alone.
  var needsHinge: Bool { hasHinge && toldMode == nil }

  /// A switch or a service tells the tablet mode, or none does any more.
  mutating func tell(tabletMode: Bool?) { toldMode = tabletMode }

  /// The same of the lid.
  mutating func tell(lidClosed: Bool?) {
    toldLid = lidClosed
    judge.isLidClosed = lidClosed == true
  }

  /// Readings begin again after a pause in which anything may have been folded.
  mutating func resume() { judge.resume() }

  /// Takes what a source says of the hinge.
  mutating func receive(_ news: HingeNews) -> Outcome {
    let before = (tabletMode, lidClosed)
    var outcome = Outcome()
    switch news {
    case .available(let words):
      hasHinge = true
      outcome.notes = ["hinge: \(words)"]
    case .lost(let reason):
      hasHinge = false
      isAnnounced = false
      judge = HingeJudge(parameters: judge.parameters)
      judge.isLidClosed = toldLid == true
      outcome.notes = ["no hinge: \(reason); its angle tells the tablet mode no more"]
    case .reading(let reading, let instant):
      let wasContradicted = judge.isContradicted
      let posture = judge.judge(reading, at: instant)
      if posture != nil, !isAnnounced, toldMode == nil {
        isAnnounced = true
        outcome.notes = ["tablet mode: told by the hinge's angle"]
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
