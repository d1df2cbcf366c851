// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A device that tells when it is moved is left alone while it lies still.
@Suite struct MotionAlarmTests {
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
    try Deadline.waitUntil("the note\n\(swivel.errors)") {
      swivel.errors.contains("the device itself reports motion (roc events)")
    }
    #expect(device.isArmed)
    // A movement is one against an earlier reading.
    try Swivel.waitForReadings(on: compositor)
    try device.set(1000, 0)
    try device.tell()
    try compositor.waitForTransform("90")
    var isPrompt = false
    for (y, transform) in [(-1000, "normal"), (1000, "180"), (-1000, "normal")] where !isPrompt {
      // Ten seconds after the last movement the sensor is read every five seconds.
      try Deadline.waitUntil("the guarded pace") {
        try Idleness(of: swivel.pid).nextTimer.map { $0 > .milliseconds(4_500) } ?? false
      }
      let start = ContinuousClock.now
      try device.set(0, y)
      try device.tell()
      try compositor.waitForTransform(transform)
      // Before the next reading was due; a busy machine may need another try.
      isPrompt = ContinuousClock.now - start < .seconds(4)
    }
    #expect(isPrompt)
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
    // Not one alarm has come: ten seconds after the last movement the sensor is read every half
    // second, not every five.
    var remaining: [Duration] = []
    try Deadline.waitUntil("the slow pace: \(remaining.suffix(10))") {
      guard let next = try Idleness(of: swivel.pid).nextTimer else { return false }
      remaining.append(next)
      // Each time that the rest grows the timer was set anew.
      let paces = zip(remaining, remaining.dropFirst()).filter { $0 < $1 }.map { $1 }
      return paces.suffix(3).count { $0 > .milliseconds(150) && $0 <= .milliseconds(500) } == 3
    }
    // A reading that is under way may take a second.
    #expect(remaining.allSatisfy { $0 <= .seconds(1) }, "\(remaining.max() ?? .zero)")
    try device.set(0, -1000)
    try compositor.waitForTransform("normal")
  }
}
