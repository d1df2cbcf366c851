// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ModelChecker
import Orientation
import RandomScenes
import Testing

import Experiments
import Scenarios

/// The advice after a bound has ended a check.
@Suite struct CheckAdviceTests {
  private func advice(_ change: (inout ScenarioCheck.Options) -> Void) throws -> [String] {
    let windows = (1...8).map { "  - {id: w\($0), root: {supported: [portrait, landscape-left]}}" }
    let text = (["swivel: 1", "rules: uikit-8", "windows:"] + windows).joined(separator: "\n")
    let scenario = try Scenario.parse(text + "\nevents: []\n", file: "many.yaml")
    var options = ScenarioCheck.Options()
    options.reduces = false
    change(&options)
    return try ScenarioCheck(scenario, options: options).advice
  }

  @Test func aMemoryBoundIsAdvisedToBeDoubled() throws {
    let advice = try advice { $0.bounds = CheckBounds(memory: 1) }
    #expect(advice.contains("go on: with --memory 2, if the machine has that much"), "\(advice)")
  }

  @Test func aStateBoundIsAdvisedToBeTenfold() throws {
    let advice = try advice { $0.bounds = CheckBounds(states: 100) }
    #expect(advice.contains("go on: with --limit 1000, if there is time"), "\(advice)")
  }

  /// A file of a desktop begins with one built-in output, whatever the session's is called.
  @Test func theSceneOfASessionBeginsAsAFileDoes() {
    var film = Window.declared(1, "film")
    film.shell.output = OutputID(7)
    let panel = Output(
      id: OutputID(7), name: "DSI-1", panel: .landscape, transform: .rotated90)
    let session = Scene(outputs: [panel], windows: [film], key: film.id)
    let start = RunningScene(session, DesktopRuleSet()).start
    #expect(start.outputs == [Output(id: OutputID(7), name: "eDP-1", panel: .landscape)])
    #expect(start.device.panel == .landscape && start.windows[0].shell.output == nil)
    #expect(RunningScene(session, UIKitRuleSet.version8).start == session)
  }
}
