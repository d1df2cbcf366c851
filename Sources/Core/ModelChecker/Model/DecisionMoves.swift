// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The moves of one decision, as sets of windows.
struct DecisionMoves {
  var turned: UInt64 = 0
  var target: Int?
  var writesBar = false
  var putsOff = false
  var isNotIdempotent = false
  var raises = false
  /// The reason why a cell cannot hold the moves; nil if it can.
  var limit: CheckLimit?

  /// Creates the moves of a decision, which the rule set makes.
  init(_ trigger: DecisionTrigger, in scene: Scene, of model: CheckModel) {
    var sink = MoveSink()
    switch model.rules.decide(trigger, in: scene, answers: Answers(), sink: &sink) {
    case .decided: break
    case .raised(let error): raises = error.isException
    case .needsAnswers: limit = .vocabulary("waits for a live policy")
    }
    var outputs = 0
    for move in sink.moves {
      switch move {
      case .window(let id, let orientation):
        guard let index = model.ids.firstIndex(of: id) else { continue }
        turned |= 1 << UInt64(index)
        take(orientation)
      case .statusBar(let orientation, _):
        if writesBar { isNotIdempotent = true }
        writesBar = true
        take(orientation)
      case .output(let id, _):
        outputs += 1
        if model.managedOutput.map({ scene.outputs[$0].id }) != id {
          limit = .vocabulary("turns another output")
        }
      case .putOff: putsOff = true
      }
    }
    if outputs > 1 { isNotIdempotent = true }
  }

  private mutating func take(_ orientation: InterfaceOrientation) {
    let index = Int(orientation.rawValue) - 1
    if orientation == .unknown { limit = .vocabulary("turns to an unknown orientation") }
    if let target, target != index { limit = .vocabulary("turns windows in different ways") }
    target = index
  }
}
