// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Drawing
import EventLoop
import Glibc
import HeadlessCompositor
import Orientation
import Pixels
import Sensing
import WindowBackend

/// The tablet's window on the host: its content and its input.
final class TabletWindow: HostContent, FramePacer, HostInput {
  /// The target of the pointer's pressed buttons; `none` while no button is pressed.
  private enum Grip {
    case none
    /// The simulated apps receive the press; the value counts the pressed buttons of the pointer.
    case apps(buttons: Int)
    /// The device's rim is pressed, so motion turns the device.
    case bezel
    case other
  }

  typealias Picture = TabletPicture
  typealias Trace = TabletTrace

  private static let mainButton: UInt32 = 0x110
  private static let hintDelay = Duration.milliseconds(500)
  private let compositor: HeadlessCompositor
  private let output: String
  private let panel: Size
  private let loop: EventLoop
  private let painter = TabletPainter()
  private var motion: WindowMotion
  let device: DeviceDriver
  let inspector: Inspector
  private var hand = DeviceGrip()
  private var window: HostWindow<TabletWindow>?
  private(set) var layout: TabletLayout?
  private var waiting: (() -> Void)?
  private var pointer: (x: Double, y: Double)?
  private var grip = Grip.none
  private var isPointerOnScreen = false
  /// The angle of the device at the pointer's last motion, or when the pointer was last placed again.
  private var pointedAngle = 0.0
  /// Whether the user wants the inspector; if nil, the inspector opens if the window is wide
  /// enough.
  private var wantsInspector: Bool?
  private var hasOutlines = false
  private var hovered: TabletButton?
  private var hint: Registration?
  private var hasHint = false
  var theme: TabletTheme { didSet { window?.requestFrame() } }
  private let timeline: TimelineDriver
  private let bar = StatusBarPainter()
  /// The window's size before it was widened for the inspector, and the widened size.
  ///
  /// `nil` if the window was not widened.
  private var grown: (before: Size, after: Size?)?
  private var held: Set<UInt32> = []
  private var fingers: Set<Int32> = []

  var pictures: Int { window?.pictures ?? 0 }
  var isAtRest: Bool { window?.isAtRest ?? true }
  var onQuit: (() -> Void)?
  var onFailure: ((HostFailure) -> Void)? {
    get { window?.onFailure }
    set { window?.onFailure = newValue }
  }

  init(
    _ compositor: HeadlessCompositor, output: String, panel: Size, device: DeviceDriver,
    slowness: Int, isAnimated: Bool, inspector: Inspector, story: Story? = nil,
    theme: TabletTheme = .dark, display: HostDisplay, on loop: EventLoop
  ) throws(HostFailure) {
    self.inspector = inspector
    self.theme = theme
    timeline = TimelineDriver(inspector, story, on: loop)
    self.device = device
    self.compositor = compositor
    self.output = output
    self.panel = panel
    self.loop = loop
    motion = WindowMotion(isOn: isAnimated, slowness: slowness)
    window = try HostWindow(
      display, on: loop, content: self,
      options: HostWindowOptions(
        title: "Swivel: \(story?.title ?? "a tablet")", appID: "swivel-tablet",
        size: TabletLayout.wantedSize(for: panel)),
      input: self, exchange: compositor.exchange)
    window?.onClose = { [weak self] in self?.onQuit?() }
    compositor.pacer = self
    compositor.onCursor = { [weak self] in self?.showCursor() }
    compositor.barPicture = { [weak self] in self?.barPicture($0, scale: $1) }
    inspector.onChange = { [weak self] in self?.window?.requestFrame() }
    timeline.onChange = { [weak self] in self?.window?.requestFrame() }
    device.onChange = { [weak self] in self?.window?.requestFrame() }
    device.watch()
  }

  // MARK: - The device

  var input: InjectedInput { compositor.input }

  private var now: Instant { loop.now }
  /// The angle at which the device is drawn: for an earlier decision, that of its device
  /// orientation, if this names an edge.
  private var angle: Double {
    guard inspector.shown != nil, let scene = inspector.past?.after,
      let edge = device.edge(of: scene.device.orientation)
    else { return device.pose.angle(at: now) }
    return edge.clockwise
  }

  private var hasInspector: Bool {
    wantsInspector ?? (window?.shape.map { $0.size.width >= TabletLayout.roomyWidth } ?? false)
  }

  private func press(_ button: TabletButton) {
    hint = nil
    hasHint = false
    switch button {
    case .left: turn { $0.turn(-1) }
    case .right: turn { $0.turn(1) }
    case .flat: turn { $0.lay(flat: !$0.pose.isFlat) }
    case .shake: turn { $0.shake() }
    case .lock:
      compositor.handle(.device(.rotationLock(!compositor.scene.device.isRotationLocked)))
    case .outlines: hasOutlines.toggle()
    case .why:
      wantsInspector = !hasInspector
      if let shape = layout?.shape { makeRoom(in: shape) }
    case .back: timeline.step(-1)
    case .play: timeline.toggle()
    case .forth: timeline.step(1)
    case .now: timeline.show(nil)
    case .quit: onQuit?()
    }
    window?.requestFrame()
  }

  private func turn(_ body: (DeviceDriver) -> Void) {
    if inspector.shown != nil { timeline.show(nil) }
    body(device)
  }

  /// Lays out the opened or closed inspector: an opened one widens a narrow window if the host
  /// allows it; a closed one narrows it again unless the user has resized it.
  private func makeRoom(in shape: HostShape) {
    reshaped(shape)
    let width = Int32(InspectorModel.usualWidth)
    if hasInspector, shape.size.width < TabletLayout.roomyWidth {
      window?.resize(to: Size(width: shape.size.width + width, height: shape.size.height))
      grown = layout?.shape.size == shape.size ? nil : (shape.size, layout?.shape.size)
    } else if !hasInspector, let (before, after) = grown {
      if after == shape.size { window?.resize(to: before) }
      grown = nil
    }
  }

  private var status: String {
    guard inspector.shown == nil else { return "" }
    let turnsOutputs = compositor.stack.rules.scope == .output
    let edge = turnsOutputs ? compositor.scene.device.orientation.edgeUp : nil
    var words = [
      edge.map { "\($0.name) edge up" } ?? "held \(compositor.scene.device.orientation.name)"
    ]
    if let gate = device.pose.gate { words.append("waits: \(gate.rawValue)") }
    return words.joined(separator: " · ")
  }

  private var caption: Caption {
    let found = inspector.caption
    guard let story = timeline.story else { return found?.words ?? .welcome }
    let place = story.step(at: found?.decision ?? 0)
    guard var words = found?.words else { return Caption(place: place, headline: story.title) }
    words.place = "\(place) · \(words.place)"
    return words
  }

  private func barPicture(_ size: Size, scale: Int32) -> Canvas? {
    let scene = compositor.scene
    let title = scene.pageIndex.map { scene.windows[$0].name } ?? ""
    return bar.draw(size, scale: scale, title: title)
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
    let fresh = TabletLayout(shape: shape, panel: panel, hasInspector: hasInspector)
    layout = fresh
    compositor.configure(output, scale: fresh.panelScale, size: fresh.panelPixels)
  }

  func makePicture() -> TabletPicture {
    let list =
      compositor.drawList(of: output) ?? DrawList(panel: panel, background: 0xFF00_0000)
    let shape = HostShape(size: panel, scale: 120, isExact: false)
    let layout = layout ?? TabletLayout(shape: shape, panel: panel, panelScale: 1)
    let frame = layout.inspectorFrame
    let model =
      frame.width > 0 ? inspector.model(width: frame.width, height: frame.height) : nil
    let past = inspector.past
    let ghosts = (past ?? (hasOutlines ? compositor.verdict : nil)).map {
      Ghost.all(of: $0, turnsOutputs: compositor.turnsOutputs, showsAll: past != nil)
    }
    let look = TabletLook(
      layout: layout, theme: theme, angle: angle + device.pose.tremor, isFlat: device.pose.isFlat,
      groups: motion.groups(of: list, at: now), caption: caption, status: status, marked: marked,
      hovered: hovered, hasHint: hasHint,
      timeline: layout.track.map { timeline.model(width: $0.width) }, ghosts: ghosts ?? [],
      isPast: past != nil, inspector: model)
    return TabletPicture(look: look, list: list)
  }

  func trace(of picture: TabletPicture) -> TabletTrace { picture.trace }

  private var marked: [TabletButton] {
    (device.pose.isFlat ? [.flat] : []) + (compositor.scene.device.isRotationLocked ? [.lock] : [])
      + (hasOutlines ? [.outlines] : []) + (hasInspector ? [.why] : [])
      + (timeline.isPlaying ? [.play] : [])
  }

  func damage(from old: TabletTrace, to new: TabletPicture) -> [Rectangle]? {
    painter.damage(from: old, to: new)
  }

  func draw(_ picture: TabletPicture, on canvas: Canvas, damage: [Rectangle]?) {
    painter.draw(picture, on: canvas, damage: damage)
  }

  func shown() {
    let action = waiting
    waiting = nil
    action?()
    placePointer()
    if motion.isMoving || device.pose.isTurning { window?.requestFrame() }
  }

  // MARK: - The pointer

  private func part(at x: Double, _ y: Double) -> TabletPart {
    layout?.part(at: x, y, angle: angle) ?? .desk
  }

  /// Converts a point of the window to the space that all outputs of the compositor share.
  private func shared(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    guard let point = layout?.panelPoint(x, y, angle: angle) else {
      return nil
    }
    return compositor.point(onPanelOf: output, x: point.x, y: point.y)
  }

  private func drag(_ finger: Int32, to x: Double, _ y: Double) {
    guard let layout else { return }
    let scale = layout.pixelScale
    let turned = hand.move(finger, to: x * scale, y * scale, about: layout.centre, angle: angle)
    if let turned { turn { $0.hold(at: turned) } }
  }

  private func grasp(_ finger: Int32, at x: Double, _ y: Double) {
    guard let layout else { return }
    let scale = layout.pixelScale
    hand.take(finger, at: x * scale, y * scale, about: layout.centre, angle: angle)
  }

  /// Removes a finger; after the last one the device snaps to a quarter turn that is less than five
  /// degrees away.
  private func letGo(_ finger: Int32) {
    guard let layout, hand.holds(finger) else { return }
    hand.letGo(finger, about: layout.centre, angle: angle)
    if hand.isEmpty, device.pose.isNearQuarter { device.turn(0) }
  }

  private func isScreen(_ part: TabletPart) -> Bool { part == .screen && inspector.shown == nil }

  /// Handles a resting pointer as if it had just moved to its place, if the device has turned under
  /// it, or if a past decision has appeared or disappeared.
  private func placePointer() {
    guard case .none = grip, let pointer,
      angle != pointedAngle || isScreen(part(at: pointer.x, pointer.y)) != isPointerOnScreen
    else { return }
    pointerMoved(to: pointer.x, pointer.y)
  }

  func pointerMoved(to x: Double, _ y: Double) {
    (pointer, pointedAngle) = ((x, y), angle)
    switch grip {
    case .bezel: drag(DeviceGrip.mouse, to: x, y)
    case .other: break
    case .apps: movePointer(x, y)
    case .none:
      let part = part(at: x, y)
      let isOnScreen = isScreen(part)
      if case .button(let button) = part { hover(button) } else { hover(nil) }
      if isOnScreen {
        movePointer(x, y)
      } else if isPointerOnScreen {
        input.pointerLeaves()
        input.keyboardLeaves()
      }
      if isOnScreen != isPointerOnScreen {
        isPointerOnScreen = isOnScreen
        showCursor()
      }
    }
  }

  private func hover(_ button: TabletButton?) {
    guard button != hovered else { return }
    (hovered, hasHint) = (button, false)
    hint = button.map { _ in
      loop.timer(after: Self.hintDelay) { [weak self] in
        self?.hasHint = true
        self?.window?.requestFrame()
      }
    }
    window?.requestFrame()
  }

  private func movePointer(_ x: Double, _ y: Double) {
    if let point = shared(x, y) { input.movePointer(to: point.x, point.y) }
  }

  func pointerLeft() {
    pointer = nil
    hover(nil)
    letGo(DeviceGrip.mouse)
    grip = .none
    if isPointerOnScreen { input.pointerLeaves() }
    isPointerOnScreen = false
  }

  func pressed(button: UInt32, isDown: Bool) {
    switch grip {
    case .none:
      guard isDown, let pointer else { return }
      switch part(at: pointer.x, pointer.y) {
      case .screen where inspector.shown != nil:
        grip = .other
        timeline.show(nil)
      case .screen:
        grip = .apps(buttons: 1)
        input.pressButton(button, isDown: true)
      case .bezel where button == Self.mainButton:
        grip = .bezel
        grasp(DeviceGrip.mouse, at: pointer.x, pointer.y)
      case .button(let chosen) where button == Self.mainButton:
        grip = .other
        press(chosen)
      case .track(let x) where button == Self.mainButton:
        grip = .other
        choose(x)
      case .inspector(let x, let y) where button == Self.mainButton:
        grip = .other
        inspect(x, y)
      default: grip = .other
      }
    case .apps(let buttons):
      input.pressButton(button, isDown: isDown)
      let left = buttons + (isDown ? 1 : -1)
      grip = left > 0 ? .apps(buttons: left) : .none
      if left <= 0, let pointer { pointerMoved(to: pointer.x, pointer.y) }
    case .bezel, .other:
      guard !isDown else { return }
      letGo(DeviceGrip.mouse)
      grip = .none
      if let pointer { pointerMoved(to: pointer.x, pointer.y) }
    }
  }

  func scrolled(_ steps: [ScrollStep], source: UInt32?) {
    if isPointerOnScreen { return input.scroll(steps, source: source) }
    guard let pointer, case .inspector = part(at: pointer.x, pointer.y) else { return }
    let down = steps.first { !$0.isHorizontal }?.distance ?? 0
    if down != 0 { inspector.scroll(down > 0 ? 1 : -1) }
  }

  private func inspect(_ x: Double, _ y: Double) {
    guard let layout else { return }
    let frame = layout.inspectorFrame
    let model = inspector.model(width: frame.width, height: frame.height)
    if let action = model?.action(at: x, y) { inspect(action) }
  }

  private func inspect(_ action: InspectorAction) {
    // Device events that the inspector causes do not turn the drawn device.
    device.withoutFollowing { inspector.perform(action) }
  }

  private func choose(_ x: Double) {
    guard let track = layout?.track else { return }
    let decision = timeline.model(width: track.width).decision(at: x)
    if let decision { timeline.show(decision) }
  }

  private func showCursor() {
    window?.setCursor(isPointerOnScreen ? input.cursor : .usual)
  }

  // MARK: - Fingers

  func touchDown(_ finger: Int32, at x: Double, _ y: Double) {
    switch part(at: x, y) {
    case .screen where inspector.shown != nil: timeline.show(nil)
    case .screen:
      guard let point = shared(x, y) else { return }
      fingers.insert(finger)
      input.touchDown(finger, at: point.x, point.y)
    case .button(let button): press(button)
    case .track(let x): choose(x)
    case .inspector(let x, let y): inspect(x, y)
    case .bezel: grasp(finger, at: x, y)
    case .desk: if !hand.isEmpty { grasp(finger, at: x, y) }
    }
  }

  func touchMoved(_ finger: Int32, to x: Double, _ y: Double) {
    guard fingers.contains(finger) else { return drag(finger, to: x, y) }
    guard let point = shared(x, y) else { return }
    input.touchMove(finger, to: point.x, point.y)
  }

  func touchUp(_ finger: Int32) {
    letGo(finger)
    if fingers.remove(finger) != nil { input.touchUp(finger) }
  }

  func touchCancelled() {
    fingers = []
    hand.letGo()
    input.touchCancel()
  }

  // MARK: - Keys

  func pressed(key: UInt32, isDown: Bool) {
    if isDown { held.insert(key) } else { held.remove(key) }
    if isDown, isDevices {
      if let button = TabletButton.allCases.first(where: { $0.key.code == key }) {
        return press(button)
      }
      if key == Self.saveKey { return inspect(.save) }
    }
    if isPointerOnScreen || !isDown { input.pressKey(key, isDown: isDown) }
  }

  /// The code of the key s, as in linux/input-event-codes.h.
  private static let saveKey: UInt32 = 31

  /// Whether key presses control the device: the pointer is not over the apps, or Ctrl and Alt are
  /// pressed.
  private var isDevices: Bool {
    !isPointerOnScreen
      || (!held.isDisjoint(with: [29, 97]) && !held.isDisjoint(with: [56, 100]))
  }

  func keyboardLeft() {
    held = []
    input.keyboardLeaves()
  }
}
