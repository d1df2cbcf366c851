// SPDX-License-Identifier: Apache-2.0
public import Orientation
public import Sensing

/// A report about a hinge.
public enum HingeNews: Hashable, Sendable {
  /// A device measures the angle; the text names the device.
  case available(String)
  /// No device measures the angle any more; the text gives the reason.
  case lost(String)
  /// A reading of the hinge.
  case reading(HingeReading, Instant)
}

/// Keeps the hinge device, and detects when it fails or is removed.
struct HingeWatch {
  /// The number of consecutive faults after which the device counts as lost.
  private static let maximumFaults = 5
  /// The time until the next search for a lost device.
  private static let searchAfter = Duration.seconds(2)

  /// The hinge device in use; `nil` if there is none.
  private(set) var device: HingeDevice?
  private let edge: PanelEdge
  private var faults = 0
  /// The instant of the last failed search or loss; `nil` unless a device was lost.
  private var missedSince: Instant?

  init(edge: PanelEdge) { self.edge = edge }

  /// Returns whether a lost device should be searched for again.
  func isDue(at instant: Instant) -> Bool {
    missedSince.map { instant - $0 >= Self.searchAfter } ?? false
  }

  /// Records the result of a search; returns a report if the device has changed.
  mutating func found(_ found: HingeDevice?, at instant: Instant) -> HingeNews? {
    if missedSince != nil { missedSince = found == nil ? instant : nil }
    guard found != device else { return nil }
    defer { device = found }
    faults = 0
    if let found { return .available(found.words) }
    return device.map { .lost("\($0.name) is gone") }
  }

  /// Returns the report for a hinge reading that was taken together with the display's; `nil` if
  /// there is none.
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
