// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Arbiter {
  /// Asks for what was decided on every output that does not show it yet.
  mutating func rotateOutputs(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for index in scene.outputs.indices where scene.outputs[index].isManaged {
      if rules.scope != .output, !scene.outputs[index].isHeldByOther {
        // These sets know one shared value; the outputs show it.
        let output = scene.outputs[index]
        scene.outputs[index].desired =
          scene.statusBar.orientation.transform(on: output.panel) ?? output.desired
      }
      let output = scene.outputs[index]
      guard !output.isHeldByOther else { continue }
      effects += control.request(output.desired, on: output, at: now)
    }
    isGivenBack = false
    return effects + steerOutputs(at: now)
  }

  /// Asks for what stands written for outputs that do not turn with the device.
  private mutating func steerOutputs(at now: Instant) -> [Effect] {
    guard !isGivenBack else { return [] }
    var effects: [Effect] = []
    for index in scene.outputs.indices where !scene.outputs[index].isHeldByOther {
      let target: Transform? =
        switch scene.outputs[index].transformPolicy {
        case .fixed(let transform): transform
        case .follow: leader(of: scene.outputs[index])?.transform
        case nil: nil
        }
      guard let target else { continue }
      scene.outputs[index].desired = target
      effects += control.request(target, on: scene.outputs[index], at: now)
    }
    return effects
  }

  /// The output that another one follows; nil when it is not there, or follows this one in its turn.
  ///
  /// Where outputs follow one another in a cycle the first of them leads, or they would exchange
  /// their transforms for ever; somebody's own transform on one of them holds for all.
  private func leader(of output: Output) -> Output? {
    func followed(by output: Output) -> Output? {
      guard case .follow(let name)? = output.transformPolicy, !output.isHeldByOther else {
        return nil
      }
      return scene.outputs.first { $0.name == name }
    }
    let leader = followed(by: output)
    var (next, isFirst) = (leader, true)
    for _ in scene.outputs {
      guard let here = next else { break }
      if here.id == output.id { return isFirst ? nil : leader }
      if here.id < output.id { isFirst = false }
      next = followed(by: here)
    }
    return leader
  }

  /// The display server reports a transform: ours is confirmed, another's stands (W-10).
  mutating func reported(
    _ transform: Transform, on id: OutputID, at now: Instant, _ run: inout EventRun
  ) {
    guard let index = scene.outputs.firstIndex(where: { $0.id == id }) else { return }
    if let effects = control.confirm(transform, on: id, at: now) {
      scene.outputs[index].transform = transform
      if !control.isBusy(id), scene.outputs[index].desired != transform {
        // Confirmed after it was given up, or given back: what stands is what is shown.
        scene.adoptExternalTransform(transform, on: id)
      }
      // Somebody may follow this output.
      run.effects += effects + steerOutputs(at: now)
      return
    }
    guard scene.outputs[index].transform != transform else { return }
    turnedByOther(transform, index, at: now, &run)
  }

  private mutating func turnedByOther(
    _ transform: Transform, _ index: Int, at now: Instant, _ run: inout EventRun
  ) {
    let output = scene.outputs[index]
    let isWritten = output.isManaged || output.transformPolicy != nil
    let isOverruled =
      isWritten && !output.isHeldByOther
      && (output.overrulesOthers || sleepyUntil.map { now < $0 } ?? false)
    let mayAnswer = isOverruled && contest.allows(on: output.id, at: now)
    let result: OutputReport.Result =
      mayAnswer ? .overruled : isOverruled ? .contested : .byOther
    run.effects.append(
      .outputReport(
        OutputReport(output: output.id, transform: transform, result: result, attempts: 0)))
    guard mayAnswer else {
      control.lose(output.id)
      return take(.output(.transform(output.id, transform)), at: now, &run)
    }
    scene.outputs[index].transform = transform
    run.effects += control.request(output.desired, on: scene.outputs[index], at: now)
  }

  /// A change was not confirmed in time.
  mutating func expired(_ id: ChangeID, at now: Instant) -> [Effect] {
    let output = control.output(of: id).flatMap { id in scene.outputs.first { $0.id == id } }
    return settle(control.expired(id, standing: output?.transform, at: now))
  }

  /// Gives back what was found, except where somebody else's transform stands (W-10).
  mutating func restore(at now: Instant) -> [Effect] {
    isGivenBack = true
    return giveBack(scene.outputs, at: now)
  }

  /// Gives back what turned with the device; what is fixed stays, what follows follows.
  mutating func release(at now: Instant) -> [Effect] {
    giveBack(scene.outputs.filter(\.isManaged), at: now)
  }

  private mutating func giveBack(_ outputs: [Output], at now: Instant) -> [Effect] {
    outputs.flatMap { output in
      // Where somebody else's transform stands, it is to stand even if an earlier request comes late.
      let target = control.hasTurned(output.id) ? output.initial : output.transform
      return control.request(target, on: output, at: now)
    }
  }

  /// Looks after the outputs for a while, which drivers may bring back as they like.
  mutating func wake(at now: Instant) -> [Effect] {
    sleepyUntil = now + Self.sleepyFor
    return rotateOutputs(at: now)
  }

  /// How long outputs may take to find themselves after the machine's sleep, in milliseconds.
  private static let sleepyFor = Duration.seconds(5)

  /// Keeps the scene true when a change was given up; the next turn asks anew.
  mutating func settle(_ effects: [Effect]) -> [Effect] {
    for case .outputReport(let report) in effects {
      switch report.result {
      case .refused, .cancelled, .unanswered, .unsupported:
        guard let output = scene.outputs.first(where: { $0.id == report.output }) else { continue }
        scene.adoptExternalTransform(output.transform, on: output.id)
      case .confirmed, .retried, .byOther, .overruled, .contested: continue
      }
    }
    return effects
  }
}
