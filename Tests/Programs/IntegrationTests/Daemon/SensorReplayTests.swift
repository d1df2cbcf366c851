// SPDX-License-Identifier: Apache-2.0
import Configuration
@testable import EventLoop
import Fixtures
import Orientation
import Plugins
import Sensors
import Testing

@testable import Daemon

/// A recording in the sensor's place: the orientations that the daemon makes of its readings.
@Suite struct SensorReplayTests {
  /// Plays samples, each of milliseconds and the accelerations x and y; the loop begins late.
  private func play(
    _ samples: [(Int64, Double, Double)], speed: Double = 1, late: Duration = .zero
  ) throws -> [DeviceOrientation] {
    let directory = try RuntimeDirectory()
    let lines = samples.map { "\($0.0),\($0.1),\($0.2),0\n" }
    let trace = try directory.write(
      "time_ms,x,y,z\n" + lines.joined(), to: "trace.csv")
    let clock = VirtualClock()
    let loop = try EventLoop(clock: clock)
    let plan = try RunPlan(
      RunOptions(
        sensor: "replay:\(trace)", replaySpeed: speed, deviceRoot: directory.path),
      plugins: PluginList(), environment: { _ in nil })
    let sensors = SensorController(plan, on: Machine(loop: loop), clock: Clock(loop))
    var turns: [DeviceOrientation] = []
    sensors.onReport = { report in
      switch report {
      case .turned(let orientation): turns.append(orientation)
      case .note(let text) where text.contains("has ended"): loop.stop()
      default: break
      }
    }
    sensors.start(plan.configuration.judge) { _, _ in }
    clock.advance(to: clock.now + late)
    try loop.run()
    #expect(sensors.counts.good == samples.count)
    return turns
  }

  @Test func theLastSampleSettlesAfterTheRecordingEnds() throws {
    let turns = try play([(0, 0, 9.8), (100, -9.8, 0)], speed: 10)
    #expect(turns == [.portrait, .landscapeRight])
  }

  @Test func aSwingThatDoesNotSettleChangesNoOrientation() throws {
    #expect(try play([(0, 0, 9.8), (20, -9.8, 0), (40, 0, 9.8)]) == [.portrait])
  }

  @Test func aLateLoopStillReplaysEveryOrientation() throws {
    // Everything is due at once, as after a long stop of the process.
    let turns = try play(
      [(0, 0, 9.8), (1_000, -9.8, 0), (2_000, 0, -9.8)], late: .seconds(10))
    #expect(turns == [.portrait, .landscapeRight, .portraitUpsideDown])
  }
}
