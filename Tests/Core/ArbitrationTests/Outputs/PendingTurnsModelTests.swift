// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// Every order of actions of a display server, other programs and the user, up to some length.
@Suite struct PendingTurnsModelTests {
  @Test(arguments: [
    (
      outputs: 1, transforms: [Transform.normal, .rotated90], isAlone: true,
      events: CaseCount.of(7, optimised: 8)
    ),
    (
      outputs: 1, transforms: [.normal, .rotated90], isAlone: false,
      events: CaseCount.of(6, optimised: 7)
    ),
    (outputs: 1, transforms: [.normal, .rotated90, .rotated180], isAlone: false, events: 5),
    (outputs: 2, transforms: [.normal, .rotated90], isAlone: false, events: 4),
  ])
  func reportsAreTrueAndOutputsEndAtTheRequestedTransform(
    outputs: Int, transforms: [Transform], isAlone: Bool, events: Int
  ) {
    let start = World(outputs: outputs, transforms: transforms, isAlone: isAlone)
    var visited: Set<World> = [start]
    // The predecessor of each world, for the trace of a fault.
    var found: [(from: Int, step: World.Step?)] = [(0, nil)]
    var level: [(world: World, number: Int)] = [(start, 0)]
    var faults = 0
    for depth in 0...events where faults == 0 {
      var next: [(world: World, number: Int)] = []
      for (world, number) in level {
        // An end before the last event is an event itself.
        for fault in world.endings(isLast: depth == events) {
          faults += 1
          var (story, position) = ([""], number)
          while let step = found[position].step {
            story.append("\(step)")
            position = found[position].from
          }
          Issue.record("\(fault):\(story.reversed().joined(separator: " "))")
        }
        guard depth < events, faults == 0 else { continue }
        for (step, after) in world.steps() where visited.insert(after).inserted {
          next.append((after, found.count))
          found.append((number, step))
        }
      }
      level = next
    }
    #expect(faults == 0)
    #expect(visited.count > 1000, "the search has gone nowhere")
  }
}

/// A display server that carries out requests in their order, however late; its answers and its
/// reports each arrive in order, and a deadline takes longer than a message.
private struct World: Hashable {
  /// A request to the display server.
  struct Request: Hashable {
    var id: ChangeID
    var transform: Transform
  }

  struct Answer: Hashable {
    var id: ChangeID
    var result: ApplyResult
  }

  /// One output: the transform that the display server shows, and the arbiter's knowledge of it.
  struct Line: Hashable {
    var shown: Transform
    var known: Transform
    /// The transform that the user, or another program, requested last.
    var wanted: Transform
    /// The reports since then.
    var seen: [Transform] = []
    var isFailureSaid = false
    /// Whether the wanted transform is another program's.
    var isHeld = false
    var requests: [Request] = []
    var answers: [Answer] = []
    var reports: [Transform] = []
    var deadline: ChangeID?
  }

  private let transforms: [Transform]
  private var turns = PendingTurns()
  private var lines: [Line]
  private var mayTurnElsewhere: Bool
  private var hasOtherActed = false
  private var mayUnplug: Bool
  private var hasEnded = false
  private(set) var fault: String?

  func hash(into hasher: inout Hasher) {
    hasher.combine(lines)
    hasher.combine(hasEnded)
  }

  /// Creates a world; an output that is alone is neither turned by others nor unplugged.
  init(outputs: Int, transforms: [Transform], isAlone: Bool) {
    self.transforms = transforms
    mayTurnElsewhere = !isAlone
    mayUnplug = !isAlone
    let line = Line(shown: .normal, known: .normal, wanted: .normal)
    lines = Array(repeating: line, count: outputs)
  }

  private func output(_ index: Int) -> Output {
    Output(
      id: OutputID(Int32(index)), name: "HEADLESS-\(index)", transform: lines[index].known,
      initial: .normal)
  }

  // MARK: What can happen

  enum Step {
    case carriesOut(Int, says: ApplyResult?)
    case refuses(Int, ApplyResult)
    case forgets(Int)
    case answer(Int)
    case report(Int)
    case reportsInOne(Int)
    case deadline(Int)
    case wanted(Transform, Int)
    case byAnother(Transform, Int)
    case unpluggedAndBack(Int)
    case end
  }

  func steps() -> [(Step, World)] {
    possible.map { step in
      var world = self
      world.take(step)
      return (step, world)
    }
  }

  private var possible: [Step] {
    var steps: [Step] = hasEnded ? [] : [.end]
    for (index, line) in lines.enumerated() {
      if !line.requests.isEmpty {
        steps += [.carriesOut(index, says: .succeeded), .carriesOut(index, says: nil)]
        steps += [.refuses(index, .failed), .refuses(index, .cancelled)]
        steps += [.refuses(index, .unsupported), .forgets(index)]
      }
      if !line.answers.isEmpty { steps.append(.answer(index)) }
      if !line.reports.isEmpty { steps.append(.report(index)) }
      if line.reports.count > 1 { steps.append(.reportsInOne(index)) }
      if line.canExpire { steps.append(.deadline(index)) }
      guard !hasEnded else { continue }
      for transform in transforms {
        if line.canWant(transform) { steps.append(.wanted(transform, index)) }
        if mayTurnElsewhere, transform != line.shown { steps.append(.byAnother(transform, index)) }
      }
      if mayUnplug { steps.append(.unpluggedAndBack(index)) }
    }
    return steps
  }

  private mutating func take(_ step: Step) {
    switch step {
    case .carriesOut(let index, let answer): carryOut(index, says: answer)
    case .refuses(let index, let answer): refuse(index, answer)
    case .forgets(let index): lines[index].requests.removeFirst()
    case .answer(let index): deliverAnswer(index)
    case .report(let index): deliverReport(index)
    case .reportsInOne(let index): joinReports(index)
    case .deadline(let index): expire(index)
    case .wanted(let transform, let index): want(transform, index)
    case .byAnother(let transform, let index): turnByOther(transform, index)
    case .unpluggedAndBack(let index): unplug(index)
    case .end: end()
    }
  }

  // MARK: How it comes to rest

  /// Returns the faults after the display server has finished, with the program's end and without.
  func endings(isLast: Bool) -> [String] {
    var faults: [String] = []
    for ends in isLast && !hasEnded ? [false, true] : [false] {
      for isSerial in [false, true] {
        var world = self
        if ends { world.end() }
        world.comeToRest(isSerial: isSerial, hasAnswersFirst: !isSerial)
        if let fault = world.fault {
          faults.append(fault + (ends ? ", ended" : "") + (isSerial ? ", serial" : ""))
        }
      }
    }
    return faults
  }

  private mutating func comeToRest(isSerial: Bool, hasAnswersFirst: Bool) {
    for _ in 0..<60 where fault == nil {
      guard let index = lines.firstIndex(where: \.hasWork) else { return judge() }
      if !lines[index].requests.isEmpty {
        carryOut(index, says: .succeeded)
        // A request that was made from an older state is cancelled.
        while isSerial, !lines[index].requests.isEmpty { refuse(index, .cancelled) }
      } else if !lines[index].answers.isEmpty, hasAnswersFirst || lines[index].reports.isEmpty {
        deliverAnswer(index)
      } else if !lines[index].reports.isEmpty {
        deliverReport(index)
      } else {
        expire(index)
      }
    }
    fault = fault ?? "it never comes to rest"
  }

  private mutating func judge() {
    for (index, line) in lines.enumerated() where !line.isFailureSaid {
      if line.shown != line.known { fault = "\(index) shows \(line.shown), unknown to us" }
      if line.shown != line.wanted {
        fault = "\(index) shows \(line.shown), wanted is \(line.wanted), and nothing was said"
      }
      if hasEnded, line.shown != .normal, !line.isHeld {
        fault = "\(index) was not given back, and nothing was said"
      }
    }
  }

  // MARK: The display server

  private mutating func carryOut(_ index: Int, says answer: ApplyResult?) {
    let request = lines[index].requests.removeFirst()
    if lines[index].shown != request.transform { lines[index].reports.append(request.transform) }
    lines[index].shown = request.transform
    if let answer { lines[index].answers.append(Answer(id: request.id, result: answer)) }
  }

  private mutating func refuse(_ index: Int, _ result: ApplyResult) {
    let request = lines[index].requests.removeFirst()
    lines[index].answers.append(Answer(id: request.id, result: result))
  }

  private mutating func turnByOther(_ transform: Transform, _ index: Int) {
    (hasOtherActed, mayTurnElsewhere) = (true, false)
    lines[index].shown = transform
    lines[index].reports.append(transform)
  }

  private mutating func joinReports(_ index: Int) {
    lines[index].reports = lines[index].reports.suffix(1).filter { $0 != lines[index].known }
  }

  // MARK: The arbiter

  private mutating func want(_ transform: Transform, _ index: Int) {
    lines[index].begin(transform)
    apply(turns.request(transform, on: output(index), at: .zero), index)
  }

  private mutating func deliverAnswer(_ index: Int) {
    let answer = lines[index].answers.removeFirst()
    apply(turns.answer(answer.id, answer.result, at: .zero), index)
  }

  private mutating func deliverReport(_ index: Int) {
    let transform = lines[index].reports.removeFirst()
    guard transform != lines[index].known else { return }
    lines[index].known = transform
    lines[index].seen.append(transform)
    let id = OutputID(Int32(index))
    guard let effects = turns.report(transform, on: id, at: .zero) else {
      if !hasOtherActed { fault = "\(transform) on \(index) is said to be another's" }
      turns.disclaim(id)
      lines[index].begin(transform, isHeld: true)
      return
    }
    apply(effects, index)
  }

  private mutating func expire(_ index: Int) {
    guard let id = lines[index].deadline else { return }
    lines[index].deadline = nil
    apply(turns.expire(id, shown: lines[index].known, at: .zero), index)
  }

  private mutating func unplug(_ index: Int) {
    mayUnplug = false
    let id = OutputID(Int32(index))
    apply(turns.remove(id), index)
    if lines[index].deadline != nil { fault = "a deadline of \(index) is left" }
    // Requests go with the output; answers may still arrive.
    let (shown, answers) = (lines[index].shown, lines[index].answers)
    lines[index] = Line(shown: shown, known: shown, wanted: shown, answers: answers)
    if shown != .normal, !hasOtherActed { turns.claim(id) }
    lines[index].isHeld = hasOtherActed
  }

  private mutating func end() {
    hasEnded = true
    for index in lines.indices {
      let hasTurned = turns.hasTurned(OutputID(Int32(index)))
      let target = hasTurned ? .normal : lines[index].known
      let isHeld = !hasTurned && target != .normal
      lines[index].begin(target, isHeld: isHeld)
      apply(turns.request(target, on: output(index), at: .zero), index)
    }
  }

  private mutating func apply(_ effects: [Effect], _ index: Int) {
    for effect in effects {
      switch effect {
      case .rotateOutput(_, let transform, let id):
        lines[index].requests.append(Request(id: id, transform: transform))
      case .armDeadline(.change(let id), _): lines[index].deadline = id
      case .disarmDeadline(.change(let id)):
        if lines[index].deadline == id { lines[index].deadline = nil }
      case .outputReport(let report): take(report, index)
      default: fault = "\(effect) is not of an output"
      }
    }
  }

  private mutating func take(_ report: OutputReport, _ index: Int) {
    switch report.result {
    case .refused, .cancelled, .unanswered, .unsupported: lines[index].isFailureSaid = true
    case .confirmed:
      let line = lines[index]
      let isCertain =
        line.shown == report.transform
        && line.requests.allSatisfy { $0.transform == report.transform }
      if !line.seen.contains(report.transform), !isCertain {
        fault = "\(report.transform) on \(index) is said to be confirmed"
      }
      // A late confirmation changes the wanted transform.
      let isHeld = line.isHeld && line.wanted == report.transform
      lines[index].begin(report.transform, isHeld: isHeld, seen: line.seen)
    case .retried: break
    case .byOther, .overruled, .contested:
      fault = "\(report.result) is not for the pending turns to say"
    }
  }
}

extension World.Line {
  /// Sets a new wanted transform.
  mutating func begin(_ transform: Transform, isHeld: Bool = false, seen: [Transform] = []) {
    (wanted, self.isHeld, isFailureSaid, self.seen) = (transform, isHeld, false, seen)
  }

  func canWant(_ transform: Transform) -> Bool {
    transform != wanted || isHeld || isFailureSaid
  }

  var canExpire: Bool { deadline != nil && answers.isEmpty && reports.isEmpty }

  var hasWork: Bool {
    !requests.isEmpty || !answers.isEmpty || !reports.isEmpty || deadline != nil
  }
}
