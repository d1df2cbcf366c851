// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Decisions that were made a short while ago, for runs in which much comes again.
///
/// A decision is a function of the scene, the event and the conflicts that stood, so the same three
/// end the same way. There are 512 places; one that is wanted twice holds the later.
public struct DecisionCache: Sendable {
  /// One decision and all that it depended on.
  final class Entry: Sendable {
    let event: Event
    let before: Scene
    let conflictsBefore: [Conflict]
    let after: Scene
    /// Its step, and since when conflicts stand, are those of the first time.
    let summary: DecisionSummary

    init(
      _ event: Event, before: Scene, conflictsBefore: [Conflict], after: Scene,
      _ summary: DecisionSummary
    ) {
      self.event = event
      self.before = before
      self.conflictsBefore = conflictsBefore
      self.after = after
      self.summary = summary
    }

    fileprivate func isOf(_ event: Event, _ scene: Scene, _ conflicts: [Conflict]) -> Bool {
      self.event == event && conflictsBefore.count == conflicts.count
        && zip(conflictsBefore, conflicts).allSatisfy {
          $0.kind == $1.kind && $0.culprits == $1.culprits
        } && before == scene
    }
  }

  private static let places = 512
  private var entries: [Entry?] = []
  private var interventions: [Intervention] = []

  /// Knows nothing.
  public init() {}

  /// Forgets what was decided while other answers were given instead of the scene's own.
  mutating func keep(to interventions: [Intervention]) {
    guard self.interventions != interventions else { return }
    self = DecisionCache()
    self.interventions = interventions
  }

  /// What was decided in the same case; nil when it is not known.
  func entry(of event: Event, in scene: Scene, conflicts: [Conflict]) -> Entry? {
    if entries.isEmpty { return nil }
    let entry = entries[Self.place(of: event, in: scene)]
    return entry?.isOf(event, scene, conflicts) == true ? entry : nil
  }

  /// Keeps a decision for the next time, in place of another one if need be.
  mutating func keep(_ entry: Entry) {
    if entries.isEmpty { entries = [Entry?](repeating: nil, count: Self.places) }
    entries[Self.place(of: entry.event, in: entry.before)] = entry
  }

  // From what most often differs; the rest is left to the comparison.
  private static func place(of event: Event, in scene: Scene) -> Int {
    var hash = FNV1a()
    func mix(_ value: Int) { hash.add(word: UInt64(truncatingIfNeeded: value)) }
    switch event {
    case .device(.turned(let orientation)): mix(Int(orientation.rawValue))
    case .window(let id, let change):
      mix(Int(id.rawValue) + 16)
      switch change {
      case .show: mix(1)
      case .hide: mix(2)
      case .makeKey: mix(3)
      default: break
      }
    default: break
    }
    mix(Int(scene.device.orientation.rawValue))
    mix(Int(scene.device.felt.rawValue))
    mix(Int(scene.statusBar.orientation.rawValue))
    mix(Int(scene.keyWindow?.rawValue ?? -1))
    for index in scene.windows.indices {
      mix(Int(scene.windows[index].id.rawValue))
      mix(Int(scene.windows[index].orientation.rawValue) << 1)
      mix(scene.windows[index].isHidden ? 1 : 0)
    }
    for index in scene.outputs.indices { mix(Int(scene.outputs[index].transform.rawValue)) }
    return Int(truncatingIfNeeded: (hash.value ^ hash.value >> 32) % UInt64(places))
  }
}
