// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation

import Recording

/// A history that was played once, as the daemon's ring and as a recording have it.
struct PlayedHistory {
  private(set) var ring = DecisionRing()
  private(set) var recording: String
  let rules: any RuleSet
  private var arbiter: Arbiter
  private var writer: RecordingWriter
  private var now = Instant.zero

  init(_ history: WhatIfBenchmark.History, decisions: Int) {
    rules = history == .desktop ? DesktopRuleSet() : UIKitRuleSet.version8
    var random = ArbitraryScene(seed: 7)
    let scene =
      history == .random ? random.scene(windows: 8) : Self.scene(history == .desktop)
    let header = RecordingHeader(rules: rules, scene: scene, program: "test")
    arbiter = header.arbiter
    writer = RecordingWriter(header)
    recording = writer.header + "\n"
    take(.setUp)
    let turns: [DeviceOrientation] = [.landscapeLeft, .portrait, .landscapeRight, .faceUp]
    while ring.next < decisions {
      if history == .random {
        let event = random.event(in: arbiter.scene)
        // At most eight windows: no event adds a ninth.
        if case .add = event, arbiter.scene.windows.count == 8 { continue }
        take(event)
      } else {
        take(.device(.turned(turns[ring.next % turns.count])))
      }
    }
  }

  private static func scene(_ hasOutput: Bool) -> Scene {
    var windows = [Window(id: WindowID(0), name: "main", root: Controller(id: "main.root"))]
    for number: Int32 in 1...3 {
      windows.append(
        Window(
          id: WindowID(number), name: "w\(number)", level: 1000, isHidden: number == 3,
          root: Controller(id: "w\(number).root")))
    }
    let outputs = hasOutput ? [Output(id: OutputID(0), name: "eDP-1")] : []
    return Scene(outputs: outputs, windows: windows, key: WindowID(0))
  }

  /// Processes an event; the display server obeys at once.
  private mutating func take(_ event: Event) {
    now += .milliseconds(100)
    ring.note(event, at: now, before: arbiter)
    recording += RecordingWriter.line(event, at: now) + "\n"
    let effects = arbiter.handle(event, at: now)
    ring.noteDecisions(in: effects)
    if let said = writer.line(effects) { recording += said + "\n" }
    for case .rotateOutput(let output, let transform, let change) in effects {
      take(.output(.transform(output, transform)))
      take(.applied(change, .succeeded))
    }
  }
}
