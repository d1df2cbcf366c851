// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The choices that parties have.
struct PartyMenus {
  private struct Menu {
    var follows: UInt8 = 0
    var leaves: UInt8 = 0
    var all: [UInt8]
    var staying: [UInt8]
    var following: [UInt8]
  }

  private let menus: [Menu]
  private var windows: [(id: WindowID, party: Int)] = []

  init(_ parties: [BlameParty]) {
    menus = parties.map { party in
      let all = (0...party.overrides.count).map { UInt8($0) }
      let follows = party.overrides.firstIndex(of: .follows).map { UInt8($0 + 1) } ?? 0
      let leaves = party.overrides.firstIndex(of: .leaves).map { UInt8($0 + 1) } ?? 0
      return Menu(
        follows: follows, leaves: leaves, all: all,
        staying: all.filter { $0 == 0 || $0 != leaves },
        following: follows == 0 ? [0] : [0, follows])
    }
    for (index, party) in parties.enumerated() {
      if case .party(.window(let id)) = party.subject { windows.append((id, index)) }
    }
  }

  /// The party that a window is.
  func party(_ id: WindowID) -> Int? { windows.first { $0.id == id }?.party }

  /// The choice to follow the page; 0 where there is none.
  func follows(_ party: Int) -> UInt8 { menus[party].follows }

  /// The choice to leave; 0 where there is none.
  func leaves(_ party: Int) -> UInt8 { menus[party].leaves }

  /// Its choices, its own answer first.
  func choices(_ party: Int, _ freedom: Cutset.Freedom) -> [UInt8] {
    switch freedom {
    case .none: [0]
    case .follows: menus[party].following
    case .stays: menus[party].staying
    case .all: menus[party].all
    }
  }

  /// Whoever is settled to leave.
  func leaving(_ changes: PartyChoices) -> PartySet {
    changes.parties.members.reduce(into: PartySet()) { gone, party in
      if changes[party] == menus[party].leaves { gone = gone.inserting(party) }
    }
  }
}
