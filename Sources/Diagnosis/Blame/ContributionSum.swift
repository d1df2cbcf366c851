// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What the windows taken in so far add up to; what is equal here ends alike.
struct ContributionSum: Hashable {
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
