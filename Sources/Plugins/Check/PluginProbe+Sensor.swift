// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Sensors

extension PluginProbe {
  /// Lets a sensor run for a moment on a loop of its own.
  func trySensor(_ source: LibrarySource) throws {
    let loop = try EventLoop()
    var readings = 0
    var isLost = false
    let host = SensorHost(loop: loop) { [weak self] event in
      switch event {
      case .reading: readings += 1
      case .available(let text): self?.find(.ok, text)
      case .lost(let text):
        isLost = true
        self?.find(.problem, text)
      case .problem(let text): self?.find(.problem, text)
      case .note(let text): self?.find(.note, text)
      case .edgeUp, .tabletMode, .lidClosed, .touch, .sessionLocked, .sessionActive,
        .awoke:
        break
      }
    }
    begin("open")
    timed { source.start(in: host) }
    begin("claim and read")
    source.claim()
    let end = loop.now + 2_000_000_000
    while loop.now < end, readings < 5, !isLost {
      try loop.turn(waitingAtMost: end - loop.now)
    }
    begin("close")
    source.stop()
    guard !isLost else { return }
    readings > 0
      ? find(.ok, "read: \(readings) readings")
      : find(.note, "no reading came within two seconds")
  }
}
