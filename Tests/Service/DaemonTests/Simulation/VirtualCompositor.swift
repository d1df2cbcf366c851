// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation

/// A simulated display server: its screens, its windows, and the requests to it.
///
/// Configurations are applied in the order in which they came, however late; so are answers and
/// reports. The server can end and return, and hang.
final class VirtualCompositor {
  /// The transform and the position of a screen.
  struct Place: Equatable {
    var transform: Transform
    var position: Point
  }

  struct Screen {
    let name: String
    let size = Size(width: 800, height: 1280)
    /// The transform that the compositor itself has set first.
    let original: Transform
    var place: Place
    var isPlugged = true
    /// The transforms that the user may find at the end; several if other programs set some.
    var acceptable: Set<Transform>
    /// The state in which another program rotated the screen last.
    var turnedByOther: UInt32 = 0
  }

  struct Window {
    let number: Int
    let application: String
  }

  private let agenda: Agenda
  private let plan: FaultPlan
  private(set) var screens: [Screen]
  private(set) var windows: [Window] = []
  private(set) var focus: Int?
  private var lastWindow = 0
  private var wire: CompositorWire?
  private var loop: EventLoop?
  private var replies: [FaultPlan.Reply?]
  /// The serial of the state; a configuration names the state that it was made from.
  private var state: UInt32 = 1
  /// The times at which promised actions are done, each kind in its order.
  private var busyUntil = (carriedOut: Instant.zero, answered: Instant.zero, reported: Instant.zero)
  private var hangsUntil = Instant.zero
  /// The number of configurations that were applied and are not reported yet.
  private var unreported = 0
  /// The number of starts, so that requests to an earlier instance are forgotten.
  private var life = 0
  /// The number of clients so far; a request of an earlier one may surprise the present one.
  private var client = 0
  /// Whether there are no faults from now on.
  var isCalm = false
  /// Called with each configuration before it is answered.
  var onRequest: ([(screen: Int, place: Place)]) -> Void = { _ in }
  var log: (@autoclosure () -> String) -> Void = { _ in }

  init(_ plan: FaultPlan, _ agenda: Agenda) {
    self.plan = plan
    self.agenda = agenda
    replies = plan.replies.reversed()
    screens = plan.screens.enumerated().map { index, screen in
      Screen(
        name: screen.name, original: screen.transform,
        place: Place(
          transform: screen.transform, position: Point(x: Int32(index) * 2_000, y: 0)),
        acceptable: [screen.transform])
    }
    for number in 0..<plan.windows { open(application: number) }
    start()
  }

  // MARK: Start and end

  var isRunning: Bool { wire != nil }

  /// Returns a connected socket for a client; `nil` while the server does not run.
  func connect() -> Int32? {
    client += 1
    // A new client gets the present places, whatever was reported last.
    wire?.show(screens.map(\.place), serial: state)
    return wire?.connect()
  }

  /// Disconnects all clients at once.
  func cutOff() { wire?.end() }

  /// Serves the clients in a loop, and later in the next one.
  func serve(in loop: EventLoop) {
    self.loop = loop
    wire?.serve(in: loop)
  }

  func start() {
    guard wire == nil else { return }
    life += 1
    busyUntil = (agenda.clock.now, agenda.clock.now, agenda.clock.now)
    unreported = 0
    let wire = CompositorWire(self)
    self.wire = wire
    for index in screens.indices where screens[index].isPlugged { wire.plug(index) }
    for window in windows { wire.open(window) }
    wire.report(serial: state)
    if let loop { wire.serve(in: loop) }
  }

  func stop(isReset: Bool) {
    wire?.end()
    wire = nil
    life += 1
    for index in screens.indices where isReset { reset(index) }
  }

  /// Neither reads nor sends for a while.
  func hang(for time: Duration) {
    hangsUntil = max(hangsUntil, agenda.clock.now + time)
    wire?.pause(true)
    agenda.after(time) { [weak self] in
      guard let self, agenda.clock.now >= hangsUntil else { return }
      wire?.pause(false)
    }
  }

  // MARK: Screens

  func turn(_ index: Int, to transform: Transform) {
    guard screens.indices.contains(index), screens[index].isPlugged else { return }
    screens[index].acceptable.insert(transform)
    screens[index].place.transform = transform
    changed()
    screens[index].turnedByOther = state
  }

  func unplug(_ index: Int) {
    guard screens.indices.contains(index), screens[index].isPlugged else { return }
    screens[index].isPlugged = false
    state += 1
    wire?.unplug(index)
    wire?.show(screens.map(\.place), serial: state)
  }

  func plug(_ index: Int, isReset: Bool) {
    guard screens.indices.contains(index), !screens[index].isPlugged else { return }
    if isReset { reset(index) }
    screens[index].isPlugged = true
    state += 1
    wire?.plug(index)
    wire?.show(screens.map(\.place), serial: state)
  }

  /// Restores the transform that the compositor itself has set first.
  private func reset(_ index: Int) { screens[index].place.transform = screens[index].original }

  /// Lets the user find the present transforms at the end.
  func acceptWhatStands() {
    for index in screens.indices {
      screens[index].acceptable.insert(screens[index].place.transform)
    }
    // Requests that are under way belong to no present client.
    client += 1
  }

  private func changed() {
    state += 1
    reportSoon(.zero)
  }

  private func reportSoon(_ delay: Duration) {
    let (life, state, places) = (life, state, screens.map(\.place))
    busyUntil.reported = max(busyUntil.reported, agenda.clock.now + delay)
    unreported += 1
    agenda.after(busyUntil.reported - agenda.clock.now) { [weak self] in
      guard let self, life == self.life else { return }
      unreported -= 1
      if plan.joinsReports, unreported > 0 { return }
      wire?.show(places, serial: state)
    }
  }

  // MARK: Windows

  func open(application: Int) {
    guard windows.count < 6 else { return }
    lastWindow += 1
    let window = Window(number: lastWindow, application: ["mpv", "foot"][application % 2])
    windows.append(window)
    focus = window.number
    wire?.open(window)
    wire?.describeWindows()
  }

  func close(at index: Int) {
    guard windows.indices.contains(index) else { return }
    let window = windows.remove(at: index)
    if focus == window.number { focus = windows.last?.number }
    wire?.close(window.number)
    wire?.describeWindows()
  }

  func focus(at index: Int) {
    guard windows.indices.contains(index) else { return }
    focus = windows[index].number
    wire?.describeWindows()
  }

  // MARK: Requests

  /// Handles a client's request for places of screens; `answer` is called at most once.
  func configure(
    _ wanted: [(screen: Int, place: Place)], serial: UInt32,
    answer: @escaping (CompositorWire.Answer) -> Void
  ) {
    // A client cannot know another program's change that came before its request arrived.
    onRequest(wanted.filter { screens[$0.screen].turnedByOther <= serial })
    let planned = replies.popLast() ?? nil
    let prompt = FaultPlan.Reply.carriesOut(after: .zero, answers: .zero, reports: .zero)
    var reply = isCalm ? prompt : planned ?? prompt
    // While requests or reports are late, a client cannot tell a lie from the truth.
    let isLate = unreported > 0 || busyUntil.carriedOut > agenda.clock.now
    if case .lies = reply, isLate { reply = prompt }
    if plan.isSerialStrict, serial != state { reply = .refuses(isCancelled: true, after: .zero) }
    log("asked for \(wanted.map { "\($0.screen) \($0.place.transform)" }): \(reply)")
    switch reply {
    case .forgets: break
    case .lies: say(.succeeded, after: .zero, answer)
    case .refuses(let isCancelled, let delay):
      say(isCancelled ? .cancelled : .failed, after: delay, answer)
    case .carriesOut(let delay, let answers, let reports):
      let (life, client, state) = (life, client, state)
      busyUntil.carriedOut = max(busyUntil.carriedOut, agenda.clock.now + delay)
      agenda.after(busyUntil.carriedOut - agenda.clock.now) { [weak self] in
        guard let self, life == self.life else { return }
        if plan.isSerialStrict, state != self.state {
          return say(.cancelled, after: answers ?? .zero, answer)
        }
        carryOut(wanted, madeFrom: serial, isForSomebodyGone: client != self.client)
        if let answers { say(.succeeded, after: answers, answer) }
        reportSoon(reports)
      }
    }
  }

  private func carryOut(
    _ wanted: [(screen: Int, place: Place)], madeFrom serial: UInt32, isForSomebodyGone: Bool
  ) {
    state += 1
    for (index, place) in wanted where screens[index].isPlugged {
      screens[index].place = place
      // The requesting client is gone, or another program was quicker and its change is undone.
      let isOvertaken = screens[index].turnedByOther > serial
      if isForSomebodyGone || isOvertaken { screens[index].acceptable.insert(place.transform) }
    }
    log("shows \(screens.map(\.place.transform))")
  }

  private func say(
    _ result: CompositorWire.Answer, after delay: Duration,
    _ answer: @escaping (CompositorWire.Answer) -> Void
  ) {
    let life = life
    busyUntil.answered = max(busyUntil.answered, agenda.clock.now + delay)
    agenda.after(busyUntil.answered - agenda.clock.now) { [weak self] in
      guard let self, life == self.life else { return }
      log("answers \(result)")
      answer(result)
    }
  }
}
