// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import EventLoop
import Orientation
import Text

/// The configured programs that run around rotations and at other state changes.
///
/// A rotation waits up to `HookChoice.wait` for the programs that are configured to precede it.
final class Hooks {
  /// A rotation that is neither confirmed nor abandoned.
  private struct Turn {
    var environment: HookEnvironment
    /// Requests the rotation from the display server; `nil` after the request.
    var apply: (() -> Void)?
    var waitsFor: Int
    var timer: Token?
  }

  private let loop: EventLoop
  private let runner: HookRunner
  private var turns: [OutputID: Turn] = [:]
  var choice: HookChoice
  var onIdle: (() -> Void)?

  init(
    _ choice: HookChoice, on machine: Machine, onLine: @escaping (UntrustedText) -> Void,
    note: @escaping (String) -> Void
  ) {
    self.choice = choice
    loop = machine.loop
    runner = HookRunner(on: machine, onLine: onLine, note: note)
  }

  var isBusy: Bool { runner.isBusy || turns.values.contains { $0.apply != nil } }

  /// Runs the programs that precede a rotation, and calls `apply` when they have ended or
  /// `HookChoice.wait` has passed, unless the rotation is abandoned or replaced before.
  ///
  /// A repeated request for the same transform runs no programs again.
  func turn(_ id: OutputID, _ environment: HookEnvironment, apply: @escaping () -> Void) {
    if let turn = turns[id], turn.environment.new == environment.new {
      if turn.apply == nil { apply() } else { turns[id]?.apply = apply }
      return
    }
    if let timer = turns[id]?.timer { loop.remove(timer) }
    let programs = choice[.before]
    turns[id] = Turn(environment: environment, apply: apply, waitsFor: programs.count)
    guard !programs.isEmpty, choice.wait > .zero else {
      run(.before, environment.variables) {}
      return begin(id, environment.new)
    }
    let new = environment.new
    turns[id]?.timer = loop.schedule(after: choice.wait) { [weak self] in
      self?.begin(id, new)
    }
    run(.before, environment.variables) { [weak self] in self?.isReady(id, new) }
  }

  func confirmed(_ id: OutputID, _ transform: Transform) {
    guard let turn = turns[id], turn.environment.new == transform else { return }
    abandon(id)
    run(.after, turn.environment.variables) {}
  }

  /// Runs the programs for a state change other than a rotation, without waiting for them.
  func run(_ change: StateChange) {
    if let moment = change.moment { run(moment, change.variables) {} }
  }

  /// Ends the tracking of a rotation; one that still waits for programs is not requested any more.
  func abandon(_ id: OutputID) {
    guard let turn = turns.removeValue(forKey: id) else { return }
    if let timer = turn.timer { loop.remove(timer) }
  }

  func stop() {
    for id in turns.keys.sorted() { abandon(id) }
    onIdle = nil
    runner.stop()
  }

  private func isReady(_ id: OutputID, _ transform: Transform) {
    guard let turn = turns[id], turn.environment.new == transform else { return }
    turns[id]?.waitsFor -= 1
    if turn.waitsFor <= 1 { begin(id, transform) }
  }

  private func begin(_ id: OutputID, _ transform: Transform) {
    guard let turn = turns[id], turn.environment.new == transform, let apply = turn.apply
    else { return }
    if let timer = turn.timer { loop.remove(timer) }
    turns[id]?.timer = nil
    turns[id]?.apply = nil
    apply()
  }

  private func run(
    _ moment: HookMoment, _ variables: @autoclosure () -> [(name: String, value: String)],
    onEnd: @escaping () -> Void
  ) {
    let programs = choice[moment]
    guard !programs.isEmpty else { return }
    let variables = [(name: "SWIVEL_WHEN", value: moment.rawValue)] + variables()
    for program in programs {
      runner.run(program, variables, timeout: choice.timeout) { [weak self] in
        onEnd()
        if let self, !isBusy { onIdle?() }
      }
    }
  }
}

/// The environment of programs around a rotation: old and new transform in several vocabularies.
struct HookEnvironment {
  let output: String
  let panel: PanelNature
  let old: Transform
  let new: Transform

  /// The variables, as docs/hooks.md lists them.
  ///
  /// For a flipped transform, a variable is empty if its vocabulary has no name for it.
  var variables: [(name: String, value: String)] {
    [("SWIVEL_OUTPUT", UntrustedText(output).name(columns: 100))]
      + words(of: old, "SWIVEL_OLD") + words(of: new, "SWIVEL_NEW")
      // The variables of scripts for rot8, whose degrees count clockwise.
      + [("PREV_ORIENTATION", rot8(old)), ("ORIENTATION", rot8(new))]
  }

  private func words(of transform: Transform, _ prefix: String) -> [(name: String, value: String)] {
    let orientation = InterfaceOrientation(transform: transform, on: panel)
    let edge = PanelEdge(transform: transform)
    let vocabularies = TransformVocabulary.allCases.map { vocabulary in
      ("\(prefix)_\(vocabulary.rawValue.uppercased())", transform.name(in: vocabulary) ?? "")
    }
    return vocabularies + [
      ("\(prefix)_NUMBER", "\(transform.rawValue)"),
      ("\(prefix)_DEGREES", transform.isFlipped ? "" : "\(transform.quarterTurns * 90)"),
      ("\(prefix)_EDGE_UP", edge.map { "\($0)" } ?? ""),
      ("\(prefix)_SENSOR", edge?.proxyName ?? ""),
      ("\(prefix)_ORIENTATION", orientation.name),
      ("\(prefix)_W3C", OrientationLock(orientation).rawValue),
      ("\(prefix)_IOS", Self.ios(orientation)),
    ]
  }

  private func rot8(_ transform: Transform) -> String {
    transform.isFlipped ? "" : ["normal", "270", "inverted", "90"][transform.quarterTurns]
  }

  private static func ios(_ orientation: InterfaceOrientation) -> String {
    switch orientation {
    case .unknown: "unknown"
    case .portrait: "portrait"
    case .portraitUpsideDown: "portraitUpsideDown"
    case .landscapeRight: "landscapeRight"
    case .landscapeLeft: "landscapeLeft"
    }
  }
}

extension StateChange {
  fileprivate var moment: HookMoment? {
    switch self {
    case .tabletMode: .tabletMode
    case .posture: .posture
    case .lock: .lock
    case .output: .output
    case .sensor: nil
    }
  }

  fileprivate var variables: [(name: String, value: String)] {
    switch self {
    case .tabletMode(let isOn): [("SWIVEL_TABLET_MODE", Self.word(isOn))]
    case .posture(let word): [("SWIVEL_POSTURE", word)]
    case .lock(let lock):
      [("SWIVEL_LOCKED", "\(lock != nil)"), ("SWIVEL_LOCK", lock?.rawValue ?? "")]
    case .output(let name, let isThere):
      [
        ("SWIVEL_OUTPUT", UntrustedText(name).name(columns: 100)),
        ("SWIVEL_OUTPUT_CHANGE", isThere ? "added" : "removed"),
      ]
    case .sensor: []
    }
  }
}
