// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Scenarios

/// The answers of a scenario's windows, step by step, and their orientations afterwards.
///
/// The answers are those of the same run in the simulator, so that containers, presented
/// controllers and forwarding are not implemented here again.
struct Script {
  let scenario: Scenario
  let simulation: Simulation
  /// The current step; 0 is the set-up.
  var step = 0

  init(_ scenario: Scenario) {
    self.scenario = scenario
    simulation = Simulation(scenario)
  }

  /// The number of steps that the simulator reached, including the set-up.
  var stepCount: Int { simulation.steps.count }

  /// Returns the answers of a window in this step, or else its last ones before.
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

  /// Returns the orientation of a window after this step; nil for one that is gone.
  func orientation(of window: WindowID) -> InterfaceOrientation? {
    guard simulation.steps.indices.contains(step) else { return nil }
    let scene = simulation.steps[step].verdict.after
    return scene.index(of: window).map { scene.windows[$0].orientation }
  }

  /// The device's orientation after this step.
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
