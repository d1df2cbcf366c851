// SPDX-License-Identifier: Apache-2.0
import Arbitration

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

  /// Creates the violation at the end of a path, which the device events `tail` make visible.
  init(after path: [PathStep], in model: CheckModel, tail: [CheckEvent], page: Int? = nil) {
    self.path = path
    self.tail = tail.count
    self.page = page
    var state = path.last?.next ?? model.initial
    for event in tail {
      state = model.kernel.deviceStep(event, state).next
      self.path.append(PathStep(event: event, next: state))
    }
  }
}

/// The windows that were the page, and in which orientations.
struct MetPages {
  private let model: CheckModel
  private let canonicalForm: CanonicalForm?
  /// For each orientation (raw value minus 1), the windows that had it while they were the page, as
  /// bits.
  var windows: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var accepted: [UInt8?]

  /// Creates an empty set; with a canonical form, a window counts for all
  /// interchangeable ones.
  init(_ model: CheckModel, _ canonicalForm: CanonicalForm? = nil) {
    self.model = model
    self.canonicalForm = canonicalForm
    accepted = Array(repeating: nil, count: model.ids.count)
  }

  /// Returns whether a window was the page in an orientation, given as raw value minus 1.
  func contains(_ window: Int, in orientation: Int) -> Bool {
    let alike = (canonicalForm?.alike(window) ?? [window]).reduce(0) { $0 | PackedState.bit($1) }
    return [windows.0, windows.1, windows.2, windows.3][orientation] & alike != 0
  }

  /// Returns whether a window was the page.
  func contains(_ window: Int) -> Bool { (0..<4).contains { contains(window, in: $0) } }

  /// Returns the orientations that a window accepts as the page, one bit each; none if its output does not
  /// rotate.
  ///
  /// The answer can depend on the device and on other windows: the window is asked as the key window
  /// of the initial state, with all windows shown.
  mutating func accepts(_ window: Int) -> UInt8 {
    if let known = accepted[window] { return known }
    if model.elsewhere & PackedState.bit(window) != 0 { return 0 }
    var state = model.initial
    (state.present, state.hidden, state.key) = (model.all, 0, window)
    let scene = model[sceneOf: state]
    let mask = (0..<4).reduce(into: UInt8(0)) { mask, orientation in
      let value = CheckModel.orientation(orientation)
      if model.rules.pageAccepts(value, in: scene, answers: Answers()) == true {
        mask |= 1 << UInt8(orientation)
      }
    }
    accepted[window] = mask
    return mask
  }
}
