// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
public import EventLoop
public import HeadlessCompositor
public import Orientation
public import Pixels
import WaylandClient

/// The content of a window on a host.
///
/// `Picture` is a value with everything to draw; `Trace` is the part of a shown picture that is
/// kept to compute later damage.
public protocol HostContent: AnyObject {
  associatedtype Picture
  associatedtype Trace

  /// Returns the size of the buffer for a window's shape: an integer multiple of the window's size,
  /// unless the shape is exact.
  func pixels(for shape: HostShape) -> Size
  func reshaped(_ shape: HostShape)
  /// Returns the contents of the next frame; called once per frame.
  func makePicture() -> Picture
  /// Returns the part of a picture that `damage(from:to:)` will need; it should contain no pixels.
  func trace(of picture: Picture) -> Trace
  /// Returns the damage of a picture relative to an earlier one, in pixels; nil if everything is
  /// damaged.
  func damage(from old: Trace, to new: Picture) -> [Rectangle]?
  /// Draws a picture within the damage; nil redraws everything.
  func draw(_ picture: Picture, on canvas: Canvas, damage: [Rectangle]?)
  /// Called when a frame was committed to the host.
  func shown()
}

/// The size and scale of a window on a host.
public struct HostShape: Sendable, Hashable {
  /// Width and height in the host's logical pixels.
  public var size: Size
  /// Physical pixels per logical pixel, in 120ths.
  public var scale: Int32
  /// Whether the buffer may have any size (viewporter); otherwise it is a multiple of the window's
  /// size.
  public var isExact: Bool

  /// Creates a shape with a scale in 120ths.
  public init(size: Size, scale: Int32, isExact: Bool) {
    self.size = size
    self.scale = scale
    self.isExact = isExact
  }

  /// The size in pixels, rounded.
  public var pixels: Size {
    func scaled(_ value: Int32) -> Int32 {
      Int32(clamping: max(1, (Int(value) * Int(scale) + 60) / 120))
    }
    return Size(width: scaled(size.width), height: scaled(size.height))
  }

  /// The smallest integer scale that is at least the scale.
  public var wholeScale: Int32 { max(1, (scale + 119) / 120) }

  /// Returns the size times `scale`, or times the largest whole number at which no side is longer
  /// than `longestSide`; a longer side of the window itself is cut.
  func pixels(scale: Int32, longestSide: Int32) -> Size {
    let (width, height) = (min(longestSide, size.width), min(longestSide, size.height))
    let scale = min(scale, longestSide / max(1, width, height))
    return Size(width: width * scale, height: height * scale)
  }
}

/// The title, app ID and sizes of a window on the host.
public struct HostWindowOptions: Sendable {
  /// The title of the window.
  public var title: String
  /// The app ID of the window: the name of a desktop file.
  public var appID: String
  /// The initial size in logical pixels, used if the host does not choose one.
  public var size: Size
  /// The requested minimum size; none if the width is 0.
  public var smallest = Size(width: 0, height: 0)

  /// Creates options without a minimum size.
  public init(title: String, appID: String, size: Size) {
    self.title = title
    self.appID = appID
    self.size = size
  }
}

/// A window on a host, redrawn after changes when the host is ready.
public final class HostWindow<Content: HostContent> {
  private enum Pace {
    /// No frame is pending, so the next one may be drawn at once.
    case idle
    /// A frame will be drawn in the next iteration of the loop.
    case due(Token)
    /// A frame callback is pending; `isWanted` means that a change must be drawn after it.
    case waiting(WlCallbackProxy, isWanted: Bool)
  }

  private struct Slot {
    let shared: SharedPicture
    let canvas: Canvas
    var trace: Content.Trace?
  }

  /// The states of the toplevel in which the host determines the window's size.
  private static var held: [XdgToplevel.State] {
    [.maximized, .fullscreen, .tiledLeft, .tiledRight, .tiledTop, .tiledBottom]
  }
  private static var mostSlots: Int { 3 }
  private static var mostRectangles: Int { 16 }

  /// Called when the user closes the window.
  public var onClose: (() -> Void)?
  /// Called each time a frame could not be drawn.
  public var onFailure: ((HostFailure) -> Void)?
  /// The current shape; nil before the host has configured the window.
  public private(set) var shape: HostShape?
  /// The number of frames with a new picture that were committed to the host.
  public private(set) var pictures = 0
  /// Whether no frame is pending and the host has the latest picture.
  public var isAtRest: Bool {
    if case .idle = pace { !isStarved } else { false }
  }

  private let display: HostDisplay
  private let loop: EventLoop
  private unowned let content: Content
  private let surface: WlSurfaceProxy
  private let shellSurface: XdgSurfaceProxy
  private let toplevel: XdgToplevelProxy
  private var viewport: WpViewportProxy?
  private var fraction: WpFractionalScaleV1Proxy?
  private var decoration: ZxdgToplevelDecorationV1Proxy?
  private let cursor: HostCursor
  private var pace = Pace.idle
  private var wanted: Size
  private var isFloating = false
  /// The maximum size that the host recommends; nil if there is none.
  private var bounds: Size?
  private var preferredScale: Int32?
  private var entered: [WlOutputProxy] = []
  private var slots: [Slot] = []
  private var shown: (trace: Content.Trace, pixels: Size)?
  /// Whether a frame waits for the host to release a buffer.
  private var isStarved = false

  /// Creates a window, which the host maps once the loop runs.
  ///
  /// The window's input goes to `input`, and the host shares its selections with `exchange`, if
  /// given.
  public init(
    _ display: HostDisplay, on loop: EventLoop, content: Content, options: HostWindowOptions,
    input: (any HostInput)?, exchange: Clipboard? = nil
  ) throws(HostFailure) {
    self.display = display
    self.loop = loop
    self.content = content
    wanted = options.size
    do throws(WaylandError) {
      surface = try display.compositor.createSurface()
      shellSurface = try display.shell.getXdgSurface(surface: surface)
      toplevel = try shellSurface.getToplevel()
      cursor = HostCursor(display)
      try toplevel.setTitle(title: options.title)
      try toplevel.setAppId(appId: options.appID)
      if options.smallest.width > 0 {
        try toplevel.setMinSize(width: options.smallest.width, height: options.smallest.height)
      }
      if let viewporter = display.viewporter {
        viewport = try viewporter.getViewport(surface: surface)
        fraction = try display.fractionalScale?.getFractionalScale(surface: surface)
      }
      decoration = try display.decorations?.getToplevelDecoration(toplevel: toplevel)
      try decoration?.setMode(mode: .serverSide)
      listen()
      try surface.commit()
    } catch {
      throw HostFailure(connecting: error)
    }
    let attend = { [unowned self] in
      for seat in self.display.seats {
        seat.attend(surface, with: input, cursor: cursor)
        if let exchange { seat.share(exchange, on: self.display) }
      }
    }
    display.onSeat = attend
    attend()
  }

  /// Draws a frame as soon as the host is ready.
  public func requestFrame() {
    switch pace {
    case .idle:
      // The frame is drawn in the next iteration, so that it contains all changes until then.
      pace = .due(loop.schedule(after: .zero) { [weak self] in self?.drawWhenDue() })
    case .due: break
    case .waiting(let callback, _): pace = .waiting(callback, isWanted: true)
    }
  }

  /// Resizes a floating window, at most to the size that the host recommends; does nothing if the
  /// host determines the size, or before the first configure event.
  public func resize(to size: Size) {
    guard isFloating, shape != nil else { return }
    wanted = bounded(size)
    _ = reshape()
  }

  private func bounded(_ size: Size) -> Size {
    Size(
      width: max(1, min(size.width, bounds?.width ?? size.width)),
      height: max(1, min(size.height, bounds?.height ?? size.height)))
  }

  /// Sets the image of the host's cursor.
  public func setCursor(_ image: CursorImage) { cursor.show(image) }

  /// Sets the title.
  public func setTitle(_ title: String) { try? toplevel.setTitle(title: title) }

  private func listen() {
    toplevel.onEvent = { [weak self] event in
      switch event {
      case .configure(let width, let height, let states):
        guard let self else { return }
        isFloating = !Self.held.contains { states.contains(word: $0.rawValue) }
        if width > 0, height > 0 {
          wanted = Size(width: width, height: height)
        } else if shape == nil {
          // Zero leaves the choice to the client, which then keeps its size.
          wanted = bounded(wanted)
        }
      case .configureBounds(let width, let height):
        self?.bounds = width > 0 && height > 0 ? Size(width: width, height: height) : nil
      case .close: self?.onClose?()
      default: break
      }
    }
    shellSurface.onEvent = { [weak self] event in
      guard case .configure(let serial) = event, let self else { return }
      try? shellSurface.ackConfigure(serial: serial)
      if !reshape() { draw() }
    }
    surface.onEvent = { [weak self] event in
      // Newer versions of the protocol have more events.
      if case .enter(let output?) = event { self?.entered.append(output) }
      if case .leave(let output) = event { self?.entered.removeAll { $0 === output } }
      self?.scaleChanged()
    }
    fraction?.onEvent = { [weak self] event in
      guard case .preferredScale(let scale) = event, let self else { return }
      preferredScale = Int32(clamping: max(30, min(120 * 16, scale)))
      scaleChanged()
    }
    display.onOutputs = { [weak self] in self?.scaleChanged() }
  }

  private var scale: Int32 {
    if let preferredScale { return preferredScale }
    let known = display.outputs.filter { output in entered.contains { $0 === output.proxy } }
    return Int32(clamping: 120 * (known.map(\.scale).max() ?? display.outputs.first?.scale ?? 1))
  }

  private func scaleChanged() {
    // Before the first configure event nothing may be drawn.
    if shape != nil { _ = reshape() }
  }

  /// Applies the configured size and scale; if the shape has changed, draws and returns true.
  private func reshape() -> Bool {
    let fresh = HostShape(
      size: wanted, scale: scale, isExact: viewport != nil)
    guard fresh != shape else { return false }
    shape = fresh
    content.reshaped(fresh)
    draw()
    return true
  }

  private func drawWhenDue() {
    pace = .idle
    draw()
  }

  private func draw() {
    guard let shape else { return }
    let pixels = content.pixels(for: shape)
    do throws(HostFailure) {
      guard let index = try freeSlot(pixels) else {
        isStarved = true
        return
      }
      isStarved = false
      try draw(index, pixels, in: shape)
    } catch {
      onFailure?(error)
    }
  }

  private func draw(_ index: Int, _ pixels: Size, in shape: HostShape) throws(HostFailure) {
    let picture = content.makePicture()
    var damage: [Rectangle]?
    if let shown, shown.pixels == pixels {
      damage = content.damage(from: shown.trace, to: picture)
    }
    do throws(WaylandError) {
      if damage?.isEmpty != true {
        let stale = slots[index].trace.map { content.damage(from: $0, to: picture) } ?? nil
        content.draw(picture, on: slots[index].canvas, damage: stale)
        let trace = content.trace(of: picture)
        slots[index].trace = trace
        if let viewport {
          try viewport.setDestination(width: shape.size.width, height: shape.size.height)
        } else {
          try surface.setBufferScale(scale: max(1, pixels.width / shape.size.width))
        }
        try surface.attach(buffer: slots[index].shared.buffer, x: 0, y: 0)
        try post(damage, pixels)
        slots[index].shared.lend()
        shown = (trace, pixels)
        pictures += 1
      }
      try awaitFrame()
      try surface.commit()
    } catch {
      throw HostFailure(lost: error)
    }
    content.shown()
  }

  private func post(_ damage: [Rectangle]?, _ pixels: Size) throws(WaylandError) {
    let whole = Rectangle(origin: Point(x: 0, y: 0), size: pixels)
    var places = (damage ?? [whole]).compactMap { $0.intersection(whole) }
    if places.count > Self.mostRectangles {
      places = [places.dropFirst().reduce(places[0]) { $0.union($1) }]
    }
    for place in places {
      try surface.damageBuffer(
        x: place.origin.x, y: place.origin.y, width: place.size.width, height: place.size.height)
    }
  }

  private func awaitFrame() throws(WaylandError) {
    switch pace {
    case .waiting: return
    case .due(let token): loop.remove(token)
    case .idle: break
    }
    let callback = try surface.frame()
    callback.onEvent = { [weak self] _ in self?.frameDone() }
    pace = .waiting(callback, isWanted: false)
  }

  private func frameDone() {
    guard case .waiting(_, let isWanted) = pace else { return }
    pace = .idle
    if isWanted { draw() }
  }

  private func freeSlot(_ pixels: Size) throws(HostFailure) -> Int? {
    slots.removeAll { !$0.shared.isLent && $0.shared.size != pixels }
    if let free = slots.firstIndex(where: { !$0.shared.isLent }) { return free }
    // Buffers of another size that the host still reads do not count.
    guard slots.count(where: { $0.shared.size == pixels }) < Self.mostSlots else { return nil }
    do throws(SharedPictureError) {
      let shared = try SharedPicture(display.shm, size: pixels, format: .xrgb8888)
      guard let canvas = unsafe Canvas(size: pixels, in: shared.address, of: shared) else {
        throw SharedPictureError.impossible(pixels)
      }
      shared.onReturn = { [weak self] in
        if self?.isStarved == true { self?.draw() }
      }
      slots.append(Slot(shared: shared, canvas: canvas))
      return slots.count - 1
    } catch {
      throw HostFailure("\(error)")
    }
  }
}
