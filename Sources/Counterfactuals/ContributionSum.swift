// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What the windows taken in so far add up to; what is equal here ends alike.
struct ContributionSum: Equatable {
  var standing: Standing
  var allowed = OrientationMask.all
  var hindrance: Contribution.Hindrance = []
  /// Whether any window is there.
  var hasWindow: Bool
  /// What those answer who are asked by windows still to come.
  var memory = AnswerMemory()

  init(bar: InterfaceOrientation, hasWindow: Bool) {
    standing = Standing(bar: bar)
    self.hasWindow = hasWindow
  }

  /// A number that sums seldom share.
  var mixed: Int {
    let page = UInt64(standing.page?.rawValue ?? 7)
    let packed =
      UInt64(standing.bar.rawValue) | page << 3 | UInt64(standing.shown) << 8
      | UInt64(hindrance.rawValue) << 16 | UInt64(hasWindow ? 1 : 0) << 24
      | UInt64(allowed.rawValue) << 32
    let product = (packed ^ memory.bits &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: product >> 32)
  }

  /// Takes in what one window adds.
  mutating func add(_ effect: Effect) {
    standing.bar = effect.bar
    if let page = effect.page { standing.page = page }
    standing.shown |= effect.shown
    allowed.formIntersection(effect.allowed)
    hindrance.formUnion(effect.hindrance)
    hasWindow = hasWindow || effect.isThere
  }

  /// What one window adds, as far as sums differ by it.
  struct Effect: Hashable {
    var bar: InterfaceOrientation
    var page: InterfaceOrientation?
    var shown: UInt8 = 0
    var allowed = OrientationMask.all
    var hindrance: Contribution.Hindrance = []
    /// Whether it is there where it matters that anybody is.
    var isThere = false

    /// Nothing.
    init(bar: InterfaceOrientation) { self.bar = bar }

    init(
      _ contribution: Contribution, bar: InterfaceOrientation, isPage: Bool, isSeen: Bool
    ) {
      self.bar = contribution.writes ?? bar
      if isPage { page = contribution.own }
      if isSeen { shown = 1 << contribution.own.rawValue }
      allowed = contribution.allowed
      hindrance = contribution.hindrance
    }
  }

  /// What one window adds for every place where the bar can stand before; nil where it never does.
  struct Effects: Hashable {
    private var unknown: Effect?
    private var portrait: Effect?
    private var upsideDown: Effect?
    private var right: Effect?
    private var left: Effect?

    subscript(bar: InterfaceOrientation) -> Effect? {
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
  }
}
