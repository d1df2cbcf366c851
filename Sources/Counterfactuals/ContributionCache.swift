// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What windows contribute, kept from one part of the search to the next.
struct ContributionCache {
  /// All that the contribution of a window depends on.
  struct Key: Hashable {
    var window = WindowID(0)
    /// What it answers.
    var choice: UInt8 = 0
    var triggers: UInt16
    /// The number of who has left and what those answer whom it asks; 0 where that does not matter.
    var context: UInt16 = 0
    var settings: PartySet
    /// Where the bar can stand before; a bit for each raw value.
    var bars: UInt8 = 0
    var role = ContributionSum.Role()

    init(triggers: UInt16, settings: PartySet) {
      self.triggers = triggers
      self.settings = settings
    }

    // What differs most; the rest is left to the comparison.
    func hash(into hasher: inout Hasher) {
      hasher.combine(
        UInt64(UInt32(bitPattern: window.rawValue)) << 32 | UInt64(choice) << 24
          | UInt64(context) << 8 ^ settings.bits ^ UInt64(bars) << 4)
    }
  }

  private struct Amended: Hashable {
    var window: WindowID
    var choice: UInt8
  }

  /// How many contributions were found out.
  private(set) var evaluations = 0
  private var triggers: [[DecisionTrigger]] = []
  private var contexts: [RepairSearch.Assignment: UInt16] = [:]
  private var known: [Key: ContributionSum.Effects] = [:]
  private var windows: [Amended: Window] = [:]

  init() {
    // What eight windows need; growing step by step would move everything several times.
    known.reserveCapacity(100)
    windows.reserveCapacity(100)
  }

  /// Whether everything that was asked for has a number of its own.
  var isWithinBounds: Bool {
    contexts.count < Int(UInt16.max) && triggers.count < Int(UInt16.max)
  }

  /// The number of a list of triggers.
  mutating func number(of list: [DecisionTrigger]) -> UInt16 {
    if let index = triggers.firstIndex(of: list) { return UInt16(clamping: index) }
    triggers.append(list)
    return UInt16(clamping: triggers.count - 1)
  }

  /// The number of what some parties have been settled to answer; never 0.
  mutating func number(of context: RepairSearch.Assignment) -> UInt16 {
    if let number = contexts[context] { return number }
    let number = UInt16(clamping: contexts.count + 1)
    contexts[context] = number
    return number
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

  /// A window with another answer.
  mutating func amended(_ window: Window, _ choice: UInt8, _ make: () -> Window) -> Window {
    let key = Amended(window: window.id, choice: choice)
    if let window = windows[key] { return window }
    let made = make()
    windows[key] = made
    return made
  }
}
