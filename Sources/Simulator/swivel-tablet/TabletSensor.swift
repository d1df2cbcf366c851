// SPDX-License-Identifier: Apache-2.0
import Configuration
import EventLoop
import Formats
import Orientation
import Recording
import Sensing
import Sensors

/// A real sensor, or a replayed trace, that moves the drawn device.
final class TabletSensor {
  private enum Feed {
    case replay(ReplaySchedule)
    case source(any OrientationSource)
  }

  private let device: DeviceDriver
  private let loop: EventLoop
  private var feed: Feed

  /// Creates a sensor from `replay:FILE` or a source such as `auto`; throws if the file cannot be
  /// played.
  init(_ word: String, _ device: DeviceDriver, on loop: EventLoop) throws {
    self.device = device
    self.loop = loop
    if word.hasPrefix(Self.replay) {
      let trace = try AccelerometerTrace.load(path: String(word.dropFirst(Self.replay.count)))
      guard let schedule = ReplaySchedule(samples: trace.samples, start: loop.now) else {
        throw TabletFailure("\(word) cannot be laid out on the clock")
      }
      feed = .replay(schedule)
    } else if let choice = SourceChoice(word) {
      feed = .source(choice.makeSource())
    } else {
      throw TabletFailure(
        "--sensor '\(word)' is none of \(SourceChoice.valid.joined(separator: ", ")), replay:FILE")
    }
  }

  static let replay = "replay:"

  func start() {
    switch feed {
    case .replay: step()
    case .source(let source):
      source.start(in: SensorHost(loop: loop) { [weak self] in self?.handle($0) })
      source.claim()
    }
  }

  func stop() { if case .source(let source) = feed { source.stop() } }

  private func step() {
    guard case .replay(var schedule) = feed else { return }
    while let reading = schedule.takeDue(at: loop.now) { device.feel(reading.acceleration) }
    feed = .replay(schedule)
    guard let next = schedule.nextInstant else { return }
    loop.schedule(at: next) { [weak self] in self?.step() }
  }

  private func handle(_ event: SensorEvent) {
    switch event {
    case .reading(let reading, _): device.feel(reading)
    case .edgeUp(let edge): device.stand(edge)
    case .available(let words), .note(let words), .problem(let words):
      StandardOutput.line("sensor: \(words)")
    case .lost(let reason): StandardOutput.line("sensor lost: \(reason)")
    default: break
    }
  }
}
