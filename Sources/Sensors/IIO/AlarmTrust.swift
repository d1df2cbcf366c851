// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Whether a device that is to tell when it is moved really does.
///
/// Thresholds and their meaning differ from driver to driver, so the device has to show it: until an
/// alarm has come with a movement it is polled as any other, and again after a movement without one.
struct AlarmTrust {
  /// How far an alarm and the reading that shows the movement may be apart, in milliseconds.
  private static let together: Int64 = 1000
  /// Alarms closer together than this are one, in milliseconds.
  private static let apart: Int64 = 100
  /// So many alarms without any movement mean that they mean something else.
  private static let patience = 20

  /// Whether polling may be left to the alarm.
  private(set) var isEarned = false
  private var lastAlarm: Instant?
  private var lastMovement: Instant?
  private var vainAlarms = 0

  /// Whether the alarms only cost power.
  var isLost: Bool { vainAlarms >= Self.patience }

  /// Takes a reading into account: whether it shows a movement that the device had told.
  mutating func note(isMoving: Bool, at instant: Instant) {
    guard isMoving else { return }
    // A movement that goes on is told once, at its beginning.
    if !Self.isRecent(lastMovement, at: instant) {
      isEarned = Self.isRecent(lastAlarm, at: instant)
    }
    lastMovement = instant
    vainAlarms = 0
  }

  /// Takes an alarm into account; whether it is a reason to look at once.
  mutating func noteAlarm(at instant: Instant) -> Bool {
    let isNew = lastAlarm.map {
      let since = instant.milliseconds(since: $0)
      return since < 0 || since >= Self.apart
    }
    lastAlarm = instant
    // An alarm a moment after the reading that showed the movement has been true as well.
    if Self.isRecent(lastMovement, at: instant) { isEarned = true }
    guard isNew ?? true else { return false }
    vainAlarms += 1
    return true
  }

  private static func isRecent(_ earlier: Instant?, at instant: Instant) -> Bool {
    guard let earlier else { return false }
    let since = instant.milliseconds(since: earlier)
    return since >= 0 && since < together
  }
}
