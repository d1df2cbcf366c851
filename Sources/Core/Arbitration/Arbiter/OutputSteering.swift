// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Brings the outputs of a scene to what was decided, and decides who wins when others turn them.
struct OutputSteering: Sendable, Hashable {
  private var turns = PendingTurns()
  private var limiter = OverrideLimiter()
  /// Until when a transform set by others counts as a consequence of the machine's sleep.
  private var awakeUntil: Instant?
  /// Whether everything has been given back: what is decided after that turns nothing any more.
  private var isGivenBack = false

  /// How long outputs may take to find themselves after the machine's sleep.
  private static let settling = Duration.seconds(5)

  /// Whether a change is under way on an output.
  func isBusy(_ output: OutputID) -> Bool { turns.isBusy(output) }

  /// An output that is not as it was found comes back as it was turned here.
  mutating func claim(_ output: Output) {
    if output.initial != output.transform { turns.claim(output.id) }
  }

  /// The output is gone.
  mutating func drop(_ output: OutputID) -> [Effect] { turns.remove(output) }

  /// Asks for what was decided on every output that does not show it yet.
  mutating func rotate(_ scene: inout Scene, scope: OrientationScope, at now: Instant) -> [Effect] {
    // One that came back as it was turned may have been decided about since.
    guard !isGivenBack else {
      return giveBack(scene.outputs.filter { turns.isOnlyClaimed($0.id) }, at: now)
    }
    var effects: [Effect] = []
    for index in scene.outputs.indices where scene.outputs[index].isManaged {
      if scope != .output, !scene.outputs[index].isHeldByOther {
        // These sets know one shared value; the outputs show it.
        let output = scene.outputs[index]
        scene.outputs[index].desired =
          scene.statusBar.orientation.transform(on: output.panel) ?? output.desired
      }
      let output = scene.outputs[index]
      guard !output.isHeldByOther else { continue }
      effects += turns.request(output.desired, on: output, at: now)
    }
    return effects + steer(&scene, at: now)
  }

  /// Asks for what stands written for outputs that do not turn with the device.
  private mutating func steer(_ scene: inout Scene, at now: Instant) -> [Effect] {
    guard !isGivenBack else { return [] }
    var effects: [Effect] = []
    for index in scene.outputs.indices where !scene.outputs[index].isHeldByOther {
      let target: Transform? =
        switch scene.outputs[index].policy.target {
        case .fixed(let transform): transform
        case .follow: leader(of: scene.outputs[index], in: scene)?.transform
        case nil: nil
        }
      guard let target else { continue }
      scene.outputs[index].desired = target
      effects += turns.request(target, on: scene.outputs[index], at: now)
    }
    return effects
  }

  /// The output that another one follows; nil when it is not there, or follows this one in its turn.
  ///
  /// Where outputs follow one another in a cycle the first of them leads, or they would exchange
  /// their transforms for ever; somebody's own transform on one of them holds for all.
  private func leader(of output: Output, in scene: Scene) -> Output? {
    func followed(by output: Output) -> Output? {
      guard case .follow(let name)? = output.policy.target, !output.isHeldByOther else {
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
  ///
  /// `earlier` is what was reported before, where the scene does not have it yet. Returns whether it is
  /// somebody else's and stands, which is for the rule set to know.
  mutating func reported(
    _ transform: Transform, on id: OutputID, after earlier: Transform?, _ scene: inout Scene,
    at now: Instant, _ effects: inout [Effect]
  ) -> Bool {
    guard let index = scene.outputs.firstIndex(where: { $0.id == id }) else { return false }
    if let confirmed = turns.report(transform, on: id, at: now) {
      scene.outputs[index].transform = transform
      if !turns.isBusy(id), scene.outputs[index].desired != transform {
        // Confirmed after it was given up, or given back: what stands is what is shown.
        scene.adoptExternalTransform(transform, on: id)
      }
      // Somebody may follow this output.
      effects += confirmed + steer(&scene, at: now)
      return false
    }
    let output = scene.outputs[index]
    guard (earlier ?? output.transform) != transform else { return false }
    let isWritten = output.isManaged || output.policy.target != nil
    let isOverruled =
      isWritten && !output.isHeldByOther && !isGivenBack
      && (output.policy.overrulesOthers || awakeUntil.map { now < $0 } ?? false)
    let mayAnswer = isOverruled && limiter.allows(on: id, at: now)
    let result: OutputReport.Result =
      mayAnswer ? .overruled : isOverruled ? .contested : .byOther
    effects.append(
      .outputReport(OutputReport(output: id, transform: transform, result: result, attempts: 0)))
    guard mayAnswer else {
      turns.disclaim(id)
      return true
    }
    scene.outputs[index].transform = transform
    effects += turns.request(output.desired, on: scene.outputs[index], at: now)
    return false
  }

  /// A change was not confirmed in time.
  mutating func expired(_ id: ChangeID, _ scene: inout Scene, at now: Instant) -> [Effect] {
    let output = turns.output(of: id).flatMap { id in scene.outputs.first { $0.id == id } }
    return settle(turns.expire(id, standing: output?.transform, at: now), &scene)
  }

  /// Gives back what was found, except where somebody else's transform stands (W-10).
  mutating func restore(_ scene: Scene, at now: Instant) -> [Effect] {
    isGivenBack = true
    return giveBack(scene.outputs, at: now)
  }

  /// Gives back what turned with the device; what is fixed stays, what follows follows.
  mutating func release(_ scene: Scene, at now: Instant) -> [Effect] {
    giveBack(scene.outputs.filter(\.isManaged), at: now)
  }

  private mutating func giveBack(_ outputs: [Output], at now: Instant) -> [Effect] {
    outputs.flatMap { output in
      // Where somebody else's transform stands, it is to stand even if an earlier request comes late.
      let target = turns.hasTurned(output.id) ? output.initial : output.transform
      return turns.request(target, on: output, at: now)
    }
  }

  /// Looks after the outputs for a while, which drivers may bring back as they like.
  mutating func wake(_ scene: inout Scene, scope: OrientationScope, at now: Instant) -> [Effect] {
    awakeUntil = now + Self.settling
    return rotate(&scene, scope: scope, at: now)
  }

  /// The display server answered a request.
  mutating func answered(
    _ id: ChangeID, _ result: ApplyResult, _ scene: inout Scene, at now: Instant
  ) -> [Effect] {
    settle(turns.answer(id, result, at: now), &scene)
  }

  /// Keeps the scene true when a change was given up; the next turn asks anew.
  private func settle(_ effects: [Effect], _ scene: inout Scene) -> [Effect] {
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
