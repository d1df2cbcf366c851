// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Glibc
import HeadlessCompositor
import Orientation
import Pixels
import Sensing
import WindowBackend

/// The tablet's window on the host: what is seen in it, and what hands do to it.
///
/// Who is on the screen has pointer, fingers and keys; beside it they are the device's.
final class TabletWindow: HostContent, FramePacer, HostInput {
  /// What the pointer has begun to do by pressing a button.
  private enum Grip {
    case none
    /// It is the apps' until all buttons are up.
    case apps(buttons: Int)
    /// It turns the device: the angle between the pointer and the device.
    case bezel(offset: Double)
    case other
  }

  typealias Picture = TabletPicture

  private static let mainButton: UInt32 = 0x110
  private let compositor: HeadlessCompositor
  private let output: String
  private let panel: Size
  private let loop: EventLoop
  private let painter = TabletPainter()
  private var motion: WindowMotion
  private var pose: DevicePose
  private var window: HostWindow<TabletWindow>?
  private var layout: TabletLayout?
  private var waiting: (() -> Void)?
  private var tick: Token?
  private var pointer: (x: Double, y: Double)?
  private var grip = Grip.none
  private var isPointerOnScreen = false
  /// Whether the judge's word is on its way to the arbiter.
  private var isReporting = false
  /// Whether the device only follows what somebody else has said; its judge is not heard then.
  private var isLed = false
  private var held: Set<UInt32> = []
  private var fingers: Set<Int32> = []

  /// How many pictures have been handed to the host.
  var pictures: Int { window?.pictures ?? 0 }
  /// Called when a person wants it to end.
  var onQuit: (() -> Void)?
  /// Called when the window does not work any more.
  var onFailure: ((HostFailure) -> Void)? {
    get { window?.onFailure }
    set { window?.onFailure = newValue }
  }

  init(
    _ compositor: HeadlessCompositor, output: String, panel: Size, judge: any OrientationJudge,
    slowness: Int, isAnimated: Bool, display: HostDisplay, on loop: EventLoop
  ) throws(HostFailure) {
    self.compositor = compositor
    self.output = output
    self.panel = panel
    self.loop = loop
    motion = WindowMotion(isOn: isAnimated, slowness: slowness)
    pose = DevicePose(judge, slowness: isAnimated ? slowness : 1)
    window = try HostWindow(
      display, on: loop, content: self,
      options: HostWindowOptions(
        title: "Swivel: a tablet", appID: "swivel-tablet",
        size: TabletLayout.wantedSize(for: panel)),
      input: self)
    window?.onClose = { [weak self] in self?.onQuit?() }
    compositor.pacer = self
    compositor.onCursor = { [weak self] in self?.showCursor() }
    watch()
  }

  // MARK: - The device

  private var now: Instant { loop.now }

  /// Lets the sensor run as long as there is something to be read, and not longer.
  private func watch() {
    guard tick == nil else { return }
    tick = loop.schedule(after: DevicePose.period) { [weak self] in
      guard let self else { return }
      tick = nil
      let angle = pose.angle
      let gate = pose.gate
      if let orientation = pose.advance(to: now) { report(orientation) }
      if pose.angle != angle || pose.gate != gate { window?.requestFrame() }
      if pose.isRestless(at: now) { watch() }
    }
  }

  private func report(_ orientation: DeviceOrientation) {
    let named = name(of: orientation)
    // The scene may have been told already, by who plays it.
    guard !isLed, compositor.scene.device.felt != named else { return }
    isReporting = true
    compositor.handle(.device(.turned(named)))
    isReporting = false
  }

  private func name(of orientation: DeviceOrientation) -> DeviceOrientation {
    compositor.turnsOutputs ? orientation : orientation.named(on: compositor.scene.device.panel)
  }

  /// Somebody else has said how the device is held; it is drawn so.
  func deviceTurned(_ orientation: DeviceOrientation) {
    guard !isReporting else { return }
    isLed = true
    guard
      let edge = PanelEdge.allCases.first(where: {
        name(of: DeviceOrientation(edgeUp: $0)) == orientation
      })
    else { return pose.lay(flat: orientation.isFlat, at: now) }
    pose.turn(until: edge, at: now)
    watch()
  }

  /// Turns the device by quarters, clockwise.
  func turn(_ quarters: Int) {
    isLed = false
    pose.turn(quarters: quarters, at: now)
    watch()
  }

  private func press(_ button: TabletButton) {
    switch button {
    case .left: turn(-1)
    case .right: turn(1)
    case .flat:
      isLed = false
      pose.lay(flat: !pose.isFlat, at: now)
      watch()
    case .lock:
      compositor.handle(.device(.rotationLock(!compositor.scene.device.isRotationLocked)))
    case .quit: onQuit?()
    }
    window?.requestFrame()
  }

  private var status: String {
    let device = compositor.scene.device
    var words = [device.orientation.name]
    if let gate = pose.gate { words.append("waits: \(gate.rawValue)") }
    if let verdict = compositor.verdict, !verdict.conflicts.isEmpty {
      words.append(verdict.conflicts.map(\.kind.rawValue).joined(separator: ", "))
    }
    return words.joined(separator: " · ")
  }

  // MARK: - FramePacer

  func requestFrame(_ action: @escaping () -> Void) {
    waiting = action
    window?.requestFrame()
  }

  // MARK: - HostContent

  func pixels(for shape: HostShape) -> Size {
    guard shape.isExact else {
      let scale = shape.wholeScale
      return Size(width: shape.size.width * scale, height: shape.size.height * scale)
    }
    return shape.pixels
  }

  func reshaped(_ shape: HostShape) {
    let scale = min(shape.wholeScale, OutputSpecification.limits.scale)
    layout = TabletLayout(shape: shape, panel: panel, panelScale: scale)
    compositor.configure(
      output, scale: scale, size: Size(width: panel.width * scale, height: panel.height * scale))
  }

  func makePicture() -> TabletPicture {
    let list =
      compositor.drawList(of: output) ?? DrawList(panel: panel, background: 0xFF00_0000)
    let shape = HostShape(size: panel, scale: 120, isExact: false)
    return TabletPicture(
      layout: layout ?? TabletLayout(shape: shape, panel: panel, panelScale: 1),
      angle: pose.angle, isFlat: pose.isFlat, list: list, groups: motion.groups(of: list, at: now),
      status: status, marked: marked)
  }

  private var marked: [TabletButton] {
    (pose.isFlat ? [.flat] : []) + (compositor.scene.device.isRotationLocked ? [.lock] : [])
  }

  func damage(from old: TabletPicture, to new: TabletPicture) -> [Rectangle]? {
    painter.damage(from: old, to: new)
  }

  func draw(_ picture: TabletPicture, on canvas: Canvas, damage: [Rectangle]?) {
    painter.draw(picture, on: canvas, damage: damage)
  }

  func shown() {
    let action = waiting
    waiting = nil
    action?()
    if motion.isMoving { window?.requestFrame() }
  }

  // MARK: - The pointer

  private func part(at x: Double, _ y: Double) -> TabletPart {
    layout?.part(at: x, y, angle: pose.angle) ?? .desk
  }

  /// A point of the window in the compositor's space.
  private func shared(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    guard let point = layout?.panelPoint(x, y, angle: pose.angle) else {
      return nil
    }
    return compositor.point(onPanelOf: output, x: point.x, y: point.y)
  }

  /// The direction from the device's middle to a point, clockwise in degrees.
  private func direction(_ x: Double, _ y: Double) -> Double {
    guard let layout else { return 0 }
    let scale = layout.pixelScale
    return atan2(y * scale - layout.centre.y, x * scale - layout.centre.x) * 180 / .pi
  }

  func pointerMoved(to x: Double, _ y: Double) {
    pointer = (x, y)
    switch grip {
    case .bezel(let offset):
      isLed = false
      pose.hold(at: Angle.shortest(from: pose.angle, to: direction(x, y) + offset), now: now)
      window?.requestFrame()
      watch()
    case .other: break
    case .apps: movePointer(x, y)
    case .none:
      let isOnScreen = part(at: x, y) == .screen
      if isOnScreen {
        movePointer(x, y)
      } else if isPointerOnScreen {
        compositor.input.pointerLeaves()
        compositor.input.keyboardLeaves()
      }
      if isOnScreen != isPointerOnScreen {
        isPointerOnScreen = isOnScreen
        showCursor()
      }
    }
  }

  private func movePointer(_ x: Double, _ y: Double) {
    if let point = shared(x, y) { compositor.input.movePointer(to: point.x, point.y) }
  }

  func pointerLeft() {
    pointer = nil
    grip = .none
    if isPointerOnScreen { compositor.input.pointerLeaves() }
    isPointerOnScreen = false
  }

  func pressed(button: UInt32, isDown: Bool) {
    switch grip {
    case .none:
      guard isDown, let pointer else { return }
      switch part(at: pointer.x, pointer.y) {
      case .screen:
        grip = .apps(buttons: 1)
        compositor.input.pressButton(button, isDown: true)
      case .bezel where button == Self.mainButton:
        grip = .bezel(offset: pose.angle - direction(pointer.x, pointer.y))
      case .button(let chosen) where button == Self.mainButton:
        grip = .other
        press(chosen)
      default: grip = .other
      }
    case .apps(let buttons):
      compositor.input.pressButton(button, isDown: isDown)
      let left = buttons + (isDown ? 1 : -1)
      grip = left > 0 ? .apps(buttons: left) : .none
      if left <= 0, let pointer { pointerMoved(to: pointer.x, pointer.y) }
    case .bezel, .other:
      guard !isDown else { return }
      if case .bezel = grip, pose.isNearQuarter { turn(0) }
      grip = .none
      if let pointer { pointerMoved(to: pointer.x, pointer.y) }
    }
  }

  func scrolled(_ steps: [ScrollStep], source: UInt32?) {
    if isPointerOnScreen { compositor.input.scroll(steps, source: source) }
  }

  private func showCursor() {
    window?.setCursor(isPointerOnScreen ? compositor.input.cursor : .usual)
  }

  // MARK: - Fingers

  func touchDown(_ finger: Int32, at x: Double, _ y: Double) {
    switch part(at: x, y) {
    case .screen:
      guard let point = shared(x, y) else { return }
      fingers.insert(finger)
      compositor.input.touchDown(finger, at: point.x, point.y)
    case .button(let button): press(button)
    case .bezel, .desk: break
    }
  }

  func touchMoved(_ finger: Int32, to x: Double, _ y: Double) {
    guard fingers.contains(finger), let point = shared(x, y) else { return }
    compositor.input.touchMove(finger, to: point.x, point.y)
  }

  func touchUp(_ finger: Int32) {
    if fingers.remove(finger) != nil { compositor.input.touchUp(finger) }
  }

  func touchCancelled() {
    fingers = []
    compositor.input.touchCancel()
  }

  // MARK: - Keys

  func keymap(adopting descriptor: Int32, size: UInt32) {
    compositor.input.useKeymap(adopting: descriptor, size: size)
  }

  func repetition(rate: Int32, delay: Int32) {
    compositor.input.setRepetition(rate: rate, delay: delay)
  }

  func pressed(key: UInt32, isDown: Bool) {
    if isDown { held.insert(key) } else { held.remove(key) }
    if isDown, isDevices, let button = Self.keys[key] { return press(button) }
    if isPointerOnScreen || !isDown { compositor.input.pressKey(key, isDown: isDown) }
  }

  /// Left, right, down, l and q, numbered as in linux/input-event-codes.h.
  private static let keys: [UInt32: TabletButton] = [
    105: .left, 106: .right, 108: .flat, 38: .lock, 16: .quit,
  ]

  /// Whether keys are the device's: beside the screen, or with Ctrl and Alt.
  private var isDevices: Bool {
    !isPointerOnScreen
      || (!held.isDisjoint(with: [29, 97]) && !held.isDisjoint(with: [56, 100]))
  }

  func modified(_ modifiers: KeyModifiers) { compositor.input.setModifiers(modifiers) }

  func keyboardLeft() {
    held = []
    compositor.input.keyboardLeaves()
  }
}
