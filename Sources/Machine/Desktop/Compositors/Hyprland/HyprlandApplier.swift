// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Orientation

/// The applier for Hyprland: uses another applier, then requests a frame and reads the result.
///
/// Hyprland, 0.57 included, carries out a change of its outputs with the next frame, and draws none
/// while nothing on the screen changes. A request with the flag `r` causes a frame of all outputs
/// (MonitorRuleManager.cpp and ipc/s1/Commands.cpp of https://github.com/hyprwm/Hyprland, August
/// 2026). Neither wl_output nor the output manager reports every transform (0.57 reports the first
/// change of a session only); the monitors of Hyprland's own socket do.
final class HyprlandApplier: TransformApplier {
  /// The transform that Hyprland's socket has reported for an output.
  private struct Report {
    let transform: Transform
    /// The transform of wl_output at that time; `nil` until it is compared for the first time.
    var wire: Transform?
  }

  /// A change without an answer, and the closures that wait for the answer.
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
  /// The change that was sent last, unless it is answered.
  private var unanswered: Unanswered?

  /// Creates an applier that rotates by `base`, for the Hyprland with the request socket at `path`;
  /// `onReport` is called after the socket has reported the outputs.
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
  /// A repetition of an unanswered change is not sent: Hyprland answers after a frame, and each
  /// further request would require one more frame before that.
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
    // The change is sent before the loop's next sleep, and the frame has to be requested after it.
    // Without the requested frame, the next ordinary one rotates the output.
    loop.schedule(after: .milliseconds(1)) { [weak self] in self?.requests.ask("r/version") { _ in }
    }
  }

  /// Returns the newest transform: Hyprland's after a change, unless wl_output has changed since.
  func transform(of output: String, beside wire: Transform) -> Transform {
    guard let report = reports[output] else { return wire }
    guard report.wire ?? wire == wire else {
      reports[output] = nil
      return wire
    }
    reports[output]?.wire = wire
    return report.transform
  }

  /// Records the transforms of a list of monitors; for a malformed entry wl_output's remains in use.
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
