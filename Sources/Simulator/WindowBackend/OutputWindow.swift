// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import HeadlessCompositor
public import Orientation
public import Pixels

/// The panel of one output in a window of a host: as large as the window, drawn at its pace.
public final class OutputWindow: HostContent, FramePacer, HostInput {
  private let compositor: HeadlessCompositor
  private let output: String
  /// The output's scale if somebody has chosen it; otherwise it follows the host's.
  private let scale: Int32?
  private var window: HostWindow<OutputWindow>?
  /// What waits for the next frame.
  private var waiting: (() -> Void)?
  private let size: Size

  /// Called when a person closes the window.
  public var onClose: (() -> Void)? {
    get { window?.onClose }
    set { window?.onClose = newValue }
  }

  /// Called when the window does not work any more.
  public var onFailure: ((HostFailure) -> Void)? {
    get { window?.onFailure }
    set { window?.onFailure = newValue }
  }

  /// How many pictures have been handed to the host.
  public var pictures: Int { window?.pictures ?? 0 }
  /// Whether the host shows the latest picture, and nothing has changed since.
  public var isAtRest: Bool { window?.isAtRest ?? true }

  /// Opens a window for an output of the compositor, which from now on is paced by the host.
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

  /// Calls an action when the window has shown another frame.
  public func requestFrame(_ action: @escaping () -> Void) {
    waiting = action
    window?.requestFrame()
  }

  // MARK: - HostContent

  /// What the output shows.
  public typealias Picture = DrawList
  /// What it showed.
  public typealias Trace = DrawTrace

  /// As many as the output's scale makes of the window's size.
  public func pixels(for shape: HostShape) -> Size {
    let limit = OutputSpecification.limits.side
    let scale = scale ?? min(shape.wholeScale, OutputSpecification.limits.scale)
    return Size(
      width: min(limit, shape.size.width * scale), height: min(limit, shape.size.height * scale))
  }

  /// The output takes the window's size and, unless somebody has chosen one, its scale.
  public func reshaped(_ shape: HostShape) {
    let scale = scale ?? min(shape.wholeScale, OutputSpecification.limits.scale)
    compositor.configure(output, scale: scale, size: pixels(for: shape))
  }

  /// What the output shows now.
  public func makePicture() -> DrawList {
    compositor.drawList(of: output)
      ?? DrawList(
        panel: Size(width: 1, height: 1), scale: 1, transform: .normal, background: 0xFF00_0000,
        items: [])
  }

  /// What it looks like, without the pixels.
  public func trace(of picture: DrawList) -> DrawTrace { picture.trace }

  /// Where two states of the output differ.
  public func damage(from old: DrawTrace, to new: DrawList) -> [Rectangle]? {
    new.damage(since: old)
  }

  /// Draws the panel, or what it held before a change of its size that clients have yet to draw for.
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

  /// Lets the compositor's clients go on.
  public func shown() {
    let action = waiting
    waiting = nil
    action?()
  }

  // MARK: - HostInput

  private var input: InjectedInput { compositor.input }

  /// A point of the window in the space that all outputs share.
  ///
  /// Half of the wire's unit is added: turned round, a point at the edge of two pixels would
  /// otherwise belong to the other one.
  private func shared(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    compositor.point(onPanelOf: output, x: x + 1.0 / 512, y: y + 1.0 / 512)
  }

  /// Moves the pointer.
  public func pointerMoved(to x: Double, _ y: Double) {
    if let point = shared(x, y) { input.movePointer(to: point.x, point.y) }
  }

  /// Takes the pointer away.
  public func pointerLeft() { input.pointerLeaves() }

  /// Presses or releases a button.
  public func pressed(button: UInt32, isDown: Bool) { input.pressButton(button, isDown: isDown) }

  /// Scrolls as much as the host says.
  public func scrolled(_ steps: [ScrollStep], source: UInt32?) {
    input.scroll(steps, source: source)
  }

  /// Puts a finger down.
  public func touchDown(_ finger: Int32, at x: Double, _ y: Double) {
    if let point = shared(x, y) { input.touchDown(finger, at: point.x, point.y) }
  }

  /// Moves a finger.
  public func touchMoved(_ finger: Int32, to x: Double, _ y: Double) {
    if let point = shared(x, y) { input.touchMove(finger, to: point.x, point.y) }
  }

  /// Lifts a finger.
  public func touchUp(_ finger: Int32) { input.touchUp(finger) }

  /// Lifts all fingers.
  public func touchCancelled() { input.touchCancel() }

  /// Takes the host's keymap over.
  public func keymap(adopting descriptor: Int32, size: UInt32) {
    input.useKeymap(adopting: descriptor, size: size)
  }

  /// Takes the host's repetition over.
  public func repetition(rate: Int32, delay: Int32) {
    input.setRepetition(rate: rate, delay: delay)
  }

  /// Presses or releases a key.
  public func pressed(key: UInt32, isDown: Bool) { input.pressKey(key, isDown: isDown) }

  /// Takes the host's modifiers over.
  public func modified(_ modifiers: KeyModifiers) { input.setModifiers(modifiers) }

  /// Lets go of all keys.
  public func keyboardLeft() { input.keyboardLeaves() }
}
