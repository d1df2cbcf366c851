// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// One wl_output and its xdg_output; events take effect when a report is complete.
final class OutputTracker {
  let global: UInt32
  let proxy: WlOutputProxy
  private(set) var facts: OutputFacts?
  private var pending = OutputFacts()
  private var hasReport = false
  private var details: ZxdgOutputV1Proxy?
  private let onCommit: () -> Void

  init(global: UInt32, proxy: WlOutputProxy, onCommit: @escaping () -> Void) {
    self.global = global
    self.proxy = proxy
    self.onCommit = onCommit
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func follow(_ manager: ZxdgOutputManagerV1Proxy) throws(WaylandError) {
    guard details == nil else { return }
    let details = try manager.getXdgOutput(output: proxy)
    details.onEvent = { [weak self] in self?.handle($0) }
    self.details = details
  }

  /// Called when the compositor has answered all requests; commits what it has reported so far,
  /// with a made-up name for an output that got none.
  func commitUnfinished() {
    if hasReport { commit(waits: false) }
  }

  func end() {
    details?.destroy()
    proxy.release()
  }

  private func handle(_ event: WlOutputProxy.Event) {
    switch event {
    case .geometry(let x, let y, let width, let height, _, let make, let model, let transform):
      hasReport = true
      pending.position = Point(x: x, y: y)
      pending.physicalSize = Size(width: width, height: height)
      pending.make = make.string
      pending.model = model.string
      pending.transform = Transform(wire: transform) ?? pending.transform
    case .mode(let flags, let width, let height, let refresh):
      guard flags.contains(.current) else { return }
      pending.modeSize = Size(width: width, height: height)
      pending.modeRefresh = refresh
    case .scale(let factor): pending.scale = factor
    case .name(let name): pending.name = name.string
    case .description(let description): pending.description = description.string
    case .done:
      commit(waits: true)
      return
    }
    // Version 1 has no event that ends a report.
    if proxy.version < 2 { commit(waits: true) }
  }

  private func handle(_ event: ZxdgOutputV1Proxy.Event) {
    switch event {
    case .logicalPosition(let x, let y): pending.logicalPosition = Point(x: x, y: y)
    case .logicalSize(let width, let height):
      pending.logicalSize = Size(width: width, height: height)
    case .name(let name): pending.name = pending.name ?? name.string
    case .description(let description):
      if pending.description.isEmpty { pending.description = description.string }
    case .done:
      // From version 3 of xdg_output on, wl_output.done ends the report.
      if (details?.version ?? 0) < 3 && hasReport { commit(waits: true) }
    }
  }

  private func commit(waits: Bool) {
    // For a wl_output older than version 4 the xdg_output sends the name, a moment later.
    if waits && facts == nil && pending.name == nil && (details?.version ?? 2) >= 2 {
      return
    }
    if pending.name == nil { pending.name = "output-\(global)" }
    facts = pending
    onCommit()
  }
}

struct OutputFacts {
  var name: String?
  var description = ""
  var make = ""
  var model = ""
  var transform = Transform.normal
  var scale: Int32 = 1
  var position = Point(x: 0, y: 0)
  var modeSize = Size(width: 0, height: 0)
  var modeRefresh: Int32 = 0
  var physicalSize = Size(width: 0, height: 0)
  var logicalPosition: Point?
  var logicalSize: Size?

  /// The size in the layout; computed from the mode if no xdg_output reports it.
  var size: Size {
    if let logicalSize { return logicalSize }
    let scale = max(scale, 1)
    return transform.apply(to: Size(width: modeSize.width / scale, height: modeSize.height / scale))
  }

  /// Physical pixels per logical pixel, rounded to 120ths as in wp_fractional_scale_v1.
  ///
  /// Computed from the size in the layout, since wl_output rounds the scale up to a whole number.
  /// If the two disagree, or no size is reported, this is wl_output's number.
  var exactScale: Double {
    let whole = Double(scale)
    guard let logicalSize, logicalSize.width > 0 else { return whole }
    let pixels = transform.apply(to: modeSize).width
    let ratio = (120 * Double(pixels) / Double(logicalSize.width)).rounded() / 120
    return ratio.rounded(.up) == whole ? ratio : whole
  }
}

extension Transform {
  init?(wire: WlOutput.Transform) {
    guard let value = UInt8(exactly: wire.rawValue) else { return nil }
    self.init(rawValue: value)
  }

  var wire: WlOutput.Transform { WlOutput.Transform(rawValue: UInt32(rawValue)) }
}
