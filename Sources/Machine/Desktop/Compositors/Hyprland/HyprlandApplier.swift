// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Orientation

/// The applier for Hyprland: uses another applier, then requests a frame and reads the result.
///
/// Hyprland, 0.57 included, carries out a change of its outputs when it draws next, which on a screen that
/// stands still it does not. A request with the flag `r` has all outputs drawn (the files
/// MonitorRuleManager.cpp and ipc/s1/Commands.cpp of https://github.com/hyprwm/Hyprland, August 2026).
/// Neither wl_output nor the output manager tell every transform (0.57 told the first change of a session
/// and none after it); the monitors of its own socket have it.
final class HyprlandApplier: TransformApplier {
  /// What Hyprland has said of an output, and what wl_output said at that time.
  private struct Answer {
    let transform: Transform
    var wire: Transform?
  }

  /// The change that was sent last and is not answered yet, and the closures that wait for its
  /// answer.
  private final class Unanswered {
    let change: OutputChange
    var waiting: [(ChangeResult) -> Void]

    init(_ change: OutputChange, _ onEnd: @escaping (ChangeResult) -> Void) {
      (self.change, waiting) = (change, [onEnd])
    }
  }

  private let base: any TransformApplier
  private let requests: HyprlandRequests
  private let loop: EventLoop
  private let onReport: () -> Void
  private var answers: [String: Answer] = [:]
  private var unanswered: Unanswered?

  /// Turns by `base`, in the Hyprland whose request socket is at `path`; `onReport` is called when that
  /// has said how its outputs stand.
  init(
    _ base: any TransformApplier, path: String, on loop: EventLoop, onReport: @escaping () -> Void
  ) {
    self.base = base
    requests = HyprlandRequests(path: path, on: loop)
    self.loop = loop
    self.onReport = onReport
  }

  var name: String { base.name }

  func obstacle(to output: String) -> String? { base.obstacle(to: output) }

  /// Requests a change, a frame one millisecond later, and the outputs after the answer.
  ///
  /// What is asked for again before it was answered is not sent again: Hyprland answers once it has
  /// drawn, and each request more would be one more frame to draw before that.
  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    if let unanswered, unanswered.change == change {
      unanswered.waiting.append(onEnd)
      return
    }
    let asked = Unanswered(change, onEnd)
    unanswered = asked
    base.apply(change) { [weak self] result in
      func end() {
        if self?.unanswered === asked { self?.unanswered = nil }
        for onEnd in asked.waiting { onEnd(result) }
      }
      guard let self, result == .succeeded else { return end() }
      requests.ask("j/monitors") { [weak self] reply in
        if let reply { self?.take(reply) }
        end()
      }
    }
    // What was asked for goes out before the loop's next sleep, and the frame has to come after it.
    // Without an answer nothing is lost but time: the next frame turns the output as well.
    loop.schedule(after: .milliseconds(1)) { [weak self] in self?.requests.ask("r/version") { _ in }
    }
  }

  /// What was said last: by Hyprland after a change, or by wl_output since.
  func transform(of output: String, beside wire: Transform) -> Transform {
    guard let answer = answers[output] else { return wire }
    guard answer.wire ?? wire == wire else {
      answers[output] = nil
      return wire
    }
    answers[output]?.wire = wire
    return answer.transform
  }

  /// Takes the list of monitors in; what cannot be read leaves wl_output's word standing.
  private func take(_ reply: String) {
    guard let monitors = (try? JSONValue.parse(reply, file: requests.path))?.array else { return }
    for monitor in monitors {
      guard let name = monitor["name"]?.string, let number = monitor["transform"]?.int,
        let transform = UInt8(exactly: number).flatMap(Transform.init(rawValue:))
      else { continue }
      answers[name] = Answer(transform: transform)
    }
    onReport()
  }
}
