// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Sets of settings of which a part leaves every window the same: no minimal repair has them.
struct SettingsPruning {
  private let idle: Set<PartySet>
  private let hopeless: Set<PartySet>

  /// Compares what all sets of settings leave the windows.
  init(_ search: RepairSearch) {
    let idle = Self.idle(search)
    let all = search.settings
    self.idle = idle
    hopeless = idle.filter { set in
      all.subsets.allSatisfy { !$0.contains(set) || idle.contains($0) }
    }
  }

  /// Whether some settings do together what fewer of them do.
  func isIdle(_ settings: PartySet) -> Bool { idle.contains(settings) }

  /// Whether they still do when any more come to them.
  func isHopeless(_ settings: PartySet) -> Bool {
    !hopeless.isEmpty && hopeless.contains(settings)
  }

  private static func idle(_ search: RepairSearch) -> Set<PartySet> {
    guard let prepared = search.counterfactual.prepared([]) else { return [] }
    // What is felt of an event depends on the lock, which is no matter of masks.
    let lock = search.settings.members.first { search.parties[$0].subject == .lock }
    let settings = search.settings.members.filter { $0 != lock }
    guard !settings.isEmpty else { return [] }
    var known: [(set: PartySet, allowances: [OrientationMask])] = []
    var idle: Set<PartySet> = []
    let masks = settings.reduce(PartySet()) { $0.inserting($1) }
    for set in masks.subsets {
      guard
        let allowances = prepared.allowances(
          set.members.compactMap { search.intervention($0, 1) })
      else { return [] }
      if known.contains(where: { set.contains($0.set) && $0.allowances == allowances }) {
        idle.insert(set)
        if let lock { idle.insert(set.inserting(lock)) }
      }
      known.append((set, allowances))
    }
    return idle
  }
}
