// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Formats
import Glibc
public import Orientation

/// What a source lives in: a loop, a clock, and somebody who listens.
public struct SensorHost {
  /// The loop whose thread everything happens on.
  public let loop: EventLoop
  /// The monotonic clock that readings are stamped with.
  public let now: () -> Instant
  /// Takes what a source says; never called from within a call to the source.
  public let report: (SensorEvent) -> Void

  /// Takes a loop, by default its own clock, and a listener.
  public init(
    loop: EventLoop, now: @escaping () -> Instant = { EventLoop.now },
    report: @escaping (SensorEvent) -> Void
  ) {
    self.loop = loop
    self.now = now
    self.report = report
  }

  /// The same place with somebody else listening.
  func reporting(to report: @escaping (SensorEvent) -> Void) -> SensorHost {
    SensorHost(loop: loop, now: now, report: report)
  }

  /// Lets somebody listen from the loop, for what is known at once.
  func reportSoon(_ event: SensorEvent) {
    loop.schedule(after: .zero) { [report] in report(event) }
  }
}

/// Where the kernel and udev keep what they know of devices, as real or as a copy for tests.
public struct DeviceTree: Hashable, Sendable {
  /// What `/sys`, `/dev` and `/run` are looked for under; empty is the machine itself.
  public let root: String

  /// The machine, or a directory that holds `sys`, `dev` and `run`.
  public init(root: String = "") {
    var root = root
    while root.hasSuffix("/") { root.removeLast() }
    self.root = root
  }

  /// A path such as `/sys/class` under the root.
  package func path(_ absolute: String) -> String { root + absolute }

  /// The text of a small file without white space around it; nil if it cannot be read.
  package static func text(of path: String) -> String? {
    // An attribute of sysfs is at most a page long; udev's files are of that order.
    guard let bytes = try? RegularFile.read(path, atMost: 65_536) else { return nil }
    return String(decoding: bytes, as: UTF8.self).trimmed
  }

  /// Writes a short value into an attribute; returns 0 or the error number.
  static func write(_ value: String, to path: String) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_TRUNC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let bytes = Array(value.utf8)
    return unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count ? 0 : errno
  }
}

extension StringProtocol {
  /// The text without white space and zero characters around it.
  package var trimmed: String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace || $0 == "\0" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// The number that the whole text is, with a point as the decimal mark whatever the locale.
  ///
  /// Nil if it is none or not finite.
  var decimal: Double? {
    guard let value = Double(trimmed), value.isFinite else { return nil }
    return value
  }
}

/// Lets each kind of trouble be told once until it is over.
struct OnceReporter {
  private var open: [String: SensorEvent] = [:]

  /// The event if this kind has not been told yet, otherwise nil.
  mutating func report(_ kind: String, _ event: SensorEvent) -> SensorEvent? {
    open[kind] == nil ? reportChange(kind, event) : nil
  }

  /// The event unless it is what was told last of this kind.
  mutating func reportChange(_ kind: String, _ event: SensorEvent) -> SensorEvent? {
    open.updateValue(event, forKey: kind) == event ? nil : event
  }

  /// The trouble is over: the next one is news again.
  mutating func isRight(_ kind: String) { open[kind] = nil }
}
