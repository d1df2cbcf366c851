// SPDX-License-Identifier: Apache-2.0
import Orientation

struct OutputSteering: Sendable, Hashable {
  private var turns = PendingTurns()
  private var limiter = OverrideLimiter()
  /// The end of the period after the machine's sleep in which transforms of other programs are
  /// reversed; `nil` before the first sleep.
  private var awakeUntil: Instant?
  private var isRestored = false

  private static let settling = Duration.seconds(5)

  func isBusy(_ output: OutputID) -> Bool { turns.isBusy(output) }

  /// Records that an added output has a transform that the arbiter had set before the output's
  /// removal; this is so if the transform is not the initial one.
  mutating func claim(_ output: Output) {
    if output.initial != output.transform { turns.claim(output.id) }
  }

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

  /// Returns the output that `output` follows; `nil` if there is none or if `output` leads a cycle.
  ///
  /// In a cycle of followers the output with the lowest identifier leads; otherwise the outputs
  /// would exchange their transforms for ever.
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

  mutating func expired(_ id: ChangeID, _ scene: inout Scene, at now: Instant) -> [Effect] {
    let output = turns.output(of: id).flatMap { id in scene.outputs.first { $0.id == id } }
    return adoptAbandoned(turns.expire(id, shown: output?.transform, at: now), &scene)
  }

  /// Restores every output except those that keep another program's transform (W-10).
  mutating func restore(_ scene: Scene, at now: Instant) -> [Effect] {
    isRestored = true
    return restore(outputs: scene.outputs, at: now)
  }

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
  /// Whether the hold ends when the display server executes an abandoned request late.
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
  static let within = Duration.seconds(1)
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

/// The requested rotations of all outputs: one at a time for each output, with bounded retries.
///
/// A stalled display server executes requests late, in the order in which they were sent. So a
/// request stays open until it is refused, or until a report shows that it or a later request was
/// executed. While an open request names another transform, an output that shows the desired
/// transform is not yet confirmed.
struct PendingTurns: Sendable, Hashable {
  private var outputs: [OutputTurns] = []
  private var lastID = ChangeID(0)

  /// Returns whether the last requested rotation of an output is neither confirmed nor abandoned;
  /// true also while a refused request waits for its next attempt.
  func isBusy(_ output: OutputID) -> Bool { turns(of: output)?.current != nil }

  /// Returns whether an output shows, or will soon show, a transform that the arbiter requested.
  func hasTurned(_ output: OutputID) -> Bool {
    turns(of: output).map { $0.current != nil || $0.isOurs } ?? false
  }

  mutating func claim(_ output: OutputID) { outputs[index(of: output)].isOurs = true }

  /// Returns whether an output reappeared with the arbiter's transform and has had no request
  /// since.
  func isOnlyClaimed(_ output: OutputID) -> Bool {
    turns(of: output).map { $0.rotation == nil && $0.isOurs } ?? false
  }

  mutating func disclaim(_ output: OutputID) {
    guard let index = outputs.firstIndex(where: { $0.output == output }) else { return }
    outputs[index].isOurs = false
  }

  /// Requests a transform, unless it is already requested or the output shows it and will keep it.
  mutating func request(_ transform: Transform, on output: Output, at now: Instant) -> [Effect] {
    defer { _checkInvariants() }
    return outputs[index(of: output.id)]
      .request(transform, shown: output.transform, at: now, &lastID)
  }

  mutating func remove(_ output: OutputID) -> [Effect] {
    guard let index = outputs.firstIndex(where: { $0.output == output }) else { return [] }
    return outputs.remove(at: index).current.map { [.disarmDeadline(.change($0))] } ?? []
  }

  /// Handles a reported transform; returns `nil` if no rotation is pending and no open request
  /// names the transform.
  mutating func report(_ transform: Transform, on output: OutputID, at now: Instant) -> [Effect]? {
    guard let index = outputs.firstIndex(where: { $0.output == output }) else { return nil }
    defer { _checkInvariants() }
    return outputs[index].report(transform, at: now, &lastID)
  }

  mutating func answer(_ id: ChangeID, _ result: ApplyResult, at now: Instant) -> [Effect] {
    guard let index = outputs.firstIndex(where: { $0.contains(id) }) else { return [] }
    defer { _checkInvariants() }
    return outputs[index].answer(id, result, at: now, &lastID)
  }

  func output(of id: ChangeID) -> OutputID? { outputs.first { $0.current == id }?.output }

  /// Called when a request's deadline has passed: confirms, repeats or abandons the rotation.
  ///
  /// `shown` is the transform that the output shows now. A display server that rotates an output
  /// and back at once reports no change, although it has executed the request.
  mutating func expire(_ id: ChangeID, shown: Transform?, at now: Instant) -> [Effect] {
    guard let index = outputs.firstIndex(where: { $0.current == id }) else { return [] }
    defer { _checkInvariants() }
    return outputs[index].expire(shown: shown, at: now, &lastID)
  }

  func _checkInvariants() {
    assert(Set(outputs.map { $0.output }).count == outputs.count)
    for output in outputs { output._checkInvariants(lastID) }
  }

  private func turns(of output: OutputID) -> OutputTurns? { outputs.first { $0.output == output } }

  private mutating func index(of output: OutputID) -> Int {
    if let index = outputs.firstIndex(where: { $0.output == output }) { return index }
    outputs.append(OutputTurns(output: output))
    return outputs.count - 1
  }
}

private struct OutputTurns: Sendable, Hashable {
  private static let maximumAttempts = 4
  private static let confirmationTime = Duration.seconds(1)
  private static let retryDelay = Duration.milliseconds(150)
  /// The maximum number of open requests; a further request drops the oldest one, which the display
  /// server is assumed never to execute.
  private static let maximumOpen = 32

  let output: OutputID
  /// Whether the output is known to show a transform that the arbiter requested.
  var isOurs = false
  private(set) var rotation: PendingRotation?

  init(output: OutputID) { self.output = output }

  /// The request whose deadline is running; `nil` if no deadline is running.
  var current: ChangeID? { rotation.flatMap { $0.isUnderWay ? $0.id : nil } }

  /// Returns whether an answer to this request would still have an effect.
  func contains(_ id: ChangeID) -> Bool {
    current == id || rotation?.open.contains { $0.id == id } ?? false
  }

  mutating func request(
    _ transform: Transform, shown: Transform, at now: Instant, _ lastID: inout ChangeID
  ) -> [Effect] {
    guard let rotation else {
      return shown == transform ? [] : send(transform, at: now, &lastID)
    }
    if rotation.isUnderWay {
      guard rotation.transform != transform else { return [] }
      return [.disarmDeadline(.change(rotation.id))] + send(transform, at: now, &lastID)
    }
    guard shown == transform, rotation.allows(only: transform) else {
      return send(transform, at: now, &lastID)
    }
    self.rotation?.transform = transform
    self.rotation?.phase = .confirmed
    return []
  }

  mutating func report(
    _ transform: Transform, at now: Instant, _ lastID: inout ChangeID
  ) -> [Effect]? {
    guard var rotation else { return nil }
    let isExplained = rotation.open.contains { $0.transform == transform }
    guard rotation.isUnderWay || isExplained else { return nil }
    if rotation.closeRequests(explaining: transform) {
      return self.rotation?.phase == .confirmed && isOurs ? [] : confirm(rotation)
    }
    self.rotation = rotation
    guard !rotation.isUnderWay else {
      // Another program's transform needs no answer: the pending rotation will replace it.
      isOurs = isExplained
      return []
    }
    // The display server responds again, so the last request is repeated.
    isOurs = true
    self.rotation?.phase = .abandoned
    return send(rotation.transform, at: now, &lastID)
  }

  mutating func answer(
    _ id: ChangeID, _ result: ApplyResult, at now: Instant, _ lastID: inout ChangeID
  ) -> [Effect] {
    rotation?.record(result, of: id)
    if let rotation, rotation.isAnsweredLate(by: result, to: id) {
      return send(rotation.transform, at: now, &lastID)
    }
    guard let rotation, rotation.isUnderWay, rotation.id == id else { return [] }
    self.rotation?.lastResult = result
    switch result {
    case .succeeded: return []
    case .unsupported: return abandon()
    case .failed, .cancelled:
      guard rotation.attempts < Self.maximumAttempts else { return abandon() }
      return [
        .disarmDeadline(.change(id)), .armDeadline(.change(id), at: now + Self.retryDelay),
      ]
    }
  }

  mutating func expire(
    shown: Transform?, at now: Instant, _ lastID: inout ChangeID
  ) -> [Effect] {
    guard var rotation, rotation.isUnderWay else { return [] }
    if rotation.transform == shown, rotation.allows(only: rotation.transform) {
      // Reports about executed requests have arrived by now, so these requests explain no further
      // report.
      rotation.open.removeAll { $0.isDone }
      return confirm(rotation)
    }
    guard rotation.attempts < Self.maximumAttempts else { return abandon() }
    return [report(.retried, of: rotation)]
      + send(rotation.transform, attempt: rotation.attempts + 1, at: now, &lastID)
  }

  func _checkInvariants(_ lastID: ChangeID) {
    guard let rotation else { return }
    assert((1...Self.maximumAttempts).contains(rotation.attempts))
    assert(rotation.open.count <= Self.maximumOpen)
    rotation._checkInvariants(lastID)
  }

  private mutating func confirm(_ rotation: PendingRotation) -> [Effect] {
    isOurs = true
    self.rotation = rotation
    self.rotation?.phase = .confirmed
    return [.disarmDeadline(.change(rotation.id)), report(.confirmed, of: rotation)]
  }

  private mutating func abandon() -> [Effect] {
    guard let rotation else { return [] }
    self.rotation?.phase = .abandoned
    let result: OutputReport.Result =
      switch rotation.lastResult {
      case .failed: .refused
      case .cancelled: .cancelled
      case .unsupported: .unsupported
      case .succeeded, nil: .unanswered
      }
    return [.disarmDeadline(.change(rotation.id)), report(result, of: rotation)]
  }

  private func report(_ result: OutputReport.Result, of rotation: PendingRotation) -> Effect {
    .outputReport(
      OutputReport(
        output: output, transform: rotation.transform, result: result,
        attempts: rotation.attempts))
  }

  private mutating func send(
    _ transform: Transform, attempt: Int = 1, at now: Instant, _ lastID: inout ChangeID
  ) -> [Effect] {
    lastID.rawValue &+= 1
    let request = PendingRotation.Request(id: lastID, transform: transform)
    let earlier = (rotation?.open ?? []).suffix(Self.maximumOpen - 1)
    rotation = PendingRotation(
      id: lastID, transform: transform, attempts: attempt, open: earlier + [request])
    return [
      .rotateOutput(output, transform, lastID),
      .armDeadline(.change(lastID), at: now + Self.confirmationTime),
    ]
  }
}

/// A requested transform of an output, with the progress of its requests.
private struct PendingRotation: Sendable, Hashable {
  enum Phase: Sendable, Hashable {
    /// A request was sent. The deadline ends the wait for the display server's report; if the
    /// display server has refused the request, the deadline is the time of the next attempt.
    case underWay
    /// The output shows the transform; an earlier request for another one may still be open.
    case confirmed
    /// The rotation was abandoned and reported; an open request may still be executed.
    case abandoned
  }

  /// A request that the display server may still execute or report.
  struct Request: Sendable, Hashable {
    var id: ChangeID
    var transform: Transform
    /// Whether the display server has reported success for this or a later request; the output's
    /// report may still follow.
    var isDone = false
  }

  var id: ChangeID
  var transform: Transform
  var attempts: Int
  var phase = Phase.underWay
  var lastResult: ApplyResult?
  /// The open requests, oldest first.
  var open: [Request]

  func _checkInvariants(_ lastID: ChangeID) {
    assert(zip(open, open.dropFirst()).allSatisfy { $0.id.rawValue < $1.id.rawValue })
    assert(id.rawValue <= lastID.rawValue && open.allSatisfy { $0.id.rawValue <= id.rawValue })
  }

  var isUnderWay: Bool { phase == .underWay }

  /// Returns whether an answer shows that a display server, which had been silent until the
  /// rotation was abandoned, responds again without having executed the request.
  ///
  /// An answer to the newest request does not count: withdrawing an unsent request also answers
  /// `cancelled`. Earlier unsent requests were replaced before the rotation was abandoned.
  func isAnsweredLate(by result: ApplyResult, to id: ChangeID) -> Bool {
    guard phase == .abandoned, lastResult == nil, id != self.id else { return false }
    return result == .failed || result == .cancelled
  }

  /// Returns whether all open requests, from the last executed one on, name this transform.
  func allows(only transform: Transform) -> Bool {
    open[(open.lastIndex { $0.isDone } ?? 0)...].allSatisfy { $0.transform == transform }
  }

  /// Closes the first open request for a transform, and all earlier ones.
  ///
  /// Returns whether the rotation is complete. Later requests for the same transform stay open,
  /// since they may still be reported.
  mutating func closeRequests(explaining reported: Transform) -> Bool {
    if let first = open.firstIndex(where: { $0.transform == reported }) {
      open.removeFirst(first + 1)
      guard open.allSatisfy({ $0.transform == reported }) else { return false }
    }
    return reported == transform
  }

  mutating func record(_ result: ApplyResult, of id: ChangeID) {
    if let index = open.firstIndex(where: { $0.id == id }) {
      if result == .succeeded {
        for earlier in 0...index { open[earlier].isDone = true }
      } else {
        open.remove(at: index)
      }
    }
    // The output already shows the transform; a report of another transform may still follow.
    if phase == .confirmed { open.removeAll { $0.isDone && $0.transform == transform } }
  }
}

/// The number of a request to rotate an output.
public struct ChangeID: Sendable, Hashable {
  /// The request's number.
  public var rawValue: UInt32

  /// Creates an identifier with a number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// A display server's answer to a request; only a report of the output confirms a rotation.
public enum ApplyResult: String, Sendable, Hashable, CaseIterable {
  /// The display server reports success, which is only a hint: it may come before the rotation or
  /// without one.
  case succeeded
  case failed
  /// The outputs had changed before the request was handled; another attempt may succeed.
  case cancelled
  case unsupported
}
