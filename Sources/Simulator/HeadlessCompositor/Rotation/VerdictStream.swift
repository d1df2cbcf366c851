// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RotationWire
import WaylandServer

/// Sends a diagnostic client every decision (`swivel_verdicts_v1`).
final class VerdictStream {
  private let resource: SwivelVerdictsV1Resource
  private var lost: UInt32 = 0

  /// The number of unread bytes from which a client loses verdicts.
  private static let maximumWaiting: Int32 = 64 * 1024

  init(_ resource: SwivelVerdictsV1Resource) { self.resource = resource }

  func send(_ verdict: Verdict) {
    guard resource.isAlive else { return }
    guard resource.client.unreadBytes < Self.maximumWaiting else {
      lost += 1
      return
    }
    if lost > 0 {
      resource.lost(count: lost)
      lost = 0
    }
    let decision = UInt32(clamping: verdict.step)
    resource.begin(
      decision: decision, milliseconds: UInt32(truncatingIfNeeded: verdict.at.milliseconds),
      event: verdict.event.word, proposed: (verdict.requested ?? .unknown).wire)
    for asked in verdict.asked {
      resource.asked(
        window: name(asked.window, verdict), controller: asked.controller,
        question: asked.question.rawValue, answer: asked.answer.word,
        origin: asked.origin.rawValue, rule: asked.rule.rawValue)
    }
    for gate in verdict.gates {
      resource.gate(
        window: gate.window.map { name($0, verdict) }, gate: gate.gate.rawValue,
        passed: gate.isPassed ? 1 : 0, rule: gate.rule.rawValue)
    }
    for move in verdict.moves { send(move, verdict) }
    for conflict in verdict.conflicts {
      let culprits = conflict.culprits.map { culprit in
        switch culprit {
        case .app: "app"
        case .delegate: "delegate"
        case .device: "device"
        case .window(let id): name(id, verdict)
        }
      }
      resource.conflict(
        kind: conflict.kind.rawValue, since: UInt32(clamping: conflict.since),
        culprits: culprits.joined(separator: "\n"))
    }
    resource.end(
      decision: decision, outcome: verdict.outcome.rawValue,
      page: (verdict.page?.orientation ?? .unknown).wire,
      bar: verdict.after.statusBar.orientation.wire)
  }

  private func send(_ move: Move, _ verdict: Verdict) {
    switch move {
    case .window(let id, let orientation):
      resource.moved(
        window: name(id, verdict),
        from: (verdict.before.window(id)?.orientation ?? .unknown).wire, to: orientation.wire)
    case .statusBar(let orientation, let writer):
      let name: String? =
        switch writer {
        case .app: "app"
        case .window(let id): name(id, verdict)
        case nil: nil
        }
      resource.statusBar(to: orientation.wire, writer: name)
    case .output, .putOff: break
    }
  }

  private func name(_ id: WindowID, _ verdict: Verdict) -> String {
    let window = verdict.after.window(id) ?? verdict.before.window(id)
    return window?.name ?? "window-\(id.rawValue)"
  }
}

extension Answer {
  fileprivate var word: String {
    switch self {
    case .flag(let value): value ? "true" : "false"
    case .mask(let mask):
      InterfaceOrientation.fallbackOrder.filter { mask.contains($0.mask) }.map(\.name)
        .joined(separator: " ")
    case .orientation(let value): value?.name ?? "none"
    }
  }
}

extension Event {
  fileprivate var word: String {
    switch self {
    case .setUp: "set-up"
    case .observe: "observe"
    case .device(.turned): "device"
    case .device: "device-setting"
    case .app: "app"
    case .window(_, .remove): "remove"
    case .window(_, .show): "show"
    case .window(_, .hide): "hide"
    case .window(_, .makeKey): "make-key"
    case .window: "window"
    case .add, .addExempt: "add"
    case .output: "output"
    case .answer, .abstained, .policyFailed, .deadline, .applied: "answer"
    }
  }
}
