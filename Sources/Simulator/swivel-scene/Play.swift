// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ClientDrawing
import Formats
import Glibc
import Orientation
import Pixels
import Scenarios
import WaylandClient

/// The player of a scenario, with real windows on a real compositor.
final class Play {
  let options: SceneOptions
  let stage: Stage
  var script: Script
  var windows: [WindowID: StageWindow] = [:]
  /// The number of orientations that differed between the compositor and the simulator, counted for
  /// each window after each step.
  private(set) var differences = 0

  init(_ scenario: Scenario, options: SceneOptions) throws {
    self.options = options
    script = Script(scenario)
    stage = try Stage(display: options.display)
    stage.onScale = { [unowned self] in
      for window in windows.values { try? window.draw() }
    }
  }

  /// Plays the steps that the simulator reached; returns whether all orientations agree with its.
  func run() throws -> Bool {
    let scene = script.scenario.scene
    for window in scene.windows { try add(window) }
    for window in script.scenario.exempt { try add(window, isExempt: true) }
    if let key = scene.keyWindow { try windows[key]?.makeKey() }
    try finishStep("set-up")
    for (index, event) in script.scenario.events.enumerated() where index + 1 < script.stepCount {
      try stage.wait(.milliseconds(options.pace), forLine: options.isStepped)
      script.step = index + 1
      let isPlayed = try play(event)
      let title = event.text.flow
      try finishStep(isPlayed ? title : "\(title) (has no counterpart on the wire)")
    }
    return differences == 0
  }

  func stay() throws {
    while !windows.values.contains(where: \.isClosed) {
      try stage.connection.wait(.seconds(3600))
    }
  }

  func add(_ window: Window, isExempt: Bool = false) throws {
    windows[window.id] = try StageWindow(window, isExempt: isExempt, on: stage) {
      [unowned self] in script.answer(of: $0)
    }
  }

  private func finishStep(_ title: String) throws {
    try stage.settle()
    print("step \(script.step): \(title)")
    for id in windows.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let window = windows[id], let orientation = window.orientation else { continue }
      let foretold = script.orientation(of: id)
      let isForetold = foretold == nil || foretold == orientation
      if !isForetold { differences += 1 }
      let line = "  \(window.window.name): \(orientation.name)"
      print(isForetold ? line : "\(line), but the simulator says \(foretold?.name ?? "nothing")")
    }
    if let folder = options.pictures {
      let number = script.step < 10 ? "0\(script.step)" : "\(script.step)"
      let path = "\(folder)/step-\(number).png"
      try ScreenPicture.take(of: stage).write(to: path)
      print("  picture: \(path)")
    }
    fflush(nil)
  }

  /// Plays an event; returns false if this client cannot cause it.
  func play(_ event: ScenarioEvent) throws -> Bool {
    switch event.action {
    case .launch: true
    case .reading: try turn(to: script.device)
    case .event(.device(let event)): try play(event)
    case .event(.window(let id, let event)): try play(event, in: id)
    case .event(.add(let window, let makesKey)): try add(window, makesKey: makesKey)
    case .event(.addExempt(let window, let makesKey)):
      try add(window, makesKey: makesKey, isExempt: true)
    // Nothing is sent, since the windows give their new answers when they are asked.
    case .event(.app(.setPolicy)): true
    case .event(.app(.attemptRotation)): try invalidate(Array(windows.values))
    case .event, .tablet: false
    }
  }

  private func play(_ event: DeviceEvent) throws -> Bool {
    switch event {
    case .turned(let orientation): return try turn(to: orientation)
    case .rotationLock(let isLocked):
      try stage.await { try $0.lock(locked: isLocked ? 1 : 0) }
      return true
    case .forced, .generating, .setting: return false
    }
  }

  private func play(_ event: WindowEvent, in id: WindowID) throws -> Bool {
    guard let window = windows[id] else { return false }
    switch event {
    case .remove:
      window.remove()
      windows[id] = nil
    case .show: try window.show()
    case .hide: try window.hide()
    case .makeKey: try window.makeKey()
    case .setRoot(let root): try window.setTraits(root: root)
    case .setNeedsUpdate: try window.invalidate()
    default: return false
    }
    return true
  }

  private func turn(to orientation: DeviceOrientation) throws -> Bool {
    let value = SwivelDeviceV1.Orientation(rawValue: UInt32(orientation.rawValue))
    try stage.await { try $0.turn(orientation: value) }
    return true
  }

  private func add(_ window: Window, makesKey: Bool, isExempt: Bool = false) throws -> Bool {
    try add(window, isExempt: isExempt)
    if makesKey { try windows[window.id]?.makeKey() }
    return true
  }

  private func invalidate(_ windows: [StageWindow]) throws -> Bool {
    for window in windows { try window.invalidate() }
    return true
  }
}

struct SceneFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

struct StageAnswer {
  var autorotate: Bool
  var supported: OrientationMask
  var preferred: InterfaceOrientation

  var words: String {
    let names = supported.orientations.map(\.name)
    let list = names.count == 4 ? "any orientation" : names.joined(separator: ", ")
    return autorotate ? "turns: \(names.isEmpty ? "nowhere" : list)" : "does not turn"
  }
}

/// The answers and orientations of a scenario's windows after each step.
///
/// The simulator computes them, so that containers, presented controllers and forwarding are not
/// implemented here again.
struct Script {
  let scenario: Scenario
  let simulation: Simulation
  /// The current step; 0 is the set-up.
  var step = 0

  init(_ scenario: Scenario) {
    self.scenario = scenario
    simulation = Simulation(scenario)
  }

  var stepCount: Int { simulation.steps.count }

  /// Returns a window's latest answers up to the current step; those never asked for are declared
  /// or the defaults.
  func answer(of window: WindowID) -> StageAnswer {
    let standard: OrientationMask =
      scenario.scene.device.idiom == .pad ? .all : .allButUpsideDown
    var found = StageAnswer(
      autorotate: declared(window)?.autorotate ?? true,
      supported: declared(window)?.supported ?? standard,
      preferred: declared(window)?.preferred ?? .unknown)
    for asked in simulation.steps.prefix(step + 1).flatMap(\.verdict.asked)
    where asked.window == window {
      switch (asked.question, asked.answer) {
      case (.shouldAutorotate, .flag(let flag)): found.autorotate = flag
      case (.supported, .mask(let mask)): found.supported = mask
      case (.preferred, .orientation(let orientation)): found.preferred = orientation ?? .unknown
      default: break
      }
    }
    return found
  }

  /// Returns a window's orientation after the current step; nil if the window is not there then or
  /// the simulator did not reach the step.
  func orientation(of window: WindowID) -> InterfaceOrientation? {
    guard simulation.steps.indices.contains(step) else { return nil }
    let scene = simulation.steps[step].verdict.after
    return scene.index(of: window).map { scene.windows[$0].orientation }
  }

  /// The device's orientation after the current step; unknown if the simulator did not reach the
  /// step.
  var device: DeviceOrientation {
    simulation.steps.indices.contains(step)
      ? simulation.steps[step].verdict.after.device.orientation : .unknown
  }

  private func declared(_ window: WindowID) -> DeclaredPolicy? {
    guard simulation.steps.indices.contains(step) else { return nil }
    let scene = simulation.steps[step].verdict.after
    return scene.index(of: window).flatMap { scene.windows[$0].root?.declared }
  }
}

/// A screenshot of the panel as scanned out, before the transform.
private enum ScreenPicture {
  static func take(of stage: Stage) throws -> Canvas {
    guard let screencopy = stage.screencopy, let output = stage.output else {
      throw SceneFailure("the compositor does not offer pictures of its screen")
    }
    let frame = try screencopy.captureOutput(overlayCursor: 0, output: output.proxy)
    defer { frame.destroy() }
    var offer: (format: WlShm.Format, size: Size)?
    var isUpsideDown = false
    var result: Bool?
    frame.onEvent = { event in
      switch event {
      case .buffer(let format, let width, let height, _):
        offer = (format, Size(width: Int32(clamping: width), height: Int32(clamping: height)))
      case .flags(let flags): isUpsideDown = flags.contains(.yInvert)
      case .ready: result = true
      case .failed: result = false
      default: break
      }
    }
    try stage.connection.roundtrip()
    guard let offer, offer.format == .argb8888 || offer.format == .xrgb8888 else {
      throw SceneFailure("the compositor offers pictures only in a format unknown here")
    }
    // The copy may have an undefined alpha, so the picture is read without alpha below.
    let picture = try SharedPicture(stage.shm, size: offer.size, format: offer.format)
    try frame.copy(buffer: picture.buffer)
    for _ in 0..<100 where result == nil { try stage.connection.wait(.milliseconds(100)) }
    guard result == true, let canvas = Canvas(size: offer.size),
      let view = unsafe PixelView(
        address: UnsafeRawPointer(picture.address), size: offer.size, stride: picture.stride,
        format: .xrgb8888)
    else { throw SceneFailure("the compositor did not copy its screen") }
    let whole = Rectangle(origin: Point(x: 0, y: 0), size: offer.size)
    Painter.paint(
      [
        DrawItem(
          content: .pixels(view, transform: isUpsideDown ? .flipped180 : .normal),
          destination: whole)
      ], on: canvas, background: Colour(red: 0, green: 0, blue: 0))
    withExtendedLifetime(picture) {}
    return canvas
  }
}
