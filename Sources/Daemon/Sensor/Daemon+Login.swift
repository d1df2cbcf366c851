// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import Sensors

extension Daemon {
  /// Follows what logind says of our session and of the machine's sleep.
  func startLogin() {
    login.start(
      in: SensorHost(loop: loop, now: { [clock] in clock.now }) { [weak self] in self?.heed($0) })
  }

  private func heed(_ event: SensorEvent) {
    guard !isEnding else { return }
    switch event {
    case .sessionLocked(let isLocked):
      self.isLocked = isLocked ?? false
      session?.isLocked = self.isLocked
    case .awoke:
      reporter.note("the machine has woken up")
      handle(.output(.awake))
    default: break
    }
    sensorFeed?.receive(event)
  }
}
