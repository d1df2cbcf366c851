// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensing
import Testing

@testable import Daemon

@Suite struct ReplayFeedTests {
  private func play(_ samples: [ReplaySample], speed: Double) throws -> [DeviceOrientation] {
    let loop = try EventLoop()
    let clock = Clock(loop)
    let schedule = try #require(
      ReplaySchedule(samples: samples, start: clock.now, speed: speed))
    let feed = ReplayFeed(schedule, on: loop, clock: clock)
    var turns: [DeviceOrientation] = []
    feed.onTurn = { turns.append($0) }
    feed.onEnd = { loop.stop() }
    loop.schedule(after: .seconds(Limit.event)) { loop.stop() }
    feed.step()
    try loop.run()
    return turns
  }

  @Test func theLastSampleSettlesAfterTheRecordingEnds() throws {
    let turns = try play(
      [
        ReplaySample(microseconds: 0, x: 0, y: 9.8, z: 0),
        ReplaySample(microseconds: 100_000, x: -9.8, y: 0, z: 0),
      ], speed: 10)
    #expect(turns == [.portrait, .landscapeRight])
  }

  @Test func aSwingThatDoesNotSettleChangesNoOrientation() throws {
    let turns = try play(
      [
        ReplaySample(microseconds: 0, x: 0, y: 9.8, z: 0),
        ReplaySample(microseconds: 20_000, x: -9.8, y: 0, z: 0),
        ReplaySample(microseconds: 40_000, x: 0, y: 9.8, z: 0),
      ], speed: 1)
    #expect(turns == [.portrait])
  }

  @Test func aLateLoopStillReplaysEveryOrientation() throws {
    // Everything is due at once, as after a long stop of the process.
    let loop = try EventLoop()
    let start = Instant(milliseconds: -10_000)
    let schedule = try #require(
      ReplaySchedule(
        samples: [
          ReplaySample(microseconds: 0, x: 0, y: 9.8, z: 0),
          ReplaySample(microseconds: 1_000_000, x: -9.8, y: 0, z: 0),
          ReplaySample(microseconds: 2_000_000, x: 0, y: -9.8, z: 0),
        ], start: start))
    let feed = ReplayFeed(schedule, on: loop, clock: Clock(loop))
    var turns: [DeviceOrientation] = []
    feed.onTurn = { turns.append($0) }
    feed.step()
    #expect(turns == [.portrait, .landscapeRight, .portraitUpsideDown])
  }
}
