// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The last rotation that the device requested and that was not made, or that a change by the user
/// left to the device and that a window prevented.
public struct MissedTurn: Sendable, Hashable {
  /// The causes of a missed rotation.
  public enum Cause: Sendable, Hashable {
    /// The decision's gates and answers stopped the rotation.
    case decision
    /// The user's lock stopped the rotation; or the lock was set and will stop the next rotations.
    case lock
    /// The display server did not execute the rotation.
    case display(OutputReport)
  }

  /// The decision that missed the rotation or set the lock, the last one that the lock stopped, or
  /// the one after which other windows than before prevented the rotation.
  public let verdict: Verdict
  /// The reason why the rotation did not happen.
  public let cause: Cause
  /// The outputs that did not rotate, in the scene's order; empty for a lock, and for a decision of
  /// a rule set without the scope `output`.
  public let outputs: [BlockedOutput]
  /// Whether a later turn was allowed to rotate, or turned the device back to what the outputs show.
  public fileprivate(set) var isFollowedByRotation = false

  /// Returns those of `outputs` that are managed and whose orientation still differs from the
  /// device's.
  public func blockedOutputs(in scene: Scene) -> [BlockedOutput] {
    outputs.filter { blocked in
      guard let output = scene.outputs.first(where: { $0.id == blocked.output }), output.isManaged
      else { return false }
      return scene.device.interface(on: output.panel).map { $0 != output.orientation } ?? false
    }
  }

  fileprivate func isAllowed(by window: Window) -> Bool {
    let own = outputs.filter { $0.windows.contains(window.id) }
    guard !own.isEmpty, case .declared(let policy)? = window.root?.policy else { return false }
    return policy.autorotate != false
      && own.allSatisfy { policy.supported?.allows($0.requested) ?? true }
  }
}

/// An output that did not rotate, and the windows that prevented the rotation.
public struct BlockedOutput: Sendable, Hashable {
  /// The output.
  public let output: OutputID
  /// The orientation that the device or, in a decision without a turn, the focused window requested
  /// on this output.
  public let requested: InterfaceOrientation
  /// The windows that refused, in creation order; may be empty.
  public let windows: [WindowID]
}

/// The search for the last missed turn in the effects of all decisions.
///
/// The daemon passes effects as they occur, and a reader of a recording passes the replayed ones;
/// the result is the same.
public struct MissedTurnSearch: Sendable {
  /// The number of later decisions after which a missed turn is no longer reported, unless the
  /// user's lock stopped it.
  public static let maximumDecisions = 1_000
  /// The age up to which a missed turn is reported.
  public static let maximumAge = Duration.seconds(3_600)
  /// The time for which a missed turn is reported even if the outputs have followed a later turn.
  public static let recency = Duration.seconds(60)

  private let scope: OrientationScope
  private var missed: MissedTurn?
  /// The decision that set the user's lock, or the last one that the lock stopped; reported instead
  /// of `missed`.
  ///
  /// `nil` without a lock, and under a lock to portrait or landscape unless it stopped the last
  /// turn.
  private var lock: MissedTurn?
  /// The decision about the last turn of the device if it was to rotate an output, which the display
  /// server may still refuse; otherwise `nil`.
  private var rotation: Verdict?
  private var lastStep = 0

  /// Creates a search for a rule set of this scope.
  public init(_ scope: OrientationScope) { self.scope = scope }

  /// Processes the effects of one event.
  public mutating func note(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .report(let verdict): note(verdict)
      case .outputReport(let report): note(report)
      case .ask, .armDeadline, .disarmDeadline, .rotateOutput: break
      }
    }
  }

  /// Returns the missed turn to report: that of the user's lock, at any age, otherwise the last
  /// one; `nil` if there is none or it is too old.
  ///
  /// A new rule of the window that prevented the rotation ends the missed turn if the rule allows
  /// the rotation.
  public func missedTurn(at now: Instant) -> MissedTurn? {
    if let lock { return lock }
    guard let missed, lastStep - missed.verdict.step < Self.maximumDecisions else { return nil }
    let age = now - missed.verdict.at
    return age <= (missed.isFollowedByRotation ? Self.recency : Self.maximumAge) ? missed : nil
  }

  private mutating func note(_ verdict: Verdict) {
    lastStep = verdict.step
    let (before, after) = (verdict.before.device, verdict.after.device)
    if !after.isRotationLocked { lock = nil }
    // The new rule allows the rotation, so it is not missed any more, even if outputs still differ.
    if case .window(let id, .setRoot) = verdict.event, let window = verdict.after.window(id),
      missed?.isAllowed(by: window) == true
    {
      missed = nil
    }
    guard case .device(let event) = verdict.event else { return noteOtherReason(verdict) }
    switch event {
    case .turned where before.orientation != after.orientation && after.orientation.edgeUp != nil:
      noteTurn(verdict)
    case .rotationLock, .setting(.userLock), .setting(.userRotation):
      guard after.isRotationLocked else { return noteOtherReason(verdict) }
      guard !before.isRotationLocked || before.userLock != after.userLock else { return }
      // A lock to portrait or landscape leaves the device a choice (W-13).
      let hasChoice = after.userLock?.isClass == true
      lock = hasChoice ? nil : MissedTurn(verdict: verdict, cause: .lock, outputs: [])
    case .turned, .forced, .generating, .setting: break
    }
  }

  /// Replaces the missed turn if one of its windows no longer prevents the rotation, but others do,
  /// or if further outputs do not follow the device after a change by the user.
  private mutating func noteOtherReason(_ verdict: Verdict) {
    guard scope == .output else { return }
    let missed = missed.flatMap { $0.cause == .decision && !$0.isFollowedByRotation ? $0 : nil }
    let waiting = missed?.blockedOutputs(in: verdict.after).map { $0.output } ?? []
    let behind = verdict.outputsBehindDevice.filter { !$0.windows.isEmpty }
    let known = behind.filter { waiting.contains($0.output) }
    let refusing = known.flatMap { $0.windows }
    let hasChanged =
      !known.isEmpty
      && missed?.outputs.contains { $0.windows.contains { !refusing.contains($0) } } == true
    let isNew = known.count < behind.count && verdict.isChangeByUser
    guard hasChanged || isNew else { return }
    self.missed = MissedTurn(
      verdict: verdict, cause: .decision, outputs: isNew ? behind : known)
  }

  private mutating func noteTurn(_ verdict: Verdict) {
    let blocked = verdict.blockedOutputs(scope)
    // Under a lock to portrait or landscape, a turn may succeed or be refused by a window.
    if verdict.after.device.userLock?.isClass == true { lock = nil }
    if verdict.isLockedOut(scope) {
      lock = MissedTurn(verdict: verdict, cause: .lock, outputs: [])
    } else if !blocked.isEmpty || verdict.failsToRotate {
      missed = MissedTurn(verdict: verdict, cause: .decision, outputs: blocked)
    } else if verdict.outcome == .turned {
      missed?.isFollowedByRotation = true
      rotation = verdict
      return
    } else if missed?.blockedOutputs(in: verdict.after).isEmpty == true,
      verdict.after.device.orientation.interface != nil
    {
      // The device was turned back to what the outputs show.
      missed?.isFollowedByRotation = true
    }
    rotation = nil
  }

  private mutating func note(_ report: OutputReport) {
    switch report.result {
    case .refused, .cancelled, .unanswered, .unsupported: break
    case .confirmed, .retried, .byOther, .overruled, .contested: return
    }
    guard let verdict = rotation,
      let output = verdict.after.outputs.first(where: { $0.id == report.output }),
      let requested = verdict.after.device.interface(on: output.panel),
      requested.transform(on: output.panel) == report.transform
    else { return }
    var blocked = [
      output.id: BlockedOutput(output: output.id, requested: requested, windows: [])
    ]
    // The display server can fail to rotate several outputs of one turn in the same way.
    if let missed, missed.verdict.step == verdict.step, case .display(let earlier) = missed.cause,
      earlier.result == report.result
    {
      for other in missed.outputs { blocked[other.output] = other }
    }
    missed = MissedTurn(
      verdict: verdict, cause: .display(report),
      outputs: verdict.after.outputs.compactMap { blocked[$0.id] })
  }
}

extension Verdict {
  /// Returns the outputs that could have followed a turn of the device and did not or, without a
  /// turn, that a veto stopped, in the scene's order; none for other scopes than `output`.
  public func blockedOutputs(_ scope: OrientationScope) -> [BlockedOutput] {
    guard scope == .output else { return [] }
    return requested != nil ? outputsBehindDevice : vetoedOutputs
  }

  /// The outputs for which a decision had another orientation and whose rotation was vetoed (W-7).
  private var vetoedOutputs: [BlockedOutput] {
    after.outputs.compactMap { output in
      let vetoing = after.windows.filter { window in
        window.isOn(output.id) && isStopped(window.id) { $0.gate == .veto }
      }
      if vetoing.isEmpty { return nil }
      // The target depends on the focused window's answers and the device's orientation, not on the
      // cure.
      var decision = DesktopDecision(
        cure: nil, scene: after, answers: answers, output: output, sink: NullSink())
      guard decision.mayTurn(), let target = decision.target(.reconsider),
        target != output.orientation
      else { return nil }
      return BlockedOutput(
        output: output.id, requested: target, windows: vetoing.map { $0.id })
    }
  }

  private func isStopped(_ id: WindowID, by isGate: (GateRecord) -> Bool) -> Bool {
    gates.contains { $0.window == id && !$0.isPassed && isGate($0) }
  }

  /// The managed outputs whose orientation differs from the device's, though no lock or hold
  /// forbids the rotation, with the windows that refused in this decision.
  fileprivate var outputsBehindDevice: [BlockedOutput] {
    guard error == nil else { return [] }
    let device = after.device
    return after.outputs.compactMap { output in
      guard output.isManaged, output.hold == nil,
        let wanted = device.interface(on: output.panel), wanted != output.orientation,
        device.userLock?.mask(on: output.panel).allows(wanted) ?? true
      else { return nil }
      let refusing = after.windows.filter { $0.isOn(output.id) && refuses($0.id, wanted) }
      return BlockedOutput(output: output.id, requested: wanted, windows: refusing.map { $0.id })
    }
  }

  /// Returns whether a window stopped at a gate other than `takesPart`, or is focused and its mask
  /// lacks the orientation: no gate records the mask of a window that is placed (W-11).
  private func refuses(_ id: WindowID, _ wanted: InterfaceOrientation) -> Bool {
    isStopped(id) { $0.gate != .takesPart }
      || id == after.keyWindow
        && asked.contains { asked in
          guard asked.window == id, case .mask(let mask) = asked.answer else { return false }
          return !mask.allows(wanted)
        }
  }

  fileprivate var isChangeByUser: Bool {
    switch event {
    case .window(_, .setRoot), .device(.rotationLock), .device(.setting(.userLock)),
      .device(.setting(.userRotation)), .output(.rotated):
      true
    default: false
    }
  }

  /// Returns the outcome for all outputs: blocked if one output did not rotate as required, even if
  /// another rotated.
  public func outcome(_ scope: OrientationScope) -> Outcome {
    blockedOutputs(scope).isEmpty ? outcome : .blocked
  }

  fileprivate var failsToRotate: Bool {
    switch outcome {
    case .blocked, .deferred, .refused, .exception: true
    case .split, .turned, .unchanged: false
    }
  }

  fileprivate func isLockedOut(_ scope: OrientationScope) -> Bool {
    guard scope != .window, after.device.isRotationLocked, outcome != .turned,
      gates.contains(where: { $0.gate == .rotationLock && !$0.isPassed })
    else { return false }
    return after.outputs.contains { output in
      output.isManaged
        && after.device.interface(on: output.panel).map { $0 != output.orientation } ?? false
    }
  }
}
