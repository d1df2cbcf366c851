// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The outcome of a search, in the same form for every engine.
struct SearchOutcome {
  /// The engine that searched.
  enum Engine {
    case states(Exploration)
    case nodes(NodeSearch)
  }

  let model: CheckModel
  let bounds: CheckBounds
  let engine: Engine
  /// The strategy that decided the properties.
  var strategy = SearchStrategy.allStates
  /// The number of states reached, the depth, and the memory of the states.
  let progress: CheckProgress
  let transitions: Int
  /// The bound that ended the search; `nil` if there was none.
  let limit: CheckLimit?
  /// The first violation of each violated property.
  let violations: [CheckProperty: Violation]
  /// The outcomes that decisions had.
  let outcomes: OutcomeSet
  let pages: MetPages
  let reductions: [CheckReduction]
  /// A superset of the possible findings, from the projections; `nil` without projections.
  var possible: PossibleFindings?
  /// The lower bounds of the distance to a violation of P4; `nil` without an observation
  /// projection.
  var pattern: PatternDatabase?
  /// Whether the search ended before visiting all states, because all possible findings were met.
  var endsEarly = false

  /// The search by nodes; `nil` if single states were searched.
  var nodes: NodeSearch? { if case .nodes(let search) = engine { search } else { nil } }

  /// The search of single states; `nil` if nodes were searched.
  var states: Exploration? { if case .states(let search) = engine { search } else { nil } }
}

/// An event of a path, and the state after the event.
struct PathStep {
  var event: CheckEvent
  var next: PackedState
}

/// The first violation of a property, as a path from the initial state.
struct Violation {
  /// The path to the violation; its last `tail` events only make the violation of a state visible.
  private(set) var path: [PathStep]
  let tail: Int
  /// The window that must be the page; `nil` if the page does not matter.
  let page: Int?

  /// Creates the violation at the end of a path, which the events `tail` make visible.
  init(after path: [PathStep], in model: CheckModel, tail: [CheckEvent] = [], page: Int? = nil) {
    self.path = path
    self.tail = tail.count
    self.page = page
    var state = path.last?.next ?? model.initial
    for event in tail {
      model.kernel.step(event, state) { state = $1.next }
      self.path.append(PathStep(event: event, next: state))
    }
  }
}

/// The windows that were the page, and in which orientations.
struct MetPages {
  private let model: CheckModel
  private let symmetry: WindowSymmetry?
  /// For each orientation (raw value minus 1), the windows that had it while they were the page, as
  /// bits.
  var windows: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// For each window that was the page, one state in which it was.
  var states: [Int: PackedState] = [:]
  private var accepted: [UInt8?]

  /// Creates an empty set; with a symmetry, a window counts for all interchangeable ones.
  init(_ model: CheckModel, _ symmetry: WindowSymmetry? = nil) {
    self.model = model
    self.symmetry = symmetry
    accepted = Array(repeating: nil, count: model.ids.count)
  }

  /// Returns whether a window was the page in an orientation, given as raw value minus 1.
  func contains(_ window: Int, in orientation: Int) -> Bool {
    let alike = (symmetry?.alike(window) ?? [window]).reduce(0) { $0 | PackedState.bit($1) }
    return [windows.0, windows.1, windows.2, windows.3][orientation] & alike != 0
  }

  /// Returns the orientations that a window accepts as the page, one bit each.
  ///
  /// Returns `nil` if the window was never the page.
  mutating func accepts(_ window: Int) -> UInt8? {
    if let known = accepted[window] { return known }
    guard let state = state(window) else { return nil }
    let scene = model.scene(state)
    let mask = (0..<4).reduce(into: UInt8(0)) { mask, orientation in
      let value = CheckModel.orientation(orientation)
      if model.rules.pageAccepts(value, in: scene, answers: Answers()) == true {
        mask |= 1 << UInt8(orientation)
      }
    }
    accepted[window] = mask
    return mask
  }

  /// Returns a state in which a window is page and key.
  ///
  /// The state is that of an interchangeable window, with the two windows exchanged, if the window
  /// itself was never met as the page.
  private func state(_ window: Int) -> PackedState? {
    for other in symmetry?.alike(window) ?? [window] {
      guard var state = states[other]?.swapped(window, other) else { continue }
      state.key = window
      // If a window passes decisions on to the windows behind it, these have to be present.
      if !model.reads.behind.isEmpty { (state.present, state.hidden) = (model.all, 0) }
      return state
    }
    return nil
  }
}
