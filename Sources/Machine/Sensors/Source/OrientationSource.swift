// SPDX-License-Identifier: Apache-2.0
public import Orientation

// Where orientations, postures and touches come from: the desktop's own sensor service, the
// kernel's accelerometers, switches for tablet mode and lid, touch screens, and logind's word on
// the session.
//
// - Everything is a source of one kind of event, `SensorEvent`, and reports through a
//   `SensorHost`. A source judges nothing: readings go to whoever holds a judge of the module
//   Sensing.
// - A source works only while it is claimed. An idle device costs no wake-up and no power.
// - Sensors come, go and break while we run. A source never ends by itself: it says that the
//   sensor is lost, keeps looking, and says each trouble once until it is over (`OnceReporter`).
// - The tree of the kernel's files is a value (`DeviceTree`), so tests play a whole machine from a
//   folder. Buses are addresses, for the same reason.
// - Nothing blocks. Reads that may take long belong to the event loop.
//
// Begin here, then `AutomaticSource`, which picks a source; `ProxySource` is the usual one,
// `IIOSource` polls the kernel and `BufferSource` is woken by it. `PostureSource` follows the
// switches.

/// Something that knows how the device is held, or how it is folded.
///
/// Between `start` and `claim` a source only finds out what there is. Readings come while it is
/// claimed: a device that nobody wants to turn costs no power.
public protocol OrientationSource: AnyObject {
  /// The name of the source in `--sensor` and `sensor:`, such as `proxy`.
  var name: String { get }
  /// Readings and words taken, and those left out, so far.
  var counts: ReadingCounts { get }
  /// Begins to look for the sensor; everything else is reported.
  func start(in host: SensorHost)
  /// Ends everything at once; nothing is reported any more.
  func stop()
  /// Asks for readings; a second call without a release in between changes nothing.
  func claim()
  /// Asks for no more readings.
  func release()
}

/// What a source of orientation, or a switch, has to say.
public enum SensorEvent: Hashable, Sendable {
  /// A sensor is there; the words say which and how it is read.
  case available(String)
  /// The sensor is gone, and why; the last orientation stays.
  case lost(String)
  /// A raw reading, for a classifier to judge.
  case reading(Acceleration, Instant)
  /// The panel edge that somebody else's classifier found to be up.
  case edgeUp(PanelEdge)
  /// Whether the device is folded to a tablet; nil when no switch tells any more.
  case tabletMode(Bool?)
  /// Whether the lid is closed; nil when no switch tells any more.
  case lidClosed(Bool?)
  /// What is known of the hinge between the screen and the keyboard.
  case hinge(HingeNews)
  /// A finger touches the screen, or the last one has left it.
  case touch(isDown: Bool)
  /// Whether the session that we belong to is locked; nil if nothing tells it.
  case sessionLocked(Bool?)
  /// Whether that session is the one on its seat's screen; nil if nothing tells it.
  case sessionActive(Bool?)
  /// The machine has slept and is awake again.
  case awoke
  /// Something is wrong, with its remedy if there is one; told once until it is right again.
  case problem(String)
  /// Something worth knowing, such as what was chosen and why.
  case note(String)
}
