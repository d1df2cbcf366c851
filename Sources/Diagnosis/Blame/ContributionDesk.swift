// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Where contributions of windows are asked for, each only once.
struct ContributionDesk {
  /// All that a contribution hangs on.
  struct Key: Hashable {
    var window: WindowID
    var choice: UInt8
    /// Where the bar stands before; nil where that does not matter.
    var bar: InterfaceOrientation?
    /// Numbers of what there is to decide and, where that matters, of who is there.
    var occasions: UInt16
    var presence: UInt16
    var settings: PartySet
    /// What those answer whom it asks.
    var asked = AnswerMemory()
  }

  /// How many contributions were found out.
  private(set) var evaluations = 0
  private var known: [Key: Contribution] = [:]
  private var occasions: [[Occasion]] = []
  private var presences: [BlameTrial.Assignment: UInt16] = [:]
  private var askings: [Asking: Ways] = [:]
  private var windows: [Asking: Window] = [:]
  private(set) var slots: [Int: Int] = [:]

  /// An answer of a window while the same windows are there.
  struct Asking: Hashable {
    var window: WindowID
    var choice: UInt8
    var presence: UInt16
  }

  /// In which ways those can answer whom an answer asks.
  struct Ways {
    var asked: [[ContributionTable.Answer]]
    /// Whether nobody is asked, settled or not.
    var isAlone: Bool
  }

  /// The number of a list of occasions.
  mutating func number(of list: [Occasion]) -> UInt16 {
    if let index = occasions.firstIndex(of: list) { return UInt16(clamping: index) }
    occasions.append(list)
    return UInt16(clamping: occasions.count - 1)
  }

  /// The number of who is there and how those stand who are heard; never 0.
  mutating func number(of presence: BlameTrial.Assignment) -> UInt16 {
    if let number = presences[presence] { return number }
    let number = UInt16(clamping: presences.count + 1)
    presences[presence] = number
    return number
  }

  /// In which ways those can answer whom an answer asks.
  mutating func ways(
    _ asking: Asking, _ make: (inout ContributionDesk) -> Ways
  ) -> Ways {
    if let known = askings[asking] { return known }
    let made = make(&self)
    askings[asking] = made
    return made
  }

  /// Where the answer of somebody is kept in mind whom others ask.
  mutating func slot(of party: Int) -> Int {
    if let slot = slots[party] { return slot }
    let slot = slots.count
    slots[party] = slot
    return slot
  }

  /// What a window adds where the bar stands as given; it is only asked if that is not known yet.
  mutating func contribution(
    _ key: Key, bar: InterfaceOrientation, _ ask: () -> Contribution
  ) -> Contribution {
    var key = key
    if let contribution = known[key] { return contribution }
    key.bar = bar
    if let contribution = known[key] { return contribution }
    evaluations += 1
    let contribution = ask()
    if contribution.isBlind { key.bar = nil }
    known[key] = contribution
    return contribution
  }

  /// A window with another answer.
  mutating func amended(_ asking: Asking, _ make: () -> Window) -> Window {
    if let window = windows[asking] { return window }
    let made = make()
    windows[asking] = made
    return made
  }
}
