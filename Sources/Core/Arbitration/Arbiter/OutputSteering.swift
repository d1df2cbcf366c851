// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The control of the outputs' transforms, which also reacts to rotations by other programs.
struct OutputSteering: Sendable, Hashable {
  private var turns = PendingTurns()
  private var limiter = OverrideLimiter()
  /// The end of the period after the machine's sleep in which transforms of other programs are
  /// reversed; `nil` before the first sleep.
  private var awakeUntil: Instant?
  /// Whether restoring all outputs was requested; afterwards, decisions rotate no output.
  private var isRestored = false

  /// The length of the period after the machine's sleep in which transforms of other programs are
  /// reversed.
  private static let settling = Duration.seconds(5)

  /// Returns whether a rotation of an output is pending.
  func isBusy(_ output: OutputID) -> Bool { turns.isBusy(output) }

  /// Records that an added output has a transform that the arbiter had set before the output's
  /// removal; this is so if the transform is not the initial one.
  mutating func claim(_ output: Output) {
    if output.initial != output.transform { turns.claim(output.id) }
  }

  /// Removes an output and its pending rotation; returns the effect that cancels its deadline, if
  /// any.
  mutating func drop(_ output: OutputID) -> [Effect] { turns.remove(output) }

  /// Requests the desired transforms of managed outputs, and the configured ones of other outputs,
  /// except on outputs that are held.
  mutating func rotate(_ scene: inout Scene, scope: OrientationScope, at now: Instant) -> [Effect] {
    // Decisions rotate nothing after the outputs were restored; an output that appears again with a
    // transform of the arbiter is restored too.
    guard !isRestored else {
      return restore(outputs: scene.outputs.filter { turns.isOnlyClaimed($0.id) }, at: now)
    }
    var effects: [Effect] = []
    for index in scene.outputs.indices where scene.outputs[index].isManaged {
      if scope != .output, !scene.outputs[index].isHeld {
        // Rule sets of this scope decide one orientation, which all managed outputs get.
        let output = scene.outputs[index]
        scene.outputs[index].desired =
          scene.statusBar.orientation.transform(on: output.panel) ?? output.desired
      }
      let output = scene.outputs[index]
      guard !output.isHeld else { continue }
      effects += turns.request(output.desired, on: output, at: now)
    }
    return effects + steer(&scene, at: now)
  }

  /// Requests the configured transforms of outputs that are fixed or follow another output, and are
  /// not held.
  private mutating func steer(_ scene: inout Scene, at now: Instant) -> [Effect] {
    guard !isRestored else { return [] }
    var effects: [Effect] = []
    for index in scene.outputs.indices where !scene.outputs[index].isHeld {
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

  /// Returns the output that `output` follows; `nil` if it follows no output or leads a cycle.
  ///
  /// In a cycle of followers the first output leads; otherwise the outputs would exchange their
  /// transforms for ever. Another program's transform on one of them applies to all of them.
  private func leader(of output: Output, in scene: Scene) -> Output? {
    func followed(by output: Output) -> Output? {
      guard case .follow(let name)? = output.policy.target, !output.isHeld else {
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

  /// Handles a reported transform: confirms a rotation, keeps another program's transform or
  /// reverses it (W-10).
  ///
  /// `earlier` is the last reported transform, if the scene does not have it yet. Returns true if
  /// another program's transform is kept, so that the rule set must process the report.
  mutating func reported(
    _ transform: Transform, on id: OutputID, after earlier: Transform?, _ scene: inout Scene,
    at now: Instant, _ effects: inout [Effect]
  ) -> Bool {
    guard let index = scene.outputs.firstIndex(where: { $0.id == id }) else { return false }
    if let confirmed = turns.report(transform, on: id, at: now) {
      scene.outputs[index].transform = transform
      let output = scene.outputs[index]
      if !turns.isBusy(id), output.desired != transform || output.hold?.endsWithAnswer == true {
        // An abandoned rotation was executed late, or an output was restored; the shown transform
        // becomes the desired one.
        let isLate = output.hold?.endsWithAnswer == true && !isRestored
        scene.adopt(transform, on: id, hold: isLate ? nil : .restored)
      }
      // Another output may follow this one, so its transform is requested too.
      effects += confirmed + steer(&scene, at: now)
      return false
    }
    let output = scene.outputs[index]
    guard (earlier ?? output.transform) != transform else { return false }
    let isWritten = output.isManaged || output.policy.target != nil
    let isOverruled =
      isWritten && !output.isHeld && !isRestored
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

  /// Called when the deadline of a request has passed.
  mutating func expired(_ id: ChangeID, _ scene: inout Scene, at now: Instant) -> [Effect] {
    let output = turns.output(of: id).flatMap { id in scene.outputs.first { $0.id == id } }
    return adoptAbandoned(turns.expire(id, shown: output?.transform, at: now), &scene)
  }

  /// Restores every output except those that keep another program's transform (W-10).
  mutating func restore(_ scene: Scene, at now: Instant) -> [Effect] {
    isRestored = true
    return restore(outputs: scene.outputs, at: now)
  }

  /// Restores the outputs that rotate with the device; fixed outputs and followers are unchanged.
  mutating func release(_ scene: Scene, at now: Instant) -> [Effect] {
    restore(outputs: scene.outputs.filter { $0.isManaged }, at: now)
  }

  private mutating func restore(outputs: [Output], at now: Instant) -> [Effect] {
    outputs.flatMap { output in
      // Another program's transform must remain even if an earlier request is executed late.
      let target = turns.hasTurned(output.id) ? output.initial : output.transform
      return turns.request(target, on: output, at: now)
    }
  }

  /// Called after the machine's sleep: requests the desired transforms again and, for the next five
  /// seconds, reverses transforms that Swivel did not request.
  ///
  /// Drivers may restore outputs with any transform.
  mutating func wake(_ scene: inout Scene, scope: OrientationScope, at now: Instant) -> [Effect] {
    awakeUntil = now + Self.settling
    return rotate(&scene, scope: scope, at: now)
  }

  /// Called when the display server answers a request.
  mutating func answered(
    _ id: ChangeID, _ result: ApplyResult, _ scene: inout Scene, at now: Instant
  ) -> [Effect] {
    adoptAbandoned(turns.answer(id, result, at: now), &scene)
  }

  /// Makes the shown transform the desired one and holds the output, if a report in `effects` says
  /// that a request was abandoned; returns `effects`.
  private func adoptAbandoned(_ effects: [Effect], _ scene: inout Scene) -> [Effect] {
    for case .outputReport(let report) in effects {
      switch report.result {
      case .refused, .cancelled, .unanswered, .unsupported:
        guard let output = scene.outputs.first(where: { $0.id == report.output }) else { continue }
        let hold: Output.Hold = report.result == .unanswered ? .unanswered : .refused
        scene.adopt(output.transform, on: output.id, hold: hold)
      case .confirmed, .retried, .byOther, .overruled, .contested: continue
      }
    }
    return effects
  }
}

extension Output.Hold {
  /// Whether the hold ends when the display server answers a request late.
  fileprivate var endsWithAnswer: Bool {
    switch self {
    case .refused, .unanswered: true
    case .otherProgram, .restored: false
    }
  }
}

/// A limit on how often the arbiter reverses another program's rotations of an output.
///
/// Two changes less than a second apart count as a repetition; the change that is the third
/// repetition in a row is not reversed (the interval and the idea: AOSP,
/// AppCompatOrientationOverrides).
private struct OverrideLimiter: Sendable, Hashable {
  /// The interval within which the next change counts as a repetition.
  static let within = Duration.seconds(1)
  /// The number of consecutive repetitions at which the arbiter does not reverse the change.
  static let limit = 3

  private struct Record: Sendable, Hashable {
    var output: OutputID
    var last: Instant
    var answers: Int
  }

  private var records: [Record] = []

  /// Counts another program's change; returns whether the arbiter may reverse it.
  mutating func allows(on output: OutputID, at now: Instant) -> Bool {
    guard let index = records.firstIndex(where: { $0.output == output }) else {
      records.append(Record(output: output, last: now, answers: 0))
      return true
    }
    let isAnswer = now < records[index].last + Self.within
    records[index].last = now
    records[index].answers = isAnswer ? records[index].answers + 1 : 0
    guard records[index].answers >= Self.limit else { return true }
    records[index].answers = 0
    return false
  }
}
