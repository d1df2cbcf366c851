// SPDX-License-Identifier: Apache-2.0
public import Orientation
public import Sensing

/// What a source has to say of a hinge.
public enum HingeNews: Hashable, Sendable {
  /// Something tells its angle; the words say what.
  case available(String)
  /// Nothing tells its angle any more, and why.
  case lost(String)
  /// What is known of it at this moment.
  case reading(HingeReading, Instant)
}

/// Keeps what tells a hinge's angle, and notices when it breaks or goes.
struct HingeWatch {
  /// So many bad readings in a row mean that something is wrong.
  private static let maximumFaults = 5
  /// How long to wait before looking again for what has gone.
  private static let searchAfter = Duration.seconds(2)

  /// What tells the angle; nil while nothing does.
  private(set) var device: HingeDevice?
  private let edge: PanelEdge
  private var faults = 0
  /// Since when what once was there is missed.
  private var missedSince: Instant?

  init(edge: PanelEdge) { self.edge = edge }

  /// Whether it is time to look for what has gone.
  func isDue(at instant: Instant) -> Bool {
    missedSince.map { instant - $0 >= Self.searchAfter } ?? false
  }

  /// Takes what a search has found; the news if that is something else.
  mutating func found(_ found: HingeDevice?, at instant: Instant) -> HingeNews? {
    if missedSince != nil { missedSince = found == nil ? instant : nil }
    guard found != device else { return nil }
    defer { device = found }
    faults = 0
    if let found { return .available(found.words) }
    return device.map { .lost("\($0.name) is gone") }
  }

  /// Takes what was read together with the display's accelerometer.
  mutating func heard(
    _ outcome: HingeReader.Outcome, display: Acceleration, of device: Accelerometer, at now: Instant
  ) -> HingeNews? {
    guard let companion = self.device else { return nil }
    switch outcome {
    case .base(let base):
      faults = 0
      let screen = display.withZ(times: device.signOfZ)
      return .reading(HingeReading(base: base, display: screen, hingeAt: edge), now)
    case .angle(let angle):
      faults = 0
      return .reading(.angle(angle), now)
    case .fault(let fault):
      faults += 1
      guard faults == Self.maximumFaults else { return nil }
      return lose("\(companion.name): \(fault.words)", at: now)
    case .gone: return lose("\(companion.name) is gone", at: now)
    }
  }

  private mutating func lose(_ reason: String, at instant: Instant) -> HingeNews {
    device = nil
    missedSince = instant
    return .lost(reason)
  }
}
