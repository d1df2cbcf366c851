// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ClientDrawing
import Orientation
import WaylandClient

/// A window of the scene, as a toplevel of this client.
final class StageWindow {
  let window: Window
  private let stage: Stage
  private let surface: WlSurfaceProxy
  private let shellSurface: XdgSurfaceProxy
  private let toplevel: XdgToplevelProxy
  private let rules: SwivelWindowV1Proxy?
  private let policy: SwivelPolicyV1Proxy?
  private let answer: (WindowID) -> StageAnswer
  private var proposedSize = Size(width: 0, height: 0)
  private var isConfigured = false
  private(set) var isClosed = false
  /// The orientation that the compositor sent last for the window; nil before the first.
  private(set) var orientation: InterfaceOrientation?

  init(
    _ window: Window, isExempt: Bool = false, on stage: Stage,
    answer: @escaping (WindowID) -> StageAnswer
  ) throws {
    self.window = window
    self.stage = stage
    self.answer = answer
    surface = try stage.compositor.createSurface()
    rules = try stage.rotation?.getWindow(surface: surface)
    policy = try stage.rotation?.getSurfacePolicy(surface: surface)
    shellSurface = try stage.shell.getXdgSurface(surface: surface)
    toplevel = try shellSurface.getToplevel()
    listen()
    try toplevel.setAppId(appId: "swivel-scene")
    try toplevel.setTitle(title: window.name)
    if let size = window.size {
      try toplevel.setMinSize(width: size.width, height: size.height)
      try toplevel.setMaxSize(width: size.width, height: size.height)
    } else {
      try toplevel.setFullscreen(output: nil)
    }
    try rules?.setName(name: window.name)
    try rules?.setLevel(level: window.level)
    try setTraits(root: window.root, isExempt: isExempt)
    try policy?.setLive()
    if window.isHidden { try rules?.hide() }
    try surface.commit()
    try stage.settle()
    guard isConfigured else {
      throw SceneFailure("the compositor never configured window \(window.name)")
    }
  }

  func remove() {
    policy?.destroy()
    rules?.destroy()
    toplevel.destroy()
    shellSurface.destroy()
    surface.destroy()
  }

  func show() throws { try rules?.show() }
  func hide() throws { try rules?.hide() }
  func makeKey() throws { try rules?.makeKey() }
  func invalidate() throws { try policy?.invalidate() }

  func setTraits(root: Controller?, isExempt: Bool = false) throws {
    var traits: SwivelWindowV1.Trait = []
    if window.isFollower { traits.insert(.follower) }
    if !window.controlsStatusBar { traits.insert(.passive) }
    if isExempt { traits.insert(.exempt) }
    if root == nil { traits.insert(.rootless) }
    try rules?.setTraits(traits: traits)
  }

  // Requests to objects that are already destroyed must not end the play, hence `try?`.
  private func listen() {
    toplevel.onEvent = { [unowned self] in
      switch $0 {
      case .configure(let width, let height, _): proposedSize = Size(width: width, height: height)
      case .close: isClosed = true
      case .configureBounds, .wmCapabilities: break
      }
    }
    shellSurface.onEvent = { [unowned self] in
      guard case .configure(let serial) = $0 else { return }
      try? shellSurface.ackConfigure(serial: serial)
      isConfigured = true
      try? draw()
    }
    rules?.onEvent = { [unowned self] in
      guard case .transform(_, let value) = $0 else { return }
      orientation = InterfaceOrientation(rawValue: UInt8(truncatingIfNeeded: value.rawValue))
      // The window is drawn again, since its label names the orientation.
      try? draw()
    }
    policy?.onEvent = { [unowned self] in
      guard case .query(let serial, _, _, _) = $0 else { return }
      stage.questions += 1
      let answer = answer(window.id)
      try? policy?.answer(
        serial: serial, autorotate: answer.autorotate ? 1 : 0,
        supported: SwivelPolicyV1.Orientations(rawValue: answer.supported.legal.rawValue),
        preferred: SwivelPolicyV1.Orientation(rawValue: UInt32(answer.preferred.rawValue)))
    }
  }

  /// Draws the window at the output's scale; does nothing before the first configure event.
  func draw() throws {
    guard isConfigured else { return }
    let wanted = window.size ?? proposedSize
    let size = wanted.width > 0 && wanted.height > 0 ? wanted : Size(width: 320, height: 240)
    let scale = Int32(stage.output?.scale ?? 1)
    let picture = try SharedPicture(
      stage.shm, size: Size(width: size.width * scale, height: size.height * scale))
    let answer = answer(window.id)
    WindowPicture(
      name: window.name, number: Int(window.id.rawValue), size: size,
      kind: WindowPicture.Kind(window),
      policy: window.root == nil ? "no root controller" : answer.words,
      orientation: orientation?.name
    ).draw(on: picture, scale: scale)
    try surface.setBufferScale(scale: scale)
    try picture.present(on: surface)
  }
}
