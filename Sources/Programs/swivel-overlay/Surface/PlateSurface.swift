// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import Control
import Drawing
import Formats
import Orientation
import WaylandClient

protocol PlatePainter {
  /// The content; the surface is redrawn when the content changes.
  associatedtype Content: Equatable

  /// Returns the size of the content in logical pixels.
  func size(of content: Content) -> (width: Int, height: Int)

  /// Draws the content, in logical pixels, on a transparent background.
  func draw(_ content: Content, in context: DrawingContext, width: Double, height: Double)
}

/// A layer surface that exists only while it has content.
///
/// The surface is anchored to a corner of the output, without exclusive zone and keyboard. It takes
/// input only if `onSurface` is set. The content is drawn at the size that the compositor
/// configures.
final class PlateSurface<Painter: PlatePainter> {
  private let display: OverlayDisplay
  private let options: OverlayOptions
  /// The name of the output that the daemon rotates; the surface is shown there unless the options
  /// or `preferredOutput` name another.
  private var turning: String?
  /// The name of the output on which the surface is created next, unless the options name one;
  /// `nil` for the output that the daemon rotates.
  var preferredOutput: String?
  /// Called with the new surface, and with `nil` when it is destroyed.
  ///
  /// Without this closure, the surface's input region is empty.
  var onSurface: ((WlSurfaceProxy?) -> Void)?
  private let painter: Painter
  private let onFailure: (OverlayFailure) -> Void

  private var surface: WlSurfaceProxy?
  private var layer: ZwlrLayerSurfaceV1Proxy?
  private var viewport: WpViewportProxy?
  private var fraction: WpFractionalScaleV1Proxy?
  private var output: OutputScale?
  /// The fractional scale in 120ths; nil until the compositor has sent one.
  private var preferred: Int?
  private var configured: (width: Int, height: Int)?
  private var asked = (width: 0, height: 0)
  private var buffers: [SharedPicture] = []
  private var content: Painter.Content?
  private var corner: OverlayOptions.Corner

  init(
    _ display: OverlayDisplay, _ options: OverlayOptions, _ painter: Painter,
    onFailure: @escaping (OverlayFailure) -> Void
  ) {
    self.display = display
    self.options = options
    self.onFailure = onFailure
    self.painter = painter
    corner = options.corner
    display.onOutputs = { [weak self] in self?.outputsChanged() }
  }

  /// Stores the name of the output that the daemon rotates, from the daemon's state.
  func followTurning(_ state: JSONValue?) {
    turning = (state?["outputs"]?.array ?? []).first { $0["turns"]?.bool == true }?["name"]?.string
  }

  /// Shows the content, in `corner` or, for `nil`, in the configured corner; has no effect if it is
  /// shown there already.
  func show(_ content: Painter.Content, in corner: OverlayOptions.Corner? = nil) {
    let corner = corner ?? options.corner
    guard content != self.content || corner != self.corner || surface == nil else { return }
    let isMoved = corner != self.corner
    self.corner = corner
    self.content = content
    attempt { () throws(OverlayFailure) in
      // If the output was removed, the surface is created again on another one.
      if let output, !display.outputs.contains(where: { $0 === output }) { hide(keeping: content) }
      let size = size
      if surface == nil {
        try create(size)
      } else if size != asked || isMoved {
        try resize(size)
      } else {
        try draw()
      }
    }
  }

  /// The size that the compositor configured, in logical pixels; `nil` before that and while the
  /// surface is hidden.
  var shownSize: Size? {
    configured.map { Size(width: Int32($0.width), height: Int32($0.height)) }
  }

  func hide() {
    hide(keeping: nil)
  }

  private func hide(keeping content: Painter.Content?) {
    self.content = content
    if surface != nil { onSurface?(nil) }
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
    // phoc 0.24 ends if it must choose an output and has no input device, so an output is named.
    guard let output = chosenOutput else { return }
    self.output = output
    do throws(WaylandError) {
      let surface = try compositor.createSurface()
      self.surface = surface
      surface.onEvent = { [weak self] in self?.handle($0) }
      if let onSurface {
        onSurface(surface)
      } else {
        // Without a region the whole surface takes input; an empty region takes none.
        let nothing = try compositor.createRegion()
        try surface.setInputRegion(region: nothing)
        nothing.destroy()
      }
      if let manager = display.fractionalScale, let viewporter = display.viewporter {
        viewport = try viewporter.getViewport(surface: surface)
        fraction = try manager.getFractionalScale(surface: surface)
        fraction?.onEvent = { [weak self] event in
          if case .preferredScale(let scale) = event { self?.prefer(Int(scale)) }
        }
      }
      let layer = try shell.getLayerSurface(
        surface: surface, output: output.proxy, layer: .overlay,
        namespace: options.suggests ? "swivel-suggest" : "swivel-hud")
      self.layer = layer
      layer.onEvent = { [weak self] in self?.handle($0) }
      try layer.setExclusiveZone(zone: 0)
      let margin = Int32(options.margin)
      try layer.setMargin(top: margin, right: margin, bottom: margin, left: margin)
    } catch {
      throw OverlayFailure(error)
    }
    try resize(size)
  }

  private var chosenOutput: OutputScale? {
    guard let name = options.output ?? preferredOutput ?? turning else {
      return display.outputs.first
    }
    return display.outputs.first { $0.name == name }
      ?? (options.output == nil ? display.outputs.first : nil)
  }

  /// The size to request, in logical pixels: the content's size, at most as wide as the output
  /// without the margins.
  private var size: (width: Int, height: Int) {
    guard let content else { return (1, 1) }
    let size = painter.size(of: content)
    let room = (output ?? chosenOutput)?.width.map { max(1, $0 - 2 * options.margin) }
    return (min(size.width, room ?? size.width), size.height)
  }

  // Requests another size and redraws if needed: a changed output may have another width or scale.
  private func outputsChanged() {
    guard surface != nil else { return }
    let size = size
    attempt { () throws(OverlayFailure) in if size != asked { try resize(size) } }
    redraw()
  }

  // Requests a size and the anchor of the current corner; drawing waits for the compositor's
  // `configure` event.
  private func resize(_ size: (width: Int, height: Int)) throws(OverlayFailure) {
    asked = size
    do throws(WaylandError) {
      try layer?.setAnchor(anchor: corner.anchor)
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

  /// Redraws if the scale has changed, since each event of a surface may imply another output or
  /// scale.
  private func handle(_: WlSurfaceProxy.Event) { redraw() }

  private func prefer(_ scale: Int) {
    preferred = max(30, min(120 * 16, scale))
    redraw()
  }

  private func redraw() {
    guard configured != nil, scale != drawnScale else { return }
    attempt { () throws(OverlayFailure) in try draw() }
  }

  /// The scale: buffer pixels per logical pixel.
  private var scale: Double {
    if let preferred { return Double(preferred) / 120 }
    return Double(output?.scale ?? 1)
  }

  private var drawnScale = 0.0

  private func draw() throws(OverlayFailure) {
    guard let configured, let content, let surface, let shm = display.shm else { return }
    let scale = scale
    let width = Int((Double(configured.width) * scale).rounded())
    let height = Int((Double(configured.height) * scale).rounded())
    let buffer = try buffer(shm, max(1, width), max(1, height))
    paint(content, on: buffer, scale: scale)
    drawnScale = scale
    do throws(WaylandError) {
      if let viewport {
        try viewport.setDestination(
          width: Int32(configured.width), height: Int32(configured.height))
      } else {
        try surface.setBufferScale(scale: Int32(scale))
      }
      try buffer.present(on: surface)
    } catch {
      throw OverlayFailure(error)
    }
  }

  private func paint(_ content: Painter.Content, on buffer: SharedPicture, scale: Double) {
    guard let context = unsafe DrawingContext(buffer.address, size: buffer.size, of: buffer) else {
      return
    }
    // A reused buffer still contains an earlier picture.
    context.clear()
    context.scale(scale, scale)
    painter.draw(
      content, in: context, width: Double(buffer.size.width) / scale,
      height: Double(buffer.size.height) / scale)
  }

  private func buffer(
    _ shm: WlShmProxy, _ width: Int, _ height: Int
  ) throws(OverlayFailure) -> SharedPicture {
    let size = Size(width: Int32(width), height: Int32(height))
    buffers.removeAll { !$0.isLent && $0.size != size }
    if let free = buffers.first(where: { !$0.isLent }) { return free }
    do throws(SharedPictureError) {
      let made = try SharedPicture(shm, size: size, format: .argb8888)
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
  fileprivate var anchor: ZwlrLayerSurfaceV1.Anchor {
    switch self {
    case .topLeft: [.top, .left]
    case .topRight: [.top, .right]
    case .bottomLeft: [.bottom, .left]
    case .bottomRight: [.bottom, .right]
    }
  }
}
