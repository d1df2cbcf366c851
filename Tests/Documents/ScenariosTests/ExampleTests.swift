// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Testing

import Experiments
import Scenarios

/// Every example was worked out by hand; here each is played and compared with that.
@Suite struct ExampleTests {
  @Test(arguments: ExampleFiles.scenarios)
  func everyExampleMeetsItsExpectations(path: String) throws {
    let simulation = Simulation(try Scenario.load(path: path))
    #expect(simulation.failures() == [])
  }

  @Test func theExamplesAreFound() {
    #expect(ExampleFiles.scenarios.count > 150)
  }

  /// A file without expectations proves nothing.
  @Test func everyExampleHasExpectations() throws {
    for path in ExampleFiles.scenarios {
      let scenario = try Scenario.load(path: path)
      #expect(!scenario.expectations.isEmpty, "\(path) expects nothing")
    }
  }
}
