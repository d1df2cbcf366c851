// SPDX-License-Identifier: Apache-2.0
import Testing

import Experiments

/// The time to shrink a long session, which `make bench` prints.
@Suite struct ShrinkBenchmark {
  @Test func aLongSessionShrinksToTwoEventsWithinASecond() throws {
    #if DEBUG
    let count = 100
    #else
    let count = 10_000
    #endif
    let scenario = try ShrinkTests.session(events: count)
    var found: Shrink?
    let time = try ContinuousClock().measure { found = try Shrink(scenario, step: nil) }
    #expect(found?.events.count == 2)
    print("shrink of \(count) events: \(time), \(found?.tried ?? 0) lists tried")
    #if !DEBUG
    #expect(time < .seconds(1))
    #endif
  }
}
