// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What windows contribute, kept from one part of the search to the next.
struct ContributionCache {
  /// All that the contribution of a window depends on.
  struct Key: Hashable {
    let window: WindowID
    let triggers: UInt16
    let role: ContributionSum.Role
    /// What it answers.
    var choice: UInt8 = 0
    /// Where the bar can stand before; a bit for each raw value.
    var bars: UInt8 = 0
    /// What those have been settled to answer whom it asks, and all settings.
    var context = PartyChoices()

    init(window: WindowID, triggers: UInt16, role: ContributionSum.Role) {
      self.window = window
      self.triggers = triggers
      self.role = role
    }

    // What differs most; the rest is left to the comparison.
    func hash(into hasher: inout Hasher) {
      hasher.combine(
        UInt64(UInt32(bitPattern: window.rawValue)) << 32 | UInt64(choice) << 24
          ^ context.mixed ^ UInt64(bars) << 4)
    }
  }

  /// A window with its own answer, or with another choice of its menu.
  struct Place: Hashable {
    var window: WindowID
    var choice: UInt8?
  }

  /// Whom a window asks as long as those answer as they did who matter to that.
  private struct Targets {
    let asked: PartySet
    let changes: PartyChoices
    let members: PartySet
  }

  /// How many contributions were found out.
  private(set) var evaluations = 0
  private var triggers: [[DecisionTrigger]] = []
  private var known: [Key: ContributionSum.Effects] = [:]
  private var windows: [Place: Window] = [:]
  private var targets: [Place: [Targets]] = [:]

  init() {
    // What eight windows need; growing step by step would move everything several times.
    known.reserveCapacity(100)
    windows.reserveCapacity(100)
  }

  /// Whether everything that was asked for has a number of its own.
  var isWithinBounds: Bool {
    triggers.count < Int(UInt16.max)
  }

  /// The number of a list of triggers.
  mutating func number(of list: [DecisionTrigger]) -> UInt16 {
    if let index = triggers.firstIndex(of: list) { return UInt16(clamping: index) }
    triggers.append(list)
    return UInt16(clamping: triggers.count - 1)
  }

  /// What a window adds; nil while that has not been found out.
  subscript(key: Key) -> ContributionSum.Effects? {
    get { known[key] }
    set { known[key] = newValue }
  }

  /// What a window adds in a scene, wherever the bar can stand; it is asked no more often than that
  /// matters.
  mutating func effects(
    of window: WindowID, in scene: inout Scene, _ prepared: PreparedCounterfactual,
    _ role: ContributionSum.Role, _ bars: [InterfaceOrientation]
  ) -> ContributionSum.Effects {
    var independent: Contribution?
    return ContributionSum.Effects(role, bars: bars) { bar in
      if let independent { return independent }
      evaluations += 1
      scene.statusBar.orientation = bar
      let contribution = prepared.contribution(of: window, in: scene)
      if contribution.isBarIndependent { independent = contribution }
      return contribution
    }
  }

  /// Whom a window asks; nil while that has not been found out.
  func asked(_ place: Place, _ changes: PartyChoices) -> PartySet? {
    targets[place]?.first { $0.changes == changes.restricted(to: $0.members) }?.asked
  }

  /// Notes whom a window asks with some changes, which are the answers of those who matter to that.
  mutating func remember(
    _ asked: PartySet, _ place: Place, _ changes: PartyChoices, _ members: PartySet
  ) {
    targets[place, default: []].append(Targets(asked: asked, changes: changes, members: members))
  }

  /// A window with another answer.
  mutating func amended(_ window: Window, _ choice: UInt8, _ make: () -> Window) -> Window {
    let key = Place(window: window.id, choice: choice)
    if let window = windows[key] { return window }
    let made = make()
    windows[key] = made
    return made
  }
}
