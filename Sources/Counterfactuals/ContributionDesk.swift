// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Where it is kept what windows contribute.
struct ContributionDesk {
  /// Whether everything that was asked for has a number of its own, and is no more than is worth it.
  var isWithinBounds: Bool {
    evaluations < ContributionSearch.mostContributions && presences.count < Int(UInt16.max)
      && occasions.count < Int(UInt16.max)
  }

  /// How many contributions were found out.
  private(set) var evaluations = 0
  private var occasions: [[Occasion]] = []
  private var presences: [BlameTrial.Assignment: UInt16] = [:]
  private var askings: [Asking: Ways] = [:]
  private var windows: [Asking: Window] = [:]
  private var places: [PlaceKey: ContributionTable.Place] = [:]
  private(set) var slots: [Int: Int] = [:]

  init() {
    // What eight windows need; growing step by step would move everything several times.
    askings.reserveCapacity(100)
    windows.reserveCapacity(100)
    places.reserveCapacity(100)
  }

  /// All that the answers of one window together hang on.
  struct PlaceKey: Hashable {
    var window: WindowID
    /// What it has been settled to answer, or that it is open.
    var choice: UInt8
    var occasions: UInt16
    /// The number of who is there; 0 where that does not matter.
    var presence: UInt16
    var settings: PartySet
    /// Where the bar can stand before; a bit for each raw value.
    var bars: UInt8
    /// Whether it is the page, whether it is seen, whether it counts that it is there.
    var isPage: Bool
    var isSeen: Bool
    var isCounted: Bool

    // What differs most; the rest is left to the comparison.
    func hash(into hasher: inout Hasher) {
      hasher.combine(
        UInt64(UInt32(bitPattern: window.rawValue)) << 32 | UInt64(choice) << 24
          | UInt64(presence) << 8 ^ settings.bits ^ UInt64(bars) << 4)
    }
  }

  /// An answer of a window while the same windows are there.
  struct Asking: Hashable {
    var window: WindowID
    var choice: UInt8
    var presence: UInt16

    func hash(into hasher: inout Hasher) {
      hasher.combine(
        UInt64(UInt32(bitPattern: window.rawValue)) << 24 | UInt64(choice) << 16
          | UInt64(presence))
    }
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

  /// Everything that a window can add; it is only put together if that is not known yet.
  ///
  /// `make` also says whether nobody is asked, so that it is the same whoever is there.
  mutating func place(
    _ key: PlaceKey,
    _ make: (inout ContributionDesk) -> (place: ContributionTable.Place, isAlone: Bool)
  ) -> ContributionTable.Place {
    var alone = key
    alone.presence = 0
    if let place = places[alone] ?? places[key] { return place }
    let made = make(&self)
    places[made.isAlone ? alone : key] = made.place
    return made.place
  }

  /// What a window adds wherever the bar can stand; it is asked no more often than that matters.
  mutating func contributions(
    _ bars: [InterfaceOrientation], _ ask: (InterfaceOrientation) -> Contribution
  ) -> [Contribution] {
    var found: [Contribution] = []
    for bar in bars {
      if let first = found.first, first.isBlind {
        found.append(first)
      } else {
        evaluations += 1
        found.append(ask(bar))
      }
    }
    return found
  }

  /// A window with another answer.
  mutating func amended(_ asking: Asking, _ make: () -> Window) -> Window {
    if let window = windows[asking] { return window }
    let made = make()
    windows[asking] = made
    return made
  }
}
