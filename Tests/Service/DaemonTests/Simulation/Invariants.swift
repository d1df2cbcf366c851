// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

@testable import Daemon

/// A violation of an invariant in a simulated run.
struct Fault: CustomStringConvertible {
  enum Kind {
    case flood, deadline, verdict, confirmation, journal, rest, screen, ending, leak, program
    case machine, request, bus
  }

  let kind: Kind
  let words: String

  var description: String { words }
}

/// The invariants at every moment of a simulated run; the first fault is kept.
final class Invariants {
  private unowned let compositor: VirtualCompositor
  private let disk: VirtualDisk
  private let programs: VirtualPrograms
  private(set) var fault: Fault?
  private var deadlines: Set<DeadlineID> = []
  /// The device's turns that were decided about and have no verdict yet, oldest first.
  private var undecided: [DeviceOrientation] = []
  private var decisions = 0
  private var lines = 0
  private var events = 0
  /// The names of the outputs that the daemon knows.
  private var known: Set<String> = []
  /// Whether a note said that the next run restores the outputs.
  private var isLeftToNext = false
  /// The texts about screens at the end of a run.
  private static let farewells = [
    "the outputs stay as they are", "has not come back",
  ]

  init(_ compositor: VirtualCompositor, _ disk: VirtualDisk, _ programs: VirtualPrograms) {
    (self.compositor, self.disk, self.programs) = (compositor, disk, programs)
  }

  func complain(_ kind: Fault.Kind, _ words: String) {
    fault = fault ?? Fault(kind: kind, words: words)
  }

  /// Called when a daemon begins, with no pending requests.
  func begins() {
    (deadlines, undecided, known) = ([], [], [])
    (decisions, lines, events, isLeftToNext) = (0, 0, 0, false)
  }

  /// Called with a line for the user; checks that the daemon does not flood the user.
  func said(_ line: String) {
    lines += 1
    if line.contains("the next run restores") { isLeftToNext = true }
    if lines > 40 + 4 * events {
      complain(.flood, "\(lines) lines about \(events) events: \(line)")
    }
  }

  /// Called when an event was decided.
  func decided(_ event: Event, _ effects: [Effect], _ arbiter: Arbiter) {
    events += 1
    known = Set(arbiter.scene.outputs.map(\.name))
    if case .device(.turned(let orientation)) = event { undecided.append(orientation) }
    if case .deadline(let id) = event { deadlines.remove(id) }
    for effect in effects {
      switch effect {
      case .armDeadline(let id, _): deadlines.insert(id)
      case .disarmDeadline(let id): deadlines.remove(id)
      case .report(let verdict): decided(verdict)
      case .outputReport(let report): check(report, in: arbiter.scene)
      case .ask, .rotateOutput: break
      }
    }
    if deadlines.isEmpty == arbiter.isBusy {
      complain(
        .deadline,
        arbiter.isBusy
          ? "something is waited for without a deadline"
          : "deadlines of nothing: \(deadlines.map { "\($0)" }.sorted())")
    }
  }

  /// Checks that each turn of the device ends in one verdict, in order.
  private func decided(_ verdict: Verdict) {
    if verdict.step != decisions {
      complain(.verdict, "verdict \(verdict.step) after \(decisions)")
    }
    decisions += 1
    guard case .device(.turned(let orientation)) = verdict.event else { return }
    if undecided.first == orientation {
      undecided.removeFirst()
    } else {
      complain(.verdict, "a verdict on \(orientation), which was not the next turn: \(undecided)")
    }
  }

  /// Checks that a confirmed transform is the one that the display server reported last.
  private func check(_ report: OutputReport, in scene: Scene) {
    guard report.result == .confirmed else { return }
    let known = scene.outputs.first { $0.id == report.output }?.transform
    if known != report.transform {
      complain(
        .confirmation,
        "\(report.transform) is said to be confirmed, reported is \(String(describing: known))")
    }
  }

  /// Called when the compositor gets a request; checks that the journal has it already.
  func requested(_ wanted: [(screen: Int, place: VirtualCompositor.Place)]) {
    guard disk.failed.isEmpty else { return }
    let remembered = journal()
    for (index, place) in wanted {
      let screen = compositor.screens[index]
      let memory = remembered.first { $0.identity.name == screen.name }
      let isKnown = memory.map { $0.asked.contains(place.transform) || $0.found == place.transform }
      // A request for the present transform is no change.
      let isNew = place.transform != screen.place.transform
      if isNew, isKnown != true, !screen.acceptable.contains(place.transform) {
        complain(
          .journal,
          "\(screen.name) is asked for \(place.transform), which the journal does not know of")
      }
    }
  }

  /// Checks a daemon that has been idle for long since the device was turned.
  func rests(_ status: DaemonStatus, showing edge: PanelEdge, deadlines: Int) {
    guard let arbiter = status.arbiter else {
      return complain(.rest, "it has not begun after 20 s")
    }
    if deadlines != 0 { complain(.rest, "\(deadlines) deadlines are left while nothing happens") }
    if arbiter.isBusy { complain(.rest, "something is still waited for") }
    let (running, uncollected) = programs.counts
    if running + uncollected > 0 {
      complain(.program, "\(running) programs run on, \(uncollected) are not collected")
    }
    if !undecided.isEmpty { complain(.rest, "turns of the device without a verdict: \(undecided)") }
    for screen in compositor.screens {
      guard let output = arbiter.scene.outputs.first(where: { $0.name == screen.name }) else {
        complain(.rest, "\(screen.name) is there and not known")
        continue
      }
      let shown = screen.place.transform
      if output.transform != shown {
        complain(.rest, "\(screen.name) shows \(shown), believed is \(output.transform)")
      }
      if output.isManaged, shown != edge.transform {
        complain(.screen, "\(screen.name) shows \(shown), the device is held with \(edge) up")
      }
    }
    if arbiter.scene.outputs.count != compositor.screens.count {
      complain(
        .rest, "\(arbiter.scene.outputs.count) outputs are known of \(compositor.screens.count)")
    }
  }

  /// Checks the end of a run: rotations are restored, or named as not restored.
  func ends(byForce: Bool, _ failure: CommandFailure?, isCalm: Bool) {
    // Memories that could not be written are lost.
    if !disk.failed.isEmpty { compositor.acceptWhatStands() }
    guard !byForce, fault == nil else { return }
    if programs.counts.running > 0 || programs.most > HookRunner.most {
      complain(.program, "\(programs.counts.running) run on, \(programs.most) ran at once")
    }
    let words = failure.map { "\($0)" } ?? ""
    if isCalm, failure != nil { complain(.ending, "it ends badly though all goes well: \(words)") }
    let isSaid = isLeftToNext || Self.farewells.contains { words.contains($0) }
    for screen in compositor.screens where screen.isPlugged && compositor.isRunning && !isSaid {
      let shown = screen.place.transform
      guard !screen.acceptable.contains(shown), !words.contains(screen.name) else { continue }
      // A screen that was plugged in just now is left to the next run.
      let isRemembered = journal().contains { $0.identity.name == screen.name }
      if !known.contains(screen.name), isRemembered { continue }
      complain(.ending, "\(screen.name) is left as \(shown), and nothing was said")
    }
    // The journal may hold a refused request, on a screen that shows the transform found on it.
    for memory in isCalm ? journal() : [] {
      let screen = compositor.screens.first { $0.name == memory.identity.name }
      if screen?.place.transform != memory.found {
        complain(.journal, "the journal still has \(memory)")
      }
    }
  }

  private func journal() -> [OutputMemory] {
    guard let (path, bytes) = disk.files.first(where: { $0.key.hasSuffix("wayland-0.json") }) else {
      return []
    }
    guard let json = try? JSONValue.parse(bytes, file: path),
      let content = CrashJournal.Content(json, of: "wayland-0")
    else {
      complain(.journal, "the journal cannot be read: \(String(decoding: bytes, as: UTF8.self))")
      return []
    }
    return content.outputs
  }
}
