// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What the windows taken in so far add up to; what is equal here ends alike.
struct ContributionSum: Hashable {
  private(set) var standing: OrientationSummary
  private(set) var allowed = OrientationMask.all
  private(set) var blockers: Contribution.Blockers = []
  /// Whether any window is there.
  private(set) var hasWindow: Bool

  init(bar: InterfaceOrientation, hasWindow: Bool) {
    standing = OrientationSummary(bar: bar)
    self.hasWindow = hasWindow
  }

  /// A number that sums seldom share.
  var mixed: Int {
    let page = UInt64(standing.page?.rawValue ?? 7)
    let packed =
      UInt64(standing.bar.rawValue) | page << 3 | UInt64(standing.shown) << 8
      | UInt64(blockers.rawValue) << 16 | UInt64(hasWindow ? 1 : 0) << 24
      | UInt64(allowed.rawValue) << 32
    return Int(truncatingIfNeeded: packed &* 0xD6E8_FEB8_6659_FD93 >> 32)
  }

  /// Takes in what one window adds.
  mutating func add(_ effect: Effect) {
    standing.bar = effect.bar
    if let page = effect.page { standing.page = page }
    standing.shown |= effect.shown
    allowed.formIntersection(effect.allowed)
    blockers.formUnion(effect.blockers)
    hasWindow = hasWindow || effect.isThere
  }

  /// What one window adds, as far as sums differ by it.
  struct Effect: Hashable {
    fileprivate(set) var bar: InterfaceOrientation
    fileprivate(set) var page: InterfaceOrientation?
    fileprivate(set) var shown: UInt8 = 0
    fileprivate(set) var allowed = OrientationMask.all
    fileprivate(set) var blockers: Contribution.Blockers = []
    /// Whether it is there where it matters that anybody is.
    fileprivate(set) var isThere = false
  }

  /// How the rest of a decision looks at one window.
  struct Role: Hashable {
    var isPage = false
    /// Whether it is in the way of agreement if it differs.
    var isSeen = false
    /// Whether it matters that it is there.
    var isCounted = false
  }

  /// What one window adds for every place where the bar can stand before.
  struct Effects: Hashable {
    private var unknown: Effect?
    private var portrait: Effect?
    private var upsideDown: Effect?
    private var right: Effect?
    private var left: Effect?

    /// A window that is not there.
    init() {
      for bar in InterfaceOrientation.allCases { self[bar] = Effect(bar: bar) }
    }

    /// A window in a role that contributes something for each place of the bar that can be.
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
        effect.isThere = role.isCounted
        self[bar] = effect
      }
    }

    /// Nil for a place where the bar never stands.
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

    /// Where the bar can stand after it.
    var bars: [InterfaceOrientation] {
      [unknown, portrait, upsideDown, right, left].compactMap { $0?.bar }
    }
  }
}
