// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Explanation
import Formats
import Orientation
import Text

enum UserRequest {
  case lock(OrientationLock)
  /// Locks rotation to the transform with which an edge of the first managed output is up.
  case lockToEdge(PanelEdge)
  case unlock
  /// Locks rotation to the shown orientation, or unlocks it if it is locked.
  case toggleLock
  /// Rotates the named output; `nil` is each managed one.
  case rotate(RotationWish, output: String? = nil)
}

/// The user's lock and requested rotations, and the file that keeps the lock over restarts.
final class LockController {
  struct Change {
    let events: [Event]
    let lock: OrientationLock?
  }

  private(set) var lock: OrientationLock?
  private var store: LockStore
  private let note: (String) -> Void
  /// Called when the lock has changed or was restored; `nil` is unlocked.
  var onChange: (OrientationLock?) -> Void = { _ in }

  init(_ store: LockStore, note: @escaping (String) -> Void) {
    self.store = store
    self.note = note
  }

  /// Returns a request's events and the resulting lock; throws if the request cannot be executed or
  /// the present lock forbids it.
  func change(_ request: UserRequest, in arbiter: Arbiter) throws(ControlFailure) -> Change {
    switch request {
    case .lock(let lock): change(to: lock, in: arbiter)
    case .lockToEdge(let edge): change(to: try lock(to: edge, in: arbiter), in: arbiter)
    case .unlock: change(to: nil, in: arbiter)
    case .toggleLock: change(to: lock == nil ? .current : nil, in: arbiter)
    case .rotate(let wish, let output): try rotate(wish, output: output, in: arbiter)
    }
  }

  private func change(to lock: OrientationLock?, in arbiter: Arbiter) -> Change {
    Change(events: arbiter.rules.events(toLock: lock, in: arbiter.scene), lock: lock)
  }

  private func lock(
    to edge: PanelEdge, in arbiter: Arbiter
  ) throws(ControlFailure) -> OrientationLock {
    guard let output = arbiter.scene.outputs.first(where: \.isManaged) else {
      throw ControlFailure(.notFound, ControlPhrase.noOutput())
    }
    return OrientationLock(InterfaceOrientation(transform: edge.transform, on: output.panel))
  }

  /// Returns the managed outputs, perhaps none, or the one of that name.
  ///
  /// Throws, given a name, if no managed output has it, or if the rule set rotates all outputs
  /// together.
  private static func outputs(
    named name: String?, in arbiter: Arbiter
  ) throws(ControlFailure) -> [Output] {
    let managed = arbiter.scene.outputs.filter(\.isManaged)
    guard let name else { return managed }
    guard arbiter.rules.scope == .output else {
      throw ControlFailure(.badRequest, ControlPhrase.together(arbiter.rules.id))
    }
    let quoted = UntrustedText(name).quoted
    guard let output = arbiter.scene.outputs.first(where: { $0.name == name }) else {
      let names = UntrustedText.list(arbiter.scene.outputs.map(\.name))
      throw ControlFailure(.notFound, ControlPhrase.unknownOutput(quoted, names))
    }
    guard output.isManaged else {
      let match = "{match: \(UntrustedText(name).name()), policy: auto}"
      throw ControlFailure(.notFound, ControlPhrase.unmanaged(quoted, match, "{fixed: 90}"))
    }
    return [output]
  }

  private func rotate(
    _ wish: RotationWish, output name: String?, in arbiter: Arbiter
  ) throws(ControlFailure) -> Change {
    let outputs = try Self.outputs(named: name, in: arbiter)
    guard let output = outputs.first else {
      throw ControlFailure(.notFound, ControlPhrase.noOutput())
    }
    let wanted = Self.orientation(wish, on: output)
    if let lock {
      // Only rule sets of scope `output` store the user's rotations separately from the device's
      // (W-14).
      let isFree =
        arbiter.rules.scope == .output
        && outputs.allSatisfy { lock.mask(on: $0.panel).allows(Self.orientation(wish, on: $0)) }
      guard isFree else {
        let words = Self.words(lock, output.orientation, on: output)
        let edge = wanted.transform(on: output.panel).flatMap { PanelEdge(transform: $0) }
        throw ControlFailure(
          .locked, ControlPhrase.locked(words, edge?.proxyName ?? wanted.name))
      }
    }
    let each = outputs.map { Self.orientation(wish, on: $0) }
    // One output, or outputs that get different orientations, need an event for each output.
    if arbiter.rules.scope == .output, name != nil || each.contains(where: { $0 != wanted }) {
      let events = zip(outputs, each).map { Event.output(.rotated($0.id, $1)) }
      return Change(events: events, lock: lock)
    }
    return Change(events: arbiter.rules.events(rotatingTo: wanted, in: arbiter.scene), lock: lock)
  }

  /// Applies a request's change and saves the lock; returns the problem if it cannot be saved.
  ///
  /// `decide` handles the events and returns the scene after them.
  func apply(_ change: Change, decide: ([Event]) -> Scene?) -> Message? {
    let isChanged = change.lock != lock
    // The lock is set first, since clients receive the state with each change that events cause.
    lock = change.lock
    let problem = keep(decide(change.events))
    if isChanged { onChange(lock) }
    return problem
  }

  /// Called when an output may have rotated; saves the shown orientation if rotation is locked to
  /// the current one.
  func outputChanged(in scene: Scene?) {
    if lock == .current { _ = keep(scene) }
  }

  /// Restores the lock of the previous run; returns the events for the arbiter.
  func restore(in arbiter: Arbiter) -> [Event] {
    if let problem = store.load() { note(problem.english) }
    guard let kept = store.kept else { return [] }
    lock = kept.lock
    let output = arbiter.scene.outputs.first(where: \.isManaged)
    let words =
      output.map { Self.words(kept.lock, kept.common, on: $0) } ?? Message(kept.lock.rawValue)
    note(ControlPhrase.isLocked(words).english)
    onChange(kept.lock)
    if kept.lock == .current, let shown = kept.shown, arbiter.rules.scope == .output {
      let own = arbiter.scene.outputs.filter(\.isManaged).compactMap { output in
        kept.outputs.first { $0.name == output.name }.map {
          Event.output(.rotated(output.id, $0.shown))
        }
      }
      // The lock comes first, so that the rotation is explained as one that the lock keeps.
      return arbiter.rules.events(toLock: .current, in: arbiter.scene)
        + (own.isEmpty ? arbiter.rules.events(rotatingTo: shown, in: arbiter.scene) : own)
    }
    let exact = kept.lock == .current ? kept.shown.map { OrientationLock($0) } : nil
    return arbiter.rules.events(toLock: exact ?? kept.lock, in: arbiter.scene)
  }

  private static func words(
    _ lock: OrientationLock, _ shown: InterfaceOrientation?, on output: Output
  ) -> Message {
    Message { Vocabulary(on: output.panel, $0).lock(lock, shown: shown) }
  }

  private func keep(_ scene: Scene?) -> Message? {
    let kept = lock.map { lock in
      let scene = lock == .current ? scene : nil
      let outputs = scene?.outputs.filter(\.isManaged) ?? []
      return LockStore.Lock(
        lock: lock, shown: scene?.shown,
        outputs: outputs.map { .init(name: $0.name, shown: $0.orientation) })
    }
    let problem = store.keep(kept)
    if let problem { note(problem.english) }
    return problem
  }

  private static func orientation(_ wish: RotationWish, on output: Output) -> InterfaceOrientation {
    switch wish {
    case .to(let orientation): return orientation
    case .natural: return InterfaceOrientation(transform: .normal, on: output.panel)
    case .edge(let edge): return InterfaceOrientation(transform: edge.transform, on: output.panel)
    case .by(let quarters):
      let turns = output.desired.quarterTurns + quarters
      return InterfaceOrientation(
        transform: Transform(flipped: false, quarterTurns: turns), on: output.panel)
    }
  }
}

/// The file that keeps the user's lock from one run to the next.
struct LockStore {
  struct Lock: Equatable {
    struct Output: Equatable {
      var name: String
      var shown: InterfaceOrientation
    }

    var lock: OrientationLock
    /// The orientation that a lock to the current one keeps on the first managed output; `nil` if
    /// unknown, or for other locks.
    var shown: InterfaceOrientation?
    /// The orientation that such a lock keeps on each managed output; empty if unknown.
    var outputs: [Output] = []

    /// The orientation that all outputs keep; `nil` if they differ or it is unknown.
    var common: InterfaceOrientation? { outputs.allSatisfy { $0.shown == shown } ? shown : nil }
  }

  /// The lock that was last read or passed to `keep`; `nil` for none.
  private(set) var kept: Lock?
  private let file: StateFile

  init(environment: (String) -> String?, files: any StateFiles) {
    file = StateFile("lock.json", environment: environment, files: files)
  }

  /// Reads the file; returns the problem of an unusable file, which counts as unlocked.
  mutating func load() -> Message? {
    do throws(InputError) {
      guard let json = try file.read(), json["lock"]?.isNull != true else { return nil }
      guard let lock = json["lock"]?.string.flatMap({ OrientationLock(word: $0) }) else {
        return ControlPhrase.unknownLock(file.path ?? "")
      }
      let shown = json["shown"]?.string.flatMap { InterfaceOrientation(name: $0) }
      let outputs = (json["outputs"]?.object ?? []).compactMap { member in
        member.value.string.flatMap { InterfaceOrientation(name: $0) }
          .map { Lock.Output(name: member.name, shown: $0) }
      }
      kept = Lock(
        lock: lock, shown: shown == .unknown ? nil : shown,
        outputs: outputs.filter { $0.shown != .unknown })
      return nil
    } catch {
      return ControlPhrase.brokenLock(error.message)
    }
  }

  /// Writes the file if the lock has changed; returns the problem if writing fails.
  mutating func keep(_ lock: Lock?) -> Message? {
    guard lock != kept else { return nil }
    kept = lock
    let problem = file.write([
      .init("lock", lock.map { .string($0.lock.rawValue) } ?? .null),
      .init("shown", lock?.shown.map { .string($0.name) } ?? .null),
      .init(
        "outputs",
        .object((lock?.outputs ?? []).map { .init($0.name, .string($0.shown.name)) })),
    ])
    return problem.map { ControlPhrase.unsavedLock($0) }
  }
}
