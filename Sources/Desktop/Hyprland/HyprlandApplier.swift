// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import Orientation

/// Turns Hyprland's outputs in another way, and has it draw a frame afterwards.
///
/// Hyprland, 0.57 included, carries out a change of its outputs when it draws next, which on a screen that
/// stands still it does not. A request with the flag `r` has all outputs drawn (the files
/// MonitorRuleManager.cpp and ipc/s1/Commands.cpp of https://github.com/hyprwm/Hyprland, August 2026).
/// From 90 to 180 no event of wl_output came, but one of the output manager: its word counts.
public final class HyprlandApplier: TransformApplier {
  private let base: any TransformApplier
  private let path: String
  private let loop: EventLoop
  private var request: HyprlandSocket?

  /// Turns by `base`, in the Hyprland whose request socket is at `path`.
  public init(_ base: any TransformApplier, path: String, on loop: EventLoop) {
    self.base = base
    self.path = path
    self.loop = loop
    (base as? WlrApplier)?.believesHeads = true
  }

  /// The name of the way that turns.
  public var name: String { base.name }

  /// Why that cannot turn an output now, in words; nil if it can.
  public func obstacle(to output: String) -> String? { base.obstacle(to: output) }

  /// Asks for a change, and a millisecond later for a frame.
  public func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    base.apply(change, onEnd: onEnd)
    // What was asked for goes out before the loop's next sleep, and the frame has to come after it.
    loop.schedule(after: .milliseconds(1)) { [weak self] in self?.draw() }
  }

  /// The transform of an output by that way's own reports; nil where wl_output's word counts.
  public func transform(of output: String) -> Transform? { base.transform(of: output) }

  /// Without an answer nothing is lost but time: the next frame turns the output as well.
  private func draw() {
    request = try? HyprlandSocket("r/version", at: path, on: loop) { [weak self] _ in
      self?.request = nil
    }
  }
}
