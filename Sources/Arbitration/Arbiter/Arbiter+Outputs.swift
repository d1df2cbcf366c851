// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Arbiter {
  /// Asks for what was decided on every output that does not show it yet.
  mutating func rotateOutputs(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for index in scene.outputs.indices where scene.outputs[index].isManaged {
      if rules.family != .desktop, !scene.outputs[index].isHeldByOther {
        // These sets know one shared value; the outputs show it.
        let output = scene.outputs[index]
        scene.outputs[index].desired =
          scene.statusBar.orientation.transform(on: output.panel) ?? output.desired
      }
      let output = scene.outputs[index]
      guard !output.isHeldByOther else { continue }
      effects += control.request(output.desired, on: output, at: now)
    }
    return effects
  }

  /// The display server reports a transform: ours is confirmed, another's stands (W-10).
  mutating func reported(
    _ transform: Transform, on id: OutputID, at now: Instant
  ) -> [Effect] {
    guard let index = scene.outputs.firstIndex(where: { $0.id == id }) else { return [] }
    if let effects = control.confirm(transform, on: id) {
      scene.outputs[index].transform = transform
      if !control.isBusy(id), scene.outputs[index].desired != transform {
        // Confirmed after it was given up, or given back: what stands is what is shown.
        scene.stand(transform, on: id)
      }
      return effects
    }
    guard scene.outputs[index].transform != transform else { return [] }
    control.lose(id)
    let report = OutputReport(output: id, transform: transform, result: .byOther, attempts: 0)
    return [.outputReport(report)] + take(.output(.transform(id, transform)), at: now)
  }

  /// A change was not confirmed in time.
  mutating func expired(_ id: ChangeID, at now: Instant) -> [Effect] {
    let output = control.output(of: id).flatMap { id in scene.outputs.first { $0.id == id } }
    return settle(control.expired(id, standing: output?.transform, at: now))
  }

  /// Gives back what was found, except where somebody else's transform stands (W-10).
  mutating func restore(at now: Instant) -> [Effect] {
    scene.outputs.filter { control.hasTurned($0.id) }
      .flatMap { control.request($0.initial, on: $0, at: now) }
  }

  /// Keeps the scene true when a change was given up; the next turn asks anew.
  mutating func settle(_ effects: [Effect]) -> [Effect] {
    for case .outputReport(let report) in effects {
      switch report.result {
      case .refused, .cancelled, .unanswered, .unsupported:
        guard let output = scene.outputs.first(where: { $0.id == report.output }) else { continue }
        scene.stand(output.transform, on: output.id)
      case .confirmed, .retried, .byOther: continue
      }
    }
    return effects
  }
}
