// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import Orientation
public import Text

// The sources of orientations, postures and touches: the desktop's sensor service, the kernel's
// accelerometers, switches for tablet mode and lid, touch screens, and logind's state of the
// session.
//
// - Every source reports one kind of event, `SensorEvent`, through a `SensorHost`. A source judges
//   nothing: the host's owner passes readings to a judge of the module Sensing.
// - An orientation source reads its sensor only while it is claimed.
// - Sensors come, go and break at run time. A source reports the loss and keeps looking, and
//   reports each problem once until it is solved (`OnceReporter`).
// - The tree of the kernel's files is a value (`DeviceTree`), so that tests simulate a whole
//   machine from a folder. Buses are addresses, for the same reason.
//
// Begin here, then `AutomaticSource`, which picks a source; `ProxySource` is the usual one,
// `IIOSource` polls the kernel and `BufferSource` is woken by it. `PostureSource` follows the
// switches.

/// A source of the device's orientation.
///
/// Between `start` and `claim` a source only detects its sensor. Readings arrive only while the
/// source is claimed, to save power.
public protocol OrientationSource: AnyObject {
  /// The name of the source in `--sensor` and `sensor:`, such as `proxy`.
  var name: String { get }
  /// The counts of readings and orientations, reported and left out.
  var counts: ReadingCounts { get }
  /// Begins to look for the sensor; the results are reported to the host.
  func start(in host: SensorHost)
  /// Stops the source; it reports nothing afterwards.
  func stop()
  /// Starts reading; a second call without a release in between has no effect.
  func claim()
  /// Stops reading.
  func release()
}

/// A report of a source of orientation, a switch, a touch screen or the session.
public enum SensorEvent: Hashable, Sendable {
  /// A sensor was found; the text names the sensor and how it is read.
  case available(UntrustedText)
  /// The sensor was lost, with the reason; the last orientation remains in effect.
  case lost(Message)
  /// An unprocessed reading, which a classifier has to judge.
  case reading(Acceleration, Instant)
  /// The panel edge that is up, as judged by another program.
  case edgeUp(PanelEdge)
  /// Whether the device is folded to a tablet; `nil` if no switch or service reports it.
  case tabletMode(Bool?)
  /// Whether the lid is closed; `nil` if no switch or service reports it.
  case lidClosed(Bool?)
  /// A report about the hinge between the screen and the keyboard.
  case hinge(HingeReport)
  /// The first finger or pen touched the screen, or the last one left it.
  case touch(isDown: Bool)
  /// A key for rotation was pressed.
  case key(RotationKey)
  /// Whether the program's session is locked; `nil` if unknown.
  case sessionLocked(Bool?)
  /// Whether the program's session is the active one of its seat; `nil` if unknown.
  case sessionActive(Bool?)
  /// The machine has resumed from sleep.
  case awoke
  /// The source will deliver no more readings; the text gives the reason.
  case ended(UntrustedText)
  /// A problem, with a remedy if there is one; reported once until it is solved.
  case problem(Message)
  /// The last problem is solved, even if no reading has arrived yet.
  case solved
  /// Information, such as the chosen source and the reason.
  case note(UntrustedText)
}

/// The environment of a source: an event loop, a clock and a listener.
public struct SensorHost {
  /// The event loop that runs the source.
  public let loop: EventLoop
  /// The monotonic clock for the instants of readings.
  public let now: () -> Instant
  /// Receives the source's events; never called from within a call to the source.
  public let report: (SensorEvent) -> Void

  /// Creates a host from a loop, a clock (by default the kernel's monotonic one) and a listener.
  public init(
    loop: EventLoop, now: @escaping () -> Instant = { EventLoop.now },
    report: @escaping (SensorEvent) -> Void
  ) {
    self.loop = loop
    self.now = now
    self.report = report
  }

  func reporting(to report: @escaping (SensorEvent) -> Void) -> SensorHost {
    SensorHost(loop: loop, now: now, report: report)
  }

  /// Reports an event in the next iteration of the loop; used within a call to the source.
  func reportSoon(_ event: SensorEvent) {
    loop.schedule(after: .zero) { [report] in report(event) }
  }
}

final class OnceReporter {
  private var open: [String: SensorEvent] = [:]

  /// Reports the event unless a problem of the same kind is unsolved.
  func report(_ kind: String, _ event: SensorEvent, to host: SensorHost?) {
    if open[kind] == nil { reportChange(kind, event, to: host) }
  }

  /// Reports the event unless it equals the last one of the same kind.
  func reportChange(_ kind: String, _ event: SensorEvent, to host: SensorHost?) {
    if open.updateValue(event, forKey: kind) != event { host?.report(event) }
  }

  /// Marks a kind of problem as solved, so that its next occurrence is reported.
  ///
  /// Returns whether there was such a problem.
  @discardableResult
  func resolve(_ kind: String) -> Bool { open.removeValue(forKey: kind) != nil }
}

/// The numbers of readings that a source has reported and left out.
public struct ReadingCounts: Hashable, Sendable {
  /// The number of readings that were reported.
  public private(set) var good = 0
  private var faults: [ReadingFault: Int] = [:]
  private(set) var faultsInARow = 0

  /// Creates counts of zero.
  public init() {}

  /// The number of readings left out for one reason.
  public subscript(fault fault: ReadingFault) -> Int { faults[fault, default: 0] }

  /// The number of readings left out for any reason.
  public var bad: Int { faults.values.reduce(0, +) }

  /// The faults with their numbers, as text for messages; empty if there are none.
  public var words: String {
    ReadingFault.allCases.filter { self[fault: $0] > 0 }
      .map { "\($0.words.english) (\(self[fault: $0]))" }.joined(separator: ", ")
  }

  /// Counts a reading that was reported.
  public mutating func countGood() {
    good += 1
    faultsInARow = 0
  }

  /// Counts a reading that was left out.
  public mutating func count(_ fault: ReadingFault) {
    faults[fault, default: 0] += 1
    faultsInARow += 1
  }
}

/// The reason why a reading was left out.
public enum ReadingFault: String, CaseIterable, Hashable, Sendable {
  /// An attribute was empty.
  case empty
  /// An attribute was not a finite number.
  case notANumber
  /// A value was above 64 g, which is implausible, or not finite.
  case outOfRange
  /// All axes were zero, which is impossible under gravity.
  case allZero
  /// Reading an attribute failed.
  case unreadable
  /// The device was lost within a scan of the buffer or an input event.
  case truncated
  /// A service named an unknown orientation.
  case unknownWord
  /// A property of a service had an unexpected type.
  case wrongType

  var words: Message {
    switch self {
    case .empty: SensorPhrase.empty()
    case .notANumber: SensorPhrase.notANumber()
    case .outOfRange: SensorPhrase.outOfRange()
    case .allZero: SensorPhrase.allZero()
    case .unreadable: SensorPhrase.unreadable()
    case .truncated: SensorPhrase.truncated()
    case .unknownWord: SensorPhrase.unknownWord()
    case .wrongType: SensorPhrase.wrongType()
    }
  }
}
