// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ClientDrawing
import Drawing
import Orientation
import WaylandClient

/// A window of the scene as a toplevel of this client.
final class StageWindow {
  let window: Window
  private let stage: Stage
  private let surface: WlSurfaceProxy
  private let shellSurface: XdgSurfaceProxy
  private let toplevel: XdgToplevelProxy
  private let rules: SwivelWindowV1Proxy?
  private let policy: SwivelPolicyV1Proxy?
  /// Returns the answers to a question of the compositor.
  private let answer: (WindowID) -> StageAnswer
  private var proposedSize = Size(width: 0, height: 0)
  private var isConfigured = false
  /// Whether the user has closed the window.
  private(set) var isClosed = false
  /// The window's orientation as the compositor sent it; nil before.
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

  // Requests on objects that are already destroyed must not fail the play, hence `try?`.
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
      // The label names the orientation.
      if isConfigured { try? draw() }
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

  private func draw() throws {
    let wanted = window.size ?? proposedSize
    let size = wanted.width > 0 && wanted.height > 0 ? wanted : Size(width: 320, height: 240)
    let picture = try SharedPicture(stage.shm, size: size)
    let answer = answer(window.id)
    WindowPicture(
      name: window.name, number: Int(window.id.rawValue), level: window.level,
      policy: window.root == nil ? "no root controller" : answer.words,
      orientation: orientation?.name
    ).draw(on: picture)
    try picture.present(on: surface)
  }
}

/// The picture in a window of the scene: its name, its upper edge, and its policy.
private struct WindowPicture {
  var name: String
  /// The window's number, which selects the colour.
  var number: Int
  var level: Int32
  var policy: String
  /// The orientation's name; nil before the compositor has sent it.
  var orientation: String?

  private static let grounds: [RGB] = [
    0xEEF3FA, 0xFDEED9, 0xE3F5E1, 0xF5E3F3, 0xDEF3F5, 0xFAF8D1,
  ]
  private static let ink: RGB = 0x21232E
  /// Red, green, blue, yellow from the upper left corner, as on the test card.
  private static let corners: [RGB] = [0xDC332E, 0x3DA13D, 0x2663D1, 0xF0BF00]

  func draw(on picture: SharedPicture) {
    guard
      let context = unsafe DrawingContext(picture.address, size: picture.size, of: picture)
    else { return }
    let width = Double(picture.size.width)
    let height = Double(picture.size.height)
    let short = min(width, height)
    let line = max(2, short / 100)
    context.fill(Area(x: 0, y: 0, width: width, height: height), Self.ink)
    context.fill(
      Area(x: line, y: line, width: width - 2 * line, height: height - 2 * line),
      Self.grounds[number % Self.grounds.count])
    let corner = short / 8
    for (index, colour) in Self.corners.enumerated() {
      context.fill(
        Area(
          x: index % 2 == 0 ? 0 : width - corner, y: index < 2 ? 0 : height - corner,
          width: corner, height: corner), colour)
    }
    // The arrow points up.
    let middle = width / 2
    let head = short / 10
    let top = height * 0.12
    context.fill(
      [(middle, top), (middle + head, top + head), (middle - head, top + head)], Self.ink)
    context.fill(
      Area(x: middle - head / 3, y: top + head, width: head * 2 / 3, height: head), Self.ink)

    let size = Int(max(9, short / 18))
    var area = Area(
      x: middle - width * 0.9 / 2, y: top + head * 2.4, width: (width * 0.9).rounded(.down))
    func write(_ text: String, _ font: String) {
      area.y += context.write(
        text, Font(font), Self.ink, in: area, isCentred: true, fromTop: true, wraps: true
      ).rounded(.up)
    }
    write(name, "Sans Bold \(size * 3 / 2)px")
    let lines = [level == 0 ? nil : "level \(level)", policy, orientation.map { "shown \($0)" }]
    write(lines.compactMap(\.self).joined(separator: "\n"), "Sans \(size)px")
  }
}
