// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A device that tells when it is moved is left alone while it lies still.
@Suite(.serialized) struct MotionAlarmTests {
  private func run(_ device: GuardedDevice, on compositor: Compositor) throws -> ChildProcess {
    try ChildProcess(
      Swivel.path, ["run", "--sensor", "iio", "--device-root", device.root],
      environment: compositor.clientEnvironment.merging(device.environment) { $1 })
  }

  @Test func aSensorWhoseAlarmHasFiredIsPolledRarely() throws {
    let compositor = try Compositor(.phoc)
    let device = try GuardedDevice()
    let swivel = try run(device, on: compositor)
    defer { swivel.stop() }
    try Deadline.waitUntil(10, "the note\n\(swivel.errors)") {
      swivel.errors.contains("the device itself tells when it is moved (roc events)")
    }
    #expect(device.isArmed)
    try device.set(1000, 0)
    try device.tell()
    try compositor.waitForTransform("90")
    // It lies still for longer than it is looked at often, which is later on a busy machine.
    sleep(11)
    var wakeUps = Int.max
    for _ in 0..<5 where wakeUps > 5 {
      let before = try ContextSwitches(of: swivel.pid).voluntary
      sleep(6)
      wakeUps = try Int(ContextSwitches(of: swivel.pid).voluntary - before)
    }
    // It may be looked at twice: a wake-up for the time, and one for the thread that reads.
    #expect(wakeUps <= 5, "\(wakeUps) in 6 s")
    try device.set(0, -1000)
    try device.tell()
    try compositor.waitForTransform("normal", within: 2)
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0)
    #expect(!device.isArmed)
  }

  @Test func aSensorWhoseAlarmNeverFiredIsPolledOften() throws {
    let compositor = try Compositor(.phoc)
    let device = try GuardedDevice()
    let swivel = try run(device, on: compositor)
    defer { swivel.stop() }
    try device.set(1000, 0)
    try compositor.waitForTransform("90")
    sleep(11)
    // Not one alarm has come: half a second, not five, until somebody looks.
    try device.set(0, -1000)
    try compositor.waitForTransform("normal", within: 3)
  }
}
