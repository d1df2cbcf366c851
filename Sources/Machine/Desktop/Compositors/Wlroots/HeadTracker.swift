// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// One head of the output manager; events take effect when the manager's report is complete.
final class HeadTracker {
  let proxy: ZwlrOutputHeadV1Proxy
  private(set) var facts: HeadFacts?
  /// Whether the head will be removed with the next complete report.
  private(set) var isFinished = false
  /// Whether the head has ever reported a mode with a size, or that it is enabled.
  private var isDescribed = false
  private var pending = HeadFacts()
  private var modes: [ModeTracker] = []

  init(_ proxy: ZwlrOutputHeadV1Proxy) {
    self.proxy = proxy
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func commit() {
    modes.removeAll { !$0.proxy.isAlive }
    if pending.mode?.proxy.isAlive == false { pending.mode = nil }
    isDescribed = isDescribed || pending.isEnabled || modes.contains { $0.size.width > 0 }
    pending.isOff = !pending.isEnabled && isDescribed
    facts = pending
  }

  /// Ends the head and its modes; before version 3 of the protocol, which has no request for that,
  /// drops only the local objects.
  func end() {
    for mode in modes { mode.proxy.release() }
    proxy.release()
  }

  private func handle(_ event: ZwlrOutputHeadV1Proxy.Event) {
    switch event {
    case .name(let name): pending.name = name.string
    case .description(let description): pending.description = description.string
    case .make(let make): pending.make = make.string
    case .model(let model): pending.model = model.string
    case .mode(let mode): modes.append(ModeTracker(mode))
    case .enabled(let enabled):
      pending.isEnabled = enabled != 0
      // The compositor sends these facts again when the head is enabled.
      if enabled == 0 { (pending.mode, pending.position) = (nil, nil) }
      if enabled == 0 { (pending.transform, pending.scale) = (nil, nil) }
    case .currentMode(let mode): pending.mode = modes.first { $0.proxy === mode }
    case .position(let x, let y): pending.position = Point(x: x, y: y)
    case .transform(let transform): pending.transform = Transform(wire: transform)
    case .scale(let scale): pending.scale = scale
    case .finished: isFinished = true
    case .serialNumber(let serial): pending.serial = serial.string
    case .physicalSize, .adaptiveSync: break
    }
  }
}

/// The facts about one head, as the output manager reports them; unknown ones are `nil` or empty.
struct HeadFacts {
  var name = ""
  var description = ""
  var make = ""
  var model = ""
  var serial = ""
  var isEnabled = false
  /// Whether the head is reported as disabled; phoc does so for an output whose screen is dark.
  ///
  /// sway 1.7 reports every output without fixed modes as disabled and reports nothing else about
  /// it; such a report is ignored.
  var isOff = false
  var mode: ModeTracker?
  var position: Point?
  var transform: Transform?
  var scale: Fixed?
}

final class ModeTracker {
  let proxy: ZwlrOutputModeV1Proxy
  private(set) var size = Size(width: 0, height: 0)
  private(set) var refresh: Int32 = 0

  init(_ proxy: ZwlrOutputModeV1Proxy) {
    self.proxy = proxy
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: ZwlrOutputModeV1Proxy.Event) {
    switch event {
    case .size(let width, let height): size = Size(width: width, height: height)
    case .refresh(let refresh): self.refresh = refresh
    case .preferred: break
    case .finished: proxy.release()
    }
  }
}
