// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The part that rotates outputs to their desired transforms, also against other programs.
struct OutputSteering: Sendable, Hashable {
  private var turns = PendingTurns()
  private var limiter = OverrideLimiter()
  /// The end of the time in which others' transforms count as a consequence of the machine's sleep.
  private var awakeUntil: Instant?
  /// Whether the outputs have been restored; later decisions rotate no output.
  private var isRestored = false

  /// The time that outputs may take to recover after the machine's sleep.
  private static let settling = Duration.seconds(5)

  /// Returns whether a rotation of an output is under way.
  func isBusy(_ output: OutputID) -> Bool { turns.isBusy(output) }

  /// Claims an output that comes back as the arbiter had rotated it.
  mutating func claim(_ output: Output) {
    if output.initial != output.transform { turns.claim(output.id) }
  }

  /// Forgets an output that is gone.
  mutating func drop(_ output: OutputID) -> [Effect] { turns.remove(output) }

  /// Requests the desired transform of every output that does not show it yet.
  mutating func rotate(_ scene: inout Scene, scope: OrientationScope, at now: Instant) -> [Effect] {
    // An output that came back as the arbiter had rotated it is restored too.
    guard !isRestored else {
      return restore(outputs: scene.outputs.filter { turns.isOnlyClaimed($0.id) }, at: now)
    }
    var effects: [Effect] = []
    for index in scene.outputs.indices where scene.outputs[index].isManaged {
      if scope != .output, !scene.outputs[index].isHeld {
        // These rule sets decide one orientation for all outputs.
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

  /// Requests the configured transforms of outputs that do not rotate with the device.
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

  /// Returns the leader of an output; `nil` if it has none, or is itself the first of a cycle.
  ///
  /// In a cycle of followers the first output leads, or they would exchange their transforms for
  /// ever. Another program's transform on one of them applies to all.
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

  /// Processes a reported transform: confirms it, keeps it or overrules it (W-10).
  ///
  /// `earlier` is the transform reported before, if the scene lacks it. Returns whether the
  /// transform is another program's and is kept, which the rule set has to know.
  mutating func reported(
    _ transform: Transform, on id: OutputID, after earlier: Transform?, _ scene: inout Scene,
    at now: Instant, _ effects: inout [Effect]
  ) -> Bool {
    guard let index = scene.outputs.firstIndex(where: { $0.id == id }) else { return false }
    if let confirmed = turns.report(transform, on: id, at: now) {
      scene.outputs[index].transform = transform
      let output = scene.outputs[index]
      if !turns.isBusy(id), output.desired != transform || output.hold?.endsWithAnswer == true {
        // Confirmed after it was abandoned or restored: the shown transform is the desired one.
        let isLate = output.hold?.endsWithAnswer == true && !isRestored
        scene.adopt(transform, on: id, hold: isLate ? nil : .restored)
      }
      // Another output may follow this one.
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

  /// Called when the deadline of a request passes.
  mutating func expired(_ id: ChangeID, _ scene: inout Scene, at now: Instant) -> [Effect] {
    let output = turns.output(of: id).flatMap { id in scene.outputs.first { $0.id == id } }
    return adoptAbandoned(turns.expire(id, shown: output?.transform, at: now), &scene)
  }

  /// Restores every output, except where another program's transform is kept (W-10).
  mutating func restore(_ scene: Scene, at now: Instant) -> [Effect] {
    isRestored = true
    return restore(outputs: scene.outputs, at: now)
  }

  /// Restores the outputs that rotate with the device; fixed ones and followers are left alone.
  mutating func release(_ scene: Scene, at now: Instant) -> [Effect] {
    restore(outputs: scene.outputs.filter(\.isManaged), at: now)
  }

  private mutating func restore(outputs: [Output], at now: Instant) -> [Effect] {
    outputs.flatMap { output in
      // Another program's transform must remain even if an earlier request is carried out late.
      let target = turns.hasTurned(output.id) ? output.initial : output.transform
      return turns.request(target, on: output, at: now)
    }
  }

  /// Overrules other transforms for a while, since drivers may bring outputs back in any transform.
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

  /// Sets the desired transform to the shown one when a request was abandoned.
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
  /// Whether the display server's late answer to a request ends the hold.
  fileprivate var endsWithAnswer: Bool {
    switch self {
    case .refused, .unanswered: true
    case .otherProgram, .restored: false
    }
  }
}

/// A limit on how often the arbiter reverses another program's rotations of an output.
///
/// Two changes with less than a second between them count; at the third such pair the arbiter stops
/// (the span and the idea: AOSP, AppCompatOrientationOverrides).
private struct OverrideLimiter: Sendable, Hashable {
  /// The time after a change in which the next change counts as an answer to the first.
  static let within = Duration.seconds(1)
  /// The number of answers in a row at which the arbiter stops.
  static let limit = 3

  private struct Record: Sendable, Hashable {
    var output: OutputID
    var last: Instant
    var answers: Int
  }

  private var records: [Record] = []

  /// Returns whether another program's change may be reversed once more, and counts it.
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
