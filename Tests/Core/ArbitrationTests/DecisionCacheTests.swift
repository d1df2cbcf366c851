// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// A remembered decision serves the same scene, event and conflicts only.
@Suite struct DecisionCacheTests {
  private static let scene = Scene(
    windows: [Window(id: WindowID(1), name: "w", root: nil)], key: WindowID(1))
  private static let turn = Event.device(.turned(.landscapeLeft))

  private static func conflict(_ kind: Conflict.Kind, _ window: Int32, since: Int = 0) -> Conflict {
    Conflict(kind: kind, culprits: [.window(WindowID(window))], since: since)
  }

  /// A cache that knows one decision, which was made while these conflicts stood.
  private static func cache(_ conflicts: [Conflict]) -> DecisionCache {
    var cache = DecisionCache()
    let summary = DecisionSummary(
      step: 1, outcome: .turned, after: scene, error: nil, conflicts: conflicts)
    cache.keep(
      DecisionCache.Entry(
        turn, before: scene, conflictsBefore: conflicts, after: scene, summary))
    return cache
  }

  @Test func aConflictOfAnotherKindOrCulpritIsAnotherCase() {
    let cache = Self.cache([Self.conflict(.veto, 1)])
    func isKnown(_ conflicts: [Conflict]) -> Bool {
      cache.entry(of: Self.turn, in: Self.scene, conflicts: conflicts) != nil
    }
    #expect(isKnown([Self.conflict(.veto, 1)]))
    #expect(isKnown([Self.conflict(.veto, 1, since: 9)]), "since when is not part of the case")
    #expect(!isKnown([Self.conflict(.veto, 2)]))
    #expect(!isKnown([Self.conflict(.hijack, 1)]))
    #expect(!isKnown([]) && !isKnown([Self.conflict(.veto, 1), Self.conflict(.veto, 1)]))
  }

  @Test func anotherSceneOrEventIsAnotherCase() {
    let cache = Self.cache([])
    var other = Self.scene
    other.windows[0].isHidden = true
    #expect(cache.entry(of: Self.turn, in: Self.scene, conflicts: []) != nil)
    #expect(cache.entry(of: Self.turn, in: other, conflicts: []) == nil)
    #expect(cache.entry(of: .device(.turned(.portrait)), in: Self.scene, conflicts: []) == nil)
  }
}
