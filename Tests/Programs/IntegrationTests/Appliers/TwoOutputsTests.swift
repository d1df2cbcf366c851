// SPDX-License-Identifier: Apache-2.0
import Bus
import Desktop
import EventLoop
import Foundation
import Orientation
import Testing

@testable import Daemon

/// Two outputs turn as one: nobody who watches every event ever sees a third state.
@Suite(.serialized) struct TwoOutputsTests {
  /// The quarters by which the device is turned in a round: there, and on before that is answered.
  private static let quarters: [Transform] = [.normal, .rotated90, .rotated180, .rotated270]
  private static let rounds = 8

  @Test(arguments: ApplierTests.ways + [(.swivel, .wlr)])
  func bothOutputsRotateTogetherDespiteSupersededRequests(
    kind: CompositorKind, way: ApplierChoice
  ) throws {
    let compositor = try Compositor(kind, outputs: 2)
    if kind == .phoc {
      // phoc lays both on top of each other.
      let place = ["--output", "HEADLESS-1", "--pos", "1280,0"]
      #expect(try compositor.run("wlr-randr", place).status == 0)
    }
    let desk = try LiveDesk(compositor)
    try desk.choose(way)
    let names = desk.session.outputs.map(\.name)
    try #require(names.count == 2)
    let watch = try LayoutWatch(compositor)
    let monitors =
      kind == .mutter
      ? try MonitorWatch(#require(compositor.bus), on: desk.loop) { try desk.wait("a state", $0) }
      : nil
    // sway 1.7 says of its headless outputs that they are off.
    let isSilent = try kind == .sway && compositor.isSway17
    let isAtOnce = try kind != .phoc || compositor.phocChangesOutputsTogether
    var change: UInt32 = 100
    func turn(to transform: Transform) {
      for name in names {
        desk.session.apply(transform: transform, to: name, tag: change)
        change += 1
      }
    }
    for round in 0..<Self.rounds {
      let next = Self.quarters[(2 * round + 1) % 4]
      let last = Self.quarters[(2 * round + 2) % 4]
      turn(to: next)
      // Another moment each time: before it has gone out, while it is carried out, after that.
      for _ in 0..<round { try desk.loop.turn(waitingAtMost: .milliseconds(round)) }
      turn(to: last)
      try desk.wait("both at \(last)") {
        desk.session.outputs.allSatisfy { $0.transform == last && $0.enabled }
      }
      try desk.wait("the answers of round \(round)") {
        Set(
          desk.events.compactMap { event in
            if case .changeFinished(let tag, _) = event { tag } else { nil }
          }
        ).count == Int(change - 100)
      }
    }
    for name in names {
      try desk.wait("the witness of \(name)\n\(watch.sights)") {
        isComplete(watch.sights.filter { $0.output == name && $0.kind == "geometry" })
          && isComplete(watch.sights.filter { $0.output == name && $0.kind == "output" })
      }
    }
    try desk.wait("Mutter's last word") {
      monitors.map { isComplete($0.states.map { $0[0] }) } ?? true
    }
    let story = "\(watch.sights.map(\.description).joined(separator: "\n"))"
    // Neither went back, nor to anything that nobody asked for; none was off or gone.
    for name in names {
      for what in ["geometry", "output", "device", "head"] {
        let sights = watch.sights.filter { $0.output == name && $0.kind == what }
        if what != "head" || !isSilent { expectNoThirdState(sights, story) }
      }
    }
    #expect(!watch.sights.contains { $0.kind == "gone" }, "\(story)")
    // Who is told of both at once sees both turned and side by side, or neither.
    let reports = isAtOnce ? watch.reports : watch.reports.suffix(1)
    for report in (isSilent ? [] : reports) + (monitors?.states ?? []) {
      expectSideBySide(report, story)
    }
    if let monitors {
      #expect(monitors.states.count > Self.rounds)
      for index in 0..<2 { expectNoThirdState(monitors.states.map { $0[index] }, story) }
    }
  }

  /// What was seen, without repetitions.
  private func steps(_ sights: [LayoutWatch.Sight]) -> [Transform?] {
    sights.map(\.transform).reduce(into: []) { if $0.last != .some($1) { $0.append($1) } }
  }

  /// Every round goes two quarters on, in one step or in two.
  private func expectNoThirdState(_ sights: [LayoutWatch.Sight], _ story: String) {
    let advances = advances(sights)
    let all = advances.allSatisfy { $0 == 1 || $0 == 2 }
    #expect(
      all && (sights.isEmpty || advances.reduce(0, +) == 2 * Self.rounds), "\(sights)\n\(story)")
  }

  /// Whether the last round was seen; a slow observer may still be at an earlier one.
  private func isComplete(_ sights: [LayoutWatch.Sight]) -> Bool {
    advances(sights).reduce(0, +) >= 2 * Self.rounds
  }

  /// The quarters of each step.
  private func advances(_ sights: [LayoutWatch.Sight]) -> [Int] {
    let steps = steps(sights).map { $0.map { Int($0.rawValue) } ?? -100 }
    return zip(steps, steps.dropFirst()).map { ($1 - $0 + 4) % 4 }
  }

  private func expectSideBySide(_ report: [LayoutWatch.Sight], _ story: String) {
    let sorted = report.sorted { $0.place[0] < $1.place[0] }
    let width = sorted.first?.transform?.swapsDimensions == true ? 800 : 1280
    #expect(
      Set(sorted.map(\.transform)).count == 1
        && sorted.map { [$0.place[0], $0.place[1]] } == [[0, 0], [width, 0]],
      "\(report)\n\(story)")
  }
}
