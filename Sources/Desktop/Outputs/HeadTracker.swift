// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// Follows one head; its owner commits when the manager says that a report is complete.
final class HeadTracker {
  let proxy: ZwlrOutputHeadV1Proxy
  /// The last complete report, nil before the first.
  private(set) var facts: HeadFacts?
  /// Whether the head goes away with the next complete report.
  private(set) var isFinished = false
  /// Whether it has ever told of a mode with a size, or of being on.
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

  /// Ends the head and its modes; before version 3 that is only local.
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
      // What follows is sent again when the head comes back.
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
