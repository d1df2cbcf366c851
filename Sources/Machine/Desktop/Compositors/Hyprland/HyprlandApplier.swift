// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Orientation

/// The applier for Hyprland: rotates through another applier, then requests a frame and reads the
/// result.
///
/// Hyprland, 0.57 included, executes a change of its outputs with the next frame, and draws none
/// while nothing on the screen changes. A request with the flag `r` causes a frame of all outputs
/// (MonitorRuleManager.cpp and ipc/s1/Commands.cpp of https://github.com/hyprwm/Hyprland, August
/// 2026). wl_output and the output manager do not report every transform (0.57 reports only the
/// first change of a session); Hyprland's own socket does.
final class HyprlandApplier: TransformApplier {
  private struct Report {
    let transform: Transform
    /// The transform of wl_output at the first comparison with the report; `nil` before it.
    var wire: Transform?
  }

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
  private var reports: [String: Report] = [:]
  /// The last sent change, until it fails or the request for the outputs' state after it ends.
  private var unanswered: Unanswered?

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

  /// Requests a change, then a frame one millisecond later, and after a successful answer the
  /// outputs' state.
  ///
  /// A repeated request for an unanswered change is not sent: Hyprland answers after a frame, and
  /// each further request would delay the answer by one more frame.
  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    if let unanswered, unanswered.change == change {
      unanswered.waiting.append(onEnd)
      return
    }
    let request = Unanswered(change, onEnd)
    unanswered = request
    base.apply(change) { [weak self] result in
      func end() {
        if self?.unanswered === request { self?.unanswered = nil }
        for onEnd in request.waiting { onEnd(result) }
      }
      guard let self, result == .succeeded else { return end() }
      requests.ask("j/monitors") { [weak self] reply in
        if let reply { self?.receive(reply) }
        end()
      }
    }
    // The frame must be requested after the change, which leaves before the loop's next sleep. If
    // this request fails, the next ordinary frame rotates the output.
    loop.schedule(after: .milliseconds(1)) { [weak self] in self?.requests.ask("r/version") { _ in }
    }
  }

  /// Returns the transform from Hyprland's socket, or `wire` if the socket has reported none or
  /// wl_output has changed since the first call after that report.
  func transform(of output: String, beside wire: Transform) -> Transform {
    guard let report = reports[output] else { return wire }
    guard report.wire ?? wire == wire else {
      reports[output] = nil
      return wire
    }
    reports[output]?.wire = wire
    return report.transform
  }

  private func receive(_ reply: String) {
    guard let monitors = (try? JSONValue.parse(reply, file: requests.path))?.array else { return }
    for monitor in monitors {
      guard let name = monitor["name"]?.string, let number = monitor["transform"]?.int,
        let transform = UInt8(exactly: number).flatMap(Transform.init(rawValue:))
      else { continue }
      reports[name] = Report(transform: transform)
    }
    onReport()
  }
}
