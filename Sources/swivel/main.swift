// SPDX-License-Identifier: Apache-2.0
import Scenarios

var failed = 0
for path in CommandLine.arguments.dropFirst() {
  do {
    let simulation = Simulation(try Scenario.load(path: path))
    if CommandLine.arguments.count == 2 { print(simulation.json.pretty()) }
    let failures = simulation.failures()
    failed += failures.count
    for line in failures { print(line) }
  } catch {
    print(error)
    failed += 1
  }
}
print("failed:", failed)
