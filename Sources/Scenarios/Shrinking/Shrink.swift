// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// The shortest list of events that still ends in the same symptom, and when that was settled.
public struct Shrink: Sendable {
  /// One event with the number of the decision that it led to.
  public struct Entry: Sendable {
    /// What happens.
    public let event: Event
    /// When it happens.
    public let at: Instant
    /// The number of the decision in the original.
    public let number: Int
  }

  /// What is shown by the last event.
  public let symptom: Symptom
  /// What is left: without any one of these the symptom is not there (1-minimal).
  public let events: [Entry]
  /// How many events there were up to the symptom.
  public let total: Int
  /// How many lists were tried.
  public let tried: Int
  /// The number of the decision after which the next turn, or the last event, had to bring it.
  public let settled: Int
  /// The names of all windows.
  public let names: [WindowID: String]

  /// The windows that the original opens, for files that name one which is left out.
  let opened: [Event]
  let start: Arbiter
  let opening: Event
  let playsLaunch: Bool

  init(
    _ start: Arbiter, opening: Event, playsLaunch: Bool, _ list: [Entry], step: Int,
    symptom: Symptom, names: [WindowID: String]
  ) {
    self.start = start
    self.opening = opening
    self.playsLaunch = playsLaunch
    self.symptom = symptom
    self.names = names
    opened = list.map(\.event).filter { if case .add = $0 { true } else { false } }
    let list = list.filter { $0.number <= step }
    total = list.count
    var begun = InstantDisplay(start)
    let first = begun.play(opening, at: .zero)
    // The way things were set up may be all that it takes.
    if first.contains(where: { Symptom($0) == symptom }) {
      (events, tried, settled) = ([], 0, 0)
      return
    }
    let fixed = playsLaunch ? Array(list.prefix(1)) : []
    let minimal = MinimalList(Array(list.dropFirst(fixed.count))) { rest in
      Self.shows(symptom, fixed + rest, after: begun)
    }
    events = fixed + minimal.elements
    tried = minimal.tried
    settled = Self.settled(symptom, list, after: begun)
  }

  private static func shows(
    _ symptom: Symptom, _ list: [Entry], after begun: InstantDisplay
  ) -> Bool {
    var player = begun
    for (index, entry) in list.enumerated() {
      let verdicts = player.play(entry.event, at: entry.at)
      // A list that shows it before its end is longer than it has to be, but shows it.
      if verdicts.contains(where: { Symptom($0) == symptom }) { return true }
      if index < list.count - 1, verdicts.contains(where: { $0.error?.isException == true }) {
        return false
      }
    }
    return false
  }

  /// The decision after which the trigger brings the symptom, whenever it comes from there on.
  private static func settled(
    _ symptom: Symptom, _ list: [Entry], after begun: InstantDisplay
  ) -> Int {
    guard let last = list.last else { return 0 }
    var triggers = [last.event]
    if case .device(.turned) = last.event {
      triggers = InterfaceOrientation.fallbackOrder.map { .device(.turned($0.device)) }
    }
    func isBound(_ player: InstantDisplay) -> Bool {
      triggers.contains { trigger in
        var player = player
        return player.play(trigger, at: last.at).contains { Symptom($0) == symptom }
      }
    }
    var player = begun
    var since: Int? = isBound(player) ? 0 : nil
    for entry in list.dropLast() {
      _ = player.play(entry.event, at: entry.at)
      if !isBound(player) {
        since = nil
      } else if since == nil {
        since = entry.number
      }
    }
    return since ?? last.number
  }
}
