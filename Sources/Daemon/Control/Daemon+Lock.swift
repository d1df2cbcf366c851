// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Formats
import Orientation

extension Daemon {
  /// Locks rotation as the user wants it, or frees it with nil, and keeps that over restarts.
  func lock(to lock: OrientationLock?) -> ControlReply {
    guard let arbiter, !isEnding else { return Self.notReady }
    for event in arbiter.scene.events(toLock: lock, family: arbiter.rules.family) {
      handle(event)
    }
    userLock = lock
    return done(keepLock())
  }

  /// Locks rotation to what is shown, or frees it.
  func toggleLock() -> ControlReply { lock(to: userLock == nil ? .current : nil) }

  /// Turns the outputs as the user wants it, unless the user's own lock does not allow it.
  func rotate(_ wish: RotationWish) -> ControlReply {
    guard let arbiter, !isEnding else { return Self.notReady }
    guard let output = arbiter.scene.outputs.first(where: \.isManaged) else {
      return .failure(ControlFailure(.notFound, "no output is there that could be turned"))
    }
    let wanted = orientation(wish, on: output)
    let family = arbiter.rules.family
    if let userLock {
      // Only the desktop's rules know a rotation of the user's own, beside the device's.
      let isFree = family == .desktop && userLock.mask(on: output.panel).allows(wanted)
      guard isFree else {
        return .failure(
          ControlFailure(
            .locked,
            "rotation is locked to \(userLock.rawValue); `swivel unlock` frees it, and `swivel lock "
              + "\(wanted.name)` locks it to that"))
      }
    }
    for event in arbiter.scene.events(toRotateTo: wanted, family: family) { handle(event) }
    return done(keepLock())
  }

  /// Locks rotation again as it was when the last run ended.
  func restoreLock() {
    if let problem = lockStore.load() { reporter.note(problem) }
    guard let kept = lockStore.kept, let arbiter else { return }
    let family = arbiter.rules.family
    let events: [Event]
    if kept.lock == .current, let shown = kept.shown, family == .desktop {
      events =
        arbiter.scene.events(toRotateTo: shown, family: family)
        + arbiter.scene.events(toLock: .current, family: family)
    } else {
      let exact = kept.lock == .current ? kept.shown.map { OrientationLock($0) } : nil
      events = arbiter.scene.events(toLock: exact ?? kept.lock, family: family)
    }
    userLock = kept.lock
    reporter.note("rotation is locked to \(kept.lock.rawValue); `swivel unlock` frees it")
    for event in events { handle(event) }
  }

  /// Keeps the lock, and what it means now, for the next run; returns what is in the way.
  @discardableResult
  func keepLock() -> String? {
    let kept = userLock.map { lock in
      LockStore.Lock(lock: lock, shown: lock == .current ? arbiter?.scene.shown : nil)
    }
    let problem = lockStore.keep(kept)
    if let problem { reporter.note(problem) }
    return problem
  }

  private func orientation(_ wish: RotationWish, on output: Output) -> InterfaceOrientation {
    switch wish {
    case .to(let orientation): return orientation
    case .by(let quarters):
      let turns = output.desired.quarterTurns + quarters
      return InterfaceOrientation(
        transform: Transform(flipped: false, quarterTurns: turns), on: output.panel)
    }
  }

  private func done(_ problem: String?) -> ControlReply {
    var members: [JSONValue.Member] = [.init("state", .object(state))]
    if let problem { members.append(.init("warning", .string(problem))) }
    return .result(.object(members))
  }

  private static let notReady = ControlReply.failure(
    ControlFailure(.notReady, "the daemon does not know the session's outputs yet, or ends"))
}
