// SPDX-License-Identifier: Apache-2.0
package import Arbitration
import Orientation

/// The combined effect of some windows on a decision: a state of the dynamic programming.
///
/// With equal fixed choices and equal sums of all windows, the decision has the same result.
struct ContributionSum: Hashable {
  private(set) var standing: OrientationSummary
  private(set) var allowed = OrientationMask.all
  private(set) var blockers: Contribution.Blockers = []
  private(set) var hasWindow: Bool

  init(bar: InterfaceOrientation, hasWindow: Bool) {
    standing = OrientationSummary(bar: bar)
    self.hasWindow = hasWindow
  }

  /// A hash of the sum, for the hash table of `ParetoFront`.
  var mixed: Int {
    let page = UInt64(standing.page?.rawValue ?? 7)
    let packed =
      UInt64(standing.bar.rawValue) | page << 3 | UInt64(standing.shown) << 8
      | UInt64(blockers.rawValue) << 16 | UInt64(hasWindow ? 1 : 0) << 24
      | UInt64(allowed.rawValue) << 32
    return Int(truncatingIfNeeded: packed &* 0xD6E8_FEB8_6659_FD93 >> 32)
  }

  mutating func add(_ effect: Effect) {
    standing.bar = effect.bar
    if let page = effect.page { standing.page = page }
    standing.shown |= effect.shown
    allowed.formIntersection(effect.allowed)
    blockers.formUnion(effect.blockers)
    hasWindow = hasWindow || effect.isThere
  }

  struct Effect: Hashable {
    fileprivate(set) var bar: InterfaceOrientation
    fileprivate(set) var page: InterfaceOrientation?
    fileprivate(set) var shown: UInt8 = 0
    fileprivate(set) var allowed = OrientationMask.all
    fileprivate(set) var blockers: Contribution.Blockers = []
    /// Whether the window is present; always false unless the sum has to know (`Role.tellsPresence`).
    fileprivate(set) var isThere = false
  }

  /// The properties of a window, besides its answers, on which its effects depend.
  struct Role: Hashable {
    var isPage = false
    /// Whether the goal `agreement` requires this window to have the status bar's orientation.
    var isSeen = false
    /// Whether this window's presence makes the sum's `hasWindow` true; needed only if no window is
    /// certain to be present.
    var tellsPresence = false
  }

  /// The effects of one window, for each orientation that the status bar can have before the window
  /// decides.
  struct Effects: Hashable {
    private var unknown: Effect?
    private var portrait: Effect?
    private var upsideDown: Effect?
    private var right: Effect?
    private var left: Effect?

    /// Creates the effects of an absent window: the status bar keeps its orientation.
    init() {
      for bar in InterfaceOrientation.allCases { self[bar] = Effect(bar: bar) }
    }

    init(
      _ role: Role, bars: [InterfaceOrientation],
      _ contribution: (InterfaceOrientation) -> Contribution
    ) {
      for bar in bars {
        let contribution = contribution(bar)
        var effect = Effect(bar: contribution.writes ?? bar)
        if role.isPage { effect.page = contribution.own }
        if role.isSeen { effect.shown = 1 << contribution.own.rawValue }
        effect.allowed = contribution.allowed
        effect.blockers = contribution.blockers
        effect.isThere = role.tellsPresence
        self[bar] = effect
      }
    }

    /// The effect of the window for an orientation of the status bar before it decides; `nil` if
    /// the status bar cannot have that orientation.
    private(set) subscript(bar: InterfaceOrientation) -> Effect? {
      get {
        switch bar {
        case .unknown: unknown
        case .portrait: portrait
        case .portraitUpsideDown: upsideDown
        case .landscapeRight: right
        case .landscapeLeft: left
        }
      }
      set {
        switch bar {
        case .unknown: unknown = newValue
        case .portrait: portrait = newValue
        case .portraitUpsideDown: upsideDown = newValue
        case .landscapeRight: right = newValue
        case .landscapeLeft: left = newValue
        }
      }
    }

    /// The orientations that the status bar can have after the window has decided.
    var bars: [InterfaceOrientation] {
      [unknown, portrait, upsideDown, right, left].compactMap { $0?.bar }
    }
  }
}

/// A memo table of the windows' contributions, shared by all cutsets of a search.
struct ContributionCache {
  struct Key: Hashable {
    let window: WindowID
    let triggers: UInt16
    let role: ContributionSum.Role
    var choice: UInt8 = 0
    /// The orientations that the status bar can have before the window decides, one bit for each
    /// raw value.
    var bars: UInt8 = 0
    /// The choices of all settings, of the windows whose answers affect this window's contribution,
    /// and of removed windows if their removal changed which window decides.
    var context = Assignment()

    init(window: WindowID, triggers: UInt16, role: ContributionSum.Role) {
      self.window = window
      self.triggers = triggers
      self.role = role
    }

    // Hashes only the fields that differ most often; equality compares all fields.
    func hash(into hasher: inout Hasher) {
      hasher.combine(
        UInt64(UInt32(bitPattern: window.rawValue)) << 32 | UInt64(choice) << 24
          ^ context.mixed ^ UInt64(bars) << 4)
    }
  }

  /// A window under one of its choices; `choice` is `nil` for the recorded answer.
  struct Place: Hashable {
    var window: WindowID
    var choice: UInt8?
  }

  /// The windows whose answers affect a window's contribution, valid while the parties in `members`
  /// have the choices that `changes` records.
  private struct Targets {
    let asked: PartySet
    let changes: Assignment
    let members: PartySet
  }

  private(set) var evaluations = 0
  private var triggers: [[DecisionTrigger]] = []
  private var known: [Key: ContributionSum.Effects] = [:]
  private var windows: [Place: Window] = [:]
  private var targets: [Place: [Targets]] = [:]

  init() {
    // Most searches need fewer entries than this, so the tables seldom grow.
    known.reserveCapacity(100)
    windows.reserveCapacity(100)
  }

  /// Whether every list of triggers got a 16-bit number of its own.
  var isWithinBounds: Bool {
    triggers.count < Int(UInt16.max)
  }

  mutating func number(of list: [DecisionTrigger]) -> UInt16 {
    if let index = triggers.firstIndex(of: list) { return UInt16(clamping: index) }
    triggers.append(list)
    return UInt16(clamping: triggers.count - 1)
  }

  subscript(key: Key) -> ContributionSum.Effects? {
    get { known[key] }
    set { known[key] = newValue }
  }

  /// Returns the effects of a window in a scene, for each orientation of the status bar in `bars`.
  ///
  /// The contribution behind the effects is computed only once if it does not depend on the status
  /// bar.
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

  /// Returns the windows whose answers affect a window's contribution under an assignment; `nil` if
  /// the table has no entry.
  func asked(_ place: Place, _ changes: Assignment) -> PartySet? {
    targets[place]?.first { $0.changes == changes.restricted(to: $0.members) }?.asked
  }

  mutating func remember(
    _ asked: PartySet, _ place: Place, _ changes: Assignment, _ members: PartySet
  ) {
    targets[place, default: []].append(Targets(asked: asked, changes: changes, members: members))
  }

  mutating func amended(_ window: Window, _ choice: UInt8, _ make: () -> Window) -> Window {
    let key = Place(window: window.id, choice: choice)
    if let window = windows[key] { return window }
    let made = make()
    windows[key] = made
    return made
  }
}

/// The Pareto front of the search: for each sum, the assignments that lead to it and change a
/// minimal set of parties.
struct ParetoFront {
  /// An assignment that leads to a sum: the changed parties, and the index of its last step in
  /// `CutsetSearch.record`.
  struct Way {
    var set: PartySet
    var last: Int32
  }

  /// A sum with its assignments; most sums have only one, which needs no array.
  struct Entry {
    let sum: ContributionSum
    fileprivate(set) var first: Way
    fileprivate(set) var others: [Way] = []
  }

  private(set) var sums: [Entry] = []
  // An open-addressing hash table: each slot has an index into `sums` plus 1, or 0 if free; the
  // size is a power of two.
  private var places: [Int32] = []
  private static let many = 12

  /// Inserts an assignment for a sum, unless an assignment with the same sum changes a subset of
  /// `set`; only if it is inserted, calls `last` once, for the index of its last step.
  mutating func insert(_ set: PartySet, _ sum: ContributionSum, last: () -> Int32) {
    guard let index = place(sum) else {
      sums.append(Entry(sum: sum, first: Way(set: set, last: last())))
      if 2 * sums.count > places.count, sums.count >= Self.many {
        grow()
      } else if !places.isEmpty {
        enter(sums.count - 1)
      }
      return
    }
    sums[index].insert(set, last)
  }

  private func place(_ sum: ContributionSum) -> Int? {
    if places.isEmpty { return sums.firstIndex { $0.sum == sum } }
    var place = sum.mixed & (places.count - 1)
    while places[place] != 0 {
      let index = Int(places[place]) - 1
      if sums[index].sum == sum { return index }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  private mutating func enter(_ index: Int) {
    var place = sums[index].sum.mixed & (places.count - 1)
    while places[place] != 0 { place = (place + 1) & (places.count - 1) }
    places[place] = Int32(index + 1)
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: max(64, 2 * places.count))
    for index in sums.indices { enter(index) }
  }
}

extension ParetoFront.Entry {
  var indices: Range<Int> { 0..<(others.count + 1) }

  subscript(index: Int) -> ParetoFront.Way { index == 0 ? first : others[index - 1] }

  fileprivate mutating func insert(_ set: PartySet, _ last: () -> Int32) {
    if set.contains(first.set) || others.contains(where: { set.contains($0.set) }) { return }
    let way = ParetoFront.Way(set: set, last: last())
    others.removeAll { $0.set.contains(set) }
    if first.set.contains(set) { first = way } else { others.append(way) }
  }
}

/// The orientations of status bar, page and other windows after a decision, which show whether a
/// goal was reached.
package struct OrientationSummary: Hashable {
  var bar: InterfaceOrientation
  var page: InterfaceOrientation?
  /// The orientations of the shown voters, one bit for each raw value; 0 if only the page has to
  /// agree.
  var shown: UInt8 = 0

  init(bar: InterfaceOrientation) { self.bar = bar }

  package init(_ scene: Scene, _ rules: any RuleSet, seesOthers: Bool) {
    bar = scene.statusBar.orientation
    page = scene.pageIndex.map { scene.windows[$0].orientation }
    guard seesOthers else { return }
    for window in scene.windows where !window.isHidden && rules.isVoter(window, in: scene) {
      insert(window.orientation)
    }
  }

  mutating func insert(_ orientation: InterfaceOrientation) { shown |= 1 << orientation.rawValue }

  /// Whether status bar, page and the windows in `shown` have the same orientation; true without a
  /// page.
  package var agrees: Bool {
    guard let page else { return true }
    return page == bar && shown & ~(1 << page.rawValue) == 0
  }
}
