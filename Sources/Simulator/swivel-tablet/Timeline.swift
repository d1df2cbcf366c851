// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Glibc
import Orientation

/// The timeline as a value: a mark for each decision and for each event of the story that was not
/// played yet, as far as there is space.
struct TimelineModel: Equatable {
  enum Kind: Equatable {
    /// The decision changed nothing.
    case quiet
    case turned
    /// The decision blocked or deferred a rotation, or refused one without a conflict.
    case stopped
    /// The decision led to a split or an exception, or had a conflict without blocking or deferring
    /// a rotation.
    case fault
    /// The event of the story has not been played.
    case coming

    init(_ verdict: Verdict) {
      switch verdict.outcome {
      case .blocked, .deferred: self = .stopped
      case _ where !verdict.conflicts.isEmpty: self = .fault
      case .split, .exception: self = .fault
      case .refused: self = .stopped
      case .turned: self = .turned
      case .unchanged: self = .quiet
      }
    }
  }

  struct Mark: Equatable {
    var kind: Kind
    /// The distance from the left end, in logical pixels.
    var x: Double
    /// The number of the decision; nil for an event that has not been played.
    var decision: Int?
  }

  private static let (mostSpace, leastSpace) = (24.0, 7.0)

  private(set) var marks: [Mark] = []
  /// The index of the mark of the shown decision; nil if there is none.
  private(set) var current: Int?

  /// Creates a timeline of decisions, whose numbers are the indices of `kinds`.
  ///
  /// `shown` is nil for the latest decision, `coming` the number of events that have not been
  /// played, `width` in logical pixels. If there is no space for all marks, those around the shown
  /// one are kept.
  init(_ kinds: ArraySlice<Kind>, shown: Int?, coming: Int, width: Double) {
    var all = kinds.indices.map { Mark(kind: kinds[$0], x: 0, decision: $0) }
    let here = shown.map { $0 - kinds.startIndex } ?? all.count - 1
    all += (0..<coming).map { _ in Mark(kind: .coming, x: 0) }
    let room = max(1, Int((width - 16) / Self.leastSpace) + 1)
    let first = max(0, min(here - room / 2, all.count - room))
    marks = Array(all.dropFirst(first).prefix(room))
    let space = min(Self.mostSpace, (width - 16) / Double(max(1, marks.count - 1)))
    for index in marks.indices { marks[index].x = 8 + Double(index) * space }
    current = marks.indices.contains(here - first) && !kinds.isEmpty ? here - first : nil
  }

  /// Returns the decision nearest to a distance from the left end; nil if no decision has a mark.
  func decision(at x: Double) -> Int? {
    marks.filter { $0.decision != nil }.min { abs($0.x - x) < abs($1.x - x) }?.decision
  }
}

/// The state machine of playing: whether the timeline plays, and its next step; the caller has the
/// clock.
struct Playback: Equatable {
  enum Move: Equatable {
    case show(Int)
    case now
    case event
  }

  struct Place: Equatable {
    /// The decision that is shown; nil for the latest.
    var shown: Int?
    var decisions: Range<Int>
    /// The number of events of the story that have not been played.
    var coming: Int
  }

  /// The time between two steps while playing.
  static let pace = Duration.milliseconds(1500)

  private(set) var isPlaying = false

  /// Starts or pauses; at the end, starts again from the beginning of the history.
  ///
  /// Returns the step to take at once, if any.
  mutating func toggle(at place: Place) -> Move? {
    guard !isPlaying else {
      isPlaying = false
      return nil
    }
    isPlaying = place.coming > 0 || place.decisions.count > 1
    guard isPlaying else { return nil }
    return Self.forth(from: place) ?? .show(place.decisions.lowerBound)
  }

  /// Called `pace` after the last step; returns the next step, or nil while paused and at the end,
  /// where it pauses.
  mutating func advance(from place: Place) -> Move? {
    guard isPlaying else { return nil }
    let move = Self.forth(from: place)
    isPlaying = move != nil
    return move
  }

  mutating func pause() { isPlaying = false }

  /// Returns the step to the next decision or, after the latest one, to the next event; nil at the
  /// end.
  static func forth(from place: Place) -> Move? {
    guard let shown = place.shown else { return place.coming > 0 ? .event : nil }
    return shown + 2 < place.decisions.upperBound ? .show(shown + 1) : .now
  }
}

/// The scenario that swivel-scene plays, one event for each line that it reads from standard input.
final class Story {
  let title: String
  let events: [String]
  /// The number of the first decision of each played event; 0 for those before the last change of
  /// rules.
  private(set) var starts: [Int] = []
  private let input: Int32

  /// Creates a story; lines are written to the descriptor `input`, which is closed at the end.
  init(title: String, events: [String], input: Int32) {
    (self.title, self.events, self.input) = (title, events, input)
  }

  deinit { close(input) }

  /// Returns the text of an event in a file, without the braces of YAML's flow style.
  static func words(_ flow: String) -> String {
    flow.hasPrefix("{") && flow.hasSuffix("}") ? String(flow.dropFirst().dropLast()) : flow
  }

  var coming: Int { events.count - starts.count }

  /// Plays the next event; `decision` is the number of its first decision.
  func play(from decision: Int) {
    guard coming > 0 else { return }
    starts.append(decision)
    // If the write fails, the program has ended, which is reported elsewhere.
    _ = unsafe write(input, "\n", 1)
  }

  /// Called when the rule set was replaced, which begins another history.
  func restart() { starts = starts.map { _ in 0 } }

  /// Returns the description of the step at a decision, such as `Step 1 of 2: device:
  /// landscape-left`.
  func step(at decision: Int) -> String {
    let count = starts.count { $0 <= decision }
    let event = count == 0 ? title : events[count - 1]
    return "Step \(count) of \(events.count): \(event)"
  }
}

final class TimelineDriver {
  var onChange: (() -> Void)?
  let story: Story?
  private let inspector: Inspector
  private let loop: EventLoop
  private var playback = Playback()
  private var tick: Registration?

  init(_ inspector: Inspector, _ story: Story?, on loop: EventLoop) {
    (self.inspector, self.story, self.loop) = (inspector, story, loop)
    inspector.onRestart = { [weak self] in self?.story?.restart() }
    if story != nil { wait(isPlaying: playback.toggle(at: place) != nil) }
  }

  var isPlaying: Bool { playback.isPlaying }

  private var place: Playback.Place {
    Playback.Place(
      shown: inspector.shown, decisions: inspector.decisions, coming: story?.coming ?? 0)
  }

  func model(width: Double) -> TimelineModel {
    TimelineModel(
      inspector.kinds, shown: inspector.shown, coming: story?.coming ?? 0, width: width)
  }

  func toggle() {
    make(playback.toggle(at: place))
    wait(isPlaying: playback.isPlaying)
  }

  /// Pauses and shows the previous decision or, if `distance` is not negative, the next one or the
  /// story's next event.
  func step(_ distance: Int) {
    pause()
    if distance < 0 {
      inspector.perform(.step(-1))
    } else {
      make(Playback.forth(from: place))
    }
  }

  /// Pauses and shows a decision; nil for the latest one.
  func show(_ decision: Int?) {
    pause()
    inspector.perform(decision.map { .decision($0) } ?? .now)
  }

  func pause() {
    playback.pause()
    wait(isPlaying: false)
  }

  private func make(_ move: Playback.Move?) {
    switch move {
    case .show(let decision): inspector.perform(.decision(decision))
    case .now: inspector.perform(.now)
    case .event: story?.play(from: inspector.decisions.upperBound)
    case nil: break
    }
    onChange?()
  }

  private func wait(isPlaying: Bool) {
    tick = nil
    guard isPlaying else { return }
    tick = loop.timer(after: Playback.pace) { [weak self] in
      guard let self else { return }
      make(playback.advance(from: place))
      wait(isPlaying: playback.isPlaying)
    }
  }
}
