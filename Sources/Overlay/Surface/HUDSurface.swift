// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import Control
import Orientation
import WaylandClient

/// The overlay's layer surface; there is one only while something is to be seen.
///
/// Anchored to a corner, without an exclusive zone, without input and without the keyboard; drawn at
/// the size that the compositor configures and never turned by itself.
final class HUDSurface {
  private let display: OverlayDisplay
  private let options: OverlayOptions
  /// The output that turns, as the daemon tells; where there is a choice, that is the one.
  var turning: String?
  private let painter: HUDPainter
  private let onFailure: (OverlayFailure) -> Void

  private var surface: WlSurfaceProxy?
  private var layer: ZwlrLayerSurfaceV1Proxy?
  private var viewport: WpViewportProxy?
  private var fraction: WpFractionalScaleV1Proxy?
  private var output: OutputScale?
  /// Pixels per logical pixel in 120ths, where the compositor tells fractions.
  private var preferred: Int?
  private var configured: (width: Int, height: Int)?
  private var asked = (width: 0, height: 0)
  private var buffers: [SharedPicture] = []
  private var lines: [String] = []
  private var tone = HUDTone.quiet
  private(set) var drawings = 0

  init(
    _ display: OverlayDisplay, _ options: OverlayOptions,
    onFailure: @escaping (OverlayFailure) -> Void
  ) {
    self.display = display
    self.options = options
    self.onFailure = onFailure
    painter = HUDPainter(options)
    display.onOutputs = { [weak self] in self?.outputsChanged() }
  }

  func show(_ lines: [String], tone: HUDTone) {
    guard !lines.isEmpty else { return hide() }
    guard lines != self.lines || tone != self.tone || surface == nil else { return }
    self.lines = lines
    self.tone = tone
    attempt { () throws(OverlayFailure) in
      // One that is gone takes the surface along.
      if let output, !display.outputs.contains(where: { $0 === output }) { hide(keeping: lines) }
      let size = size
      if surface == nil {
        try create(size)
      } else if size != asked {
        try resize(size)
      } else {
        try draw()
      }
    }
  }

  /// Takes everything away; the next `show` begins anew.
  func hide() {
    hide(keeping: [])
  }

  private func hide(keeping lines: [String]) {
    self.lines = lines
    fraction?.destroy()
    viewport?.destroy()
    layer?.destroy()
    surface?.destroy()
    (fraction, viewport, layer, surface) = (nil, nil, nil, nil)
    (configured, preferred, output, buffers) = (nil, nil, nil, [])
  }

  private func create(_ size: (width: Int, height: Int)) throws(OverlayFailure) {
    guard let compositor = display.compositor, let shell = display.layerShell else {
      throw .noLayerShell
    }
    // phoc 0.24 ends when it has to choose an output and has no input device.
    guard let output = chosenOutput else { return }
    self.output = output
    do throws(WaylandError) {
      let surface = try compositor.createSurface()
      self.surface = surface
      surface.onEvent = { [weak self] in self?.handle($0) }
      // Without a region the whole surface would take clicks; an empty one takes none.
      let nothing = try compositor.createRegion()
      try surface.setInputRegion(region: nothing)
      nothing.destroy()
      if let manager = display.fractionalScale, let viewporter = display.viewporter {
        viewport = try viewporter.getViewport(surface: surface)
        fraction = try manager.getFractionalScale(surface: surface)
        fraction?.onEvent = { [weak self] event in
          if case .preferredScale(let scale) = event { self?.prefer(Int(scale)) }
        }
      }
      let layer = try shell.getLayerSurface(
        surface: surface, output: output.proxy, layer: .overlay, namespace: "swivel-hud")
      self.layer = layer
      layer.onEvent = { [weak self] in self?.handle($0) }
      try layer.setAnchor(anchor: options.corner.anchor)
      try layer.setExclusiveZone(zone: 0)
      let margin = Int32(options.margin)
      try layer.setMargin(top: margin, right: margin, bottom: margin, left: margin)
    } catch {
      throw OverlayFailure(error)
    }
    try resize(size)
  }

  private var chosenOutput: OutputScale? {
    guard let name = options.output ?? turning else { return display.outputs.first }
    return display.outputs.first { $0.name == name }
      ?? (options.output == nil ? display.outputs.first : nil)
  }

  /// How large the lines want to be, never wider than their output.
  private var size: (width: Int, height: Int) {
    let size = painter.size(of: lines)
    let room = (output ?? chosenOutput)?.width.map { max(1, $0 - 2 * options.margin) }
    return (min(size.width, room ?? size.width), size.height)
  }

  // A turned output may have less room, or more.
  private func outputsChanged() {
    guard surface != nil else { return }
    let size = size
    attempt { () throws(OverlayFailure) in if size != asked { try resize(size) } }
    redraw()
  }

  // Nothing is drawn before the compositor has said how large.
  private func resize(_ size: (width: Int, height: Int)) throws(OverlayFailure) {
    asked = size
    do throws(WaylandError) {
      try layer?.setSize(width: UInt32(size.width), height: UInt32(size.height))
      try surface?.commit()
    } catch {
      throw OverlayFailure(error)
    }
  }

  private func handle(_ event: ZwlrLayerSurfaceV1Proxy.Event) {
    switch event {
    case .configure(let serial, let width, let height):
      configured = (width == 0 ? asked.width : Int(width), height == 0 ? asked.height : Int(height))
      attempt { () throws(OverlayFailure) in
        do throws(WaylandError) {
          try layer?.ackConfigure(serial: serial)
        } catch {
          throw OverlayFailure(error)
        }
        try draw()
      }
    case .closed: hide()
    }
  }

  /// Every event of a surface, also of newer versions, tells that it is shown otherwise than before.
  private func handle(_: WlSurfaceProxy.Event) { redraw() }

  private func prefer(_ scale: Int) {
    preferred = max(30, min(120 * 16, scale))
    redraw()
  }

  private func redraw() {
    guard configured != nil, scale != drawnScale else { return }
    attempt { () throws(OverlayFailure) in try draw() }
  }

  /// Pixels per logical pixel.
  private var scale: Double {
    if let preferred { return Double(preferred) / 120 }
    return Double(output?.scale ?? 1)
  }

  private var drawnScale = 0.0

  private func draw() throws(OverlayFailure) {
    guard let configured, let surface, let shm = display.shm else { return }
    let scale = scale
    let width = Int((Double(configured.width) * scale).rounded())
    let height = Int((Double(configured.height) * scale).rounded())
    let buffer = try buffer(shm, max(1, width), max(1, height))
    unsafe painter.draw(
      lines, tone: tone, into: buffer.address, width: Int(buffer.size.width),
      height: Int(buffer.size.height), stride: Int(buffer.stride), scale: scale)
    drawnScale = scale
    drawings += 1
    do throws(WaylandError) {
      if let viewport {
        try viewport.setDestination(
          width: Int32(configured.width), height: Int32(configured.height))
      } else {
        try surface.setBufferScale(scale: Int32(scale))
      }
      try surface.attach(buffer: buffer.buffer, x: 0, y: 0)
      try surface.damageBuffer(x: 0, y: 0, width: buffer.size.width, height: buffer.size.height)
      try surface.commit()
    } catch {
      throw OverlayFailure(error)
    }
    buffer.lend()
  }

  private func buffer(
    _ shm: WlShmProxy, _ width: Int, _ height: Int
  ) throws(OverlayFailure) -> SharedPicture {
    let size = Size(width: Int32(width), height: Int32(height))
    buffers.removeAll { !$0.isLent && $0.size != size }
    if let free = buffers.first(where: { !$0.isLent }) { return free }
    do throws(SharedPictureError) {
      let made = try SharedPicture(shm, size: size, format: .xrgb8888)
      buffers.append(made)
      return made
    } catch {
      throw OverlayFailure("\(error)")
    }
  }

  private func attempt(_ body: () throws(OverlayFailure) -> Void) {
    do throws(OverlayFailure) { try body() } catch { onFailure(error) }
  }
}

extension OverlayOptions.Corner {
  /// The edges that the corner lies at.
  fileprivate var anchor: ZwlrLayerSurfaceV1.Anchor {
    switch self {
    case .topLeft: [.top, .left]
    case .topRight: [.top, .right]
    case .bottomLeft: [.bottom, .left]
    case .bottomRight: [.bottom, .right]
    }
  }
}
