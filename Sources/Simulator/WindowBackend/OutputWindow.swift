// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import HeadlessCompositor
public import Orientation
public import Pixels

/// A window of the host that shows the panel of one output and determines its size and frame times.
public final class OutputWindow: HostContent, FramePacer, HostInput {
  private let compositor: HeadlessCompositor
  private let output: String
  /// The configured scale of the output; nil to use the host's scale.
  private let scale: Int32?
  private var window: HostWindow<OutputWindow>?
  /// The action to call after the next frame; nil if there is none.
  private var waiting: (() -> Void)?
  private let size: Size

  /// Called when the user closes the window.
  public var onClose: (() -> Void)? {
    get { window?.onClose }
    set { window?.onClose = newValue }
  }

  /// Called each time a frame could not be drawn.
  public var onFailure: ((HostFailure) -> Void)? {
    get { window?.onFailure }
    set { window?.onFailure = newValue }
  }

  /// The number of frames with a new picture that were committed to the host.
  public var pictures: Int { window?.pictures ?? 0 }
  /// Whether no frame is pending and the host has the latest picture.
  public var isAtRest: Bool { window?.isAtRest ?? true }

  /// Opens a window for an output, and makes it the compositor's frame pacer.
  ///
  /// The output has the host's scale, rounded up and limited, if `followsScale`; otherwise that of the
  /// specification.
  public init(
    _ compositor: HeadlessCompositor, output: OutputSpecification, named name: String,
    followsScale: Bool, display: HostDisplay, on loop: EventLoop
  ) throws(HostFailure) {
    self.compositor = compositor
    self.output = name
    scale = followsScale ? nil : output.scale
    size = Size(
      width: max(1, output.size.width / output.scale),
      height: max(1, output.size.height / output.scale))
    window = try HostWindow(
      display, on: loop, content: self,
      options: HostWindowOptions(title: "Swivel: \(name)", appID: "swivel", size: size),
      input: self, exchange: compositor.exchange)
    compositor.pacer = self
    compositor.onCursor = { [weak self, weak compositor] in
      guard let compositor else { return }
      self?.window?.setCursor(compositor.input.cursor)
    }
  }

  // MARK: - FramePacer

  /// Calls an action once, when the next frame was committed to the host; replaces an action that
  /// still waits.
  public func requestFrame(_ action: @escaping () -> Void) {
    waiting = action
    window?.requestFrame()
  }

  // MARK: - HostContent

  /// The draw list of the output.
  public typealias Picture = DrawList
  /// The trace of a draw list.
  public typealias Trace = DrawTrace

  /// Returns the window's size times the output's scale, or times the largest whole number at which
  /// no side is longer than `OutputSpecification.limits.side`.
  public func pixels(for shape: HostShape) -> Size {
    let limits = OutputSpecification.limits
    return shape.pixels(
      scale: scale ?? min(shape.wholeScale, limits.scale), longestSide: limits.side)
  }

  /// Sets the output's size to that of the window and, unless a scale is configured, the output's
  /// scale.
  public func reshaped(_ shape: HostShape) {
    let scale = scale ?? min(shape.wholeScale, OutputSpecification.limits.scale)
    compositor.configure(output, scale: scale, size: pixels(for: shape))
  }

  /// Returns the output's draw list, or one of a single black pixel if the output was removed.
  public func makePicture() -> DrawList {
    compositor.drawList(of: output)
      ?? DrawList(
        panel: Size(width: 1, height: 1), scale: 1, transform: .normal, background: 0xFF00_0000,
        items: [])
  }

  /// Returns the trace of a draw list.
  public func trace(of picture: DrawList) -> DrawTrace { picture.trace }

  /// Returns the damage between two draw lists, in panel pixels; nil if everything is damaged.
  public func damage(from old: DrawTrace, to new: DrawList) -> [Rectangle]? {
    new.damage(since: old)
  }

  /// Draws the panel; a draw list of another size than the canvas is scaled.
  public func draw(_ picture: DrawList, on canvas: Canvas, damage: [Rectangle]?) {
    guard picture.panel != canvas.size else { return picture.draw(on: canvas, damage: damage) }
    let old = picture.drawn()
    let items = old.map { old in
      DrawItem(
        content: .pixels(old.view, transform: .normal),
        destination: Rectangle(origin: Point(x: 0, y: 0), size: old.size), isOpaque: true)
    }
    Painter.paint(
      [items].compactMap(\.self), on: canvas, background: Colour(red: 0, green: 0, blue: 0))
    withExtendedLifetime(old) {}
  }

  /// Runs the action that waits for the frame.
  public func shown() {
    let action = waiting
    waiting = nil
    action?()
  }

  // MARK: - HostInput

  /// The compositor's input.
  public var input: InjectedInput { compositor.input }

  /// Converts a point of the window to the space that all outputs share.
  ///
  /// Half of the protocol's smallest unit is added: after a half turn, a point on the edge between
  /// two pixels would otherwise be in the other pixel.
  private func shared(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    compositor.point(onPanelOf: output, x: x + 1.0 / 512, y: y + 1.0 / 512)
  }

  /// Moves the pointer.
  public func pointerMoved(to x: Double, _ y: Double) {
    if let point = shared(x, y) { input.movePointer(to: point.x, point.y) }
  }

  /// Puts a finger down.
  public func touchDown(_ finger: Int32, at x: Double, _ y: Double) {
    if let point = shared(x, y) { input.touchDown(finger, at: point.x, point.y) }
  }

  /// Moves a finger.
  public func touchMoved(_ finger: Int32, to x: Double, _ y: Double) {
    if let point = shared(x, y) { input.touchMove(finger, to: point.x, point.y) }
  }
}
