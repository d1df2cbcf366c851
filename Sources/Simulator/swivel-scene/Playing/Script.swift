// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Scenarios

/// What the windows of a scenario answer, step by step, and how they stand afterwards.
///
/// The answers are those of the same run in the simulator, so that containers, presented
/// controllers and forwarding need no second set of rules here.
struct Script {
  let scenario: Scenario
  let simulation: Simulation
  /// The step that is being played; 0 is the set-up.
  var step = 0

  init(_ scenario: Scenario) {
    self.scenario = scenario
    simulation = Simulation(scenario)
  }

  /// How many steps were reached, the set-up among them.
  var stepCount: Int { simulation.steps.count }

  /// What a window answers in this step: what it said in it, or else last before it.
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

  /// How a window stands after this step; nil for one that is gone.
  func orientation(of window: WindowID) -> InterfaceOrientation? {
    guard simulation.steps.indices.contains(step) else { return nil }
    let scene = simulation.steps[step].verdict.after
    return scene.index(of: window).map { scene.windows[$0].orientation }
  }

  /// How the device is held after this step.
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
