// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
public import Orientation

// Scenarios: files with a scene, events and expectations, read, written and played.
//
// A scenario names a rule set, the initial windows, a list of events and the expected results
// (`docs/scenarios.md`). `ScenarioReader` reads it and `ScenarioWriter` writes it; a written file
// reads back as the same scene and events, or the writer reports the losses.
//
// `Simulation` plays a scenario through the real arbiter with a display that confirms at once. A
// name in a file exists from some event on, so the reader plays every event that it has read
// (`ScenarioContext`). Begin below, then `Simulation.swift`.

/// A scenario that was read: a device, an app, its windows, events and the expected results.
public struct Scenario: Sendable {
  /// The file's name as the user gave it, for messages.
  public let file: String
  /// The title; empty if the file has none.
  public let title: String
  /// The documents that describe the behaviour.
  public let sources: [String]
  /// The rule set under which the scenario is played.
  public let rules: any RuleSet
  /// The scene before the windows are placed.
  public let scene: Scene
  /// The initial diagnostic windows, which no rule set sees.
  public let exempt: [Window]
  /// Whether the file has a launch event; step 0 then shows the status bar's orientation at launch,
  /// before any window is asked.
  public let playsLaunch: Bool
  /// The events, in order.
  public let events: [ScenarioEvent]
  /// The expected results.
  public let expectations: [Expectation]
  /// The keys and events of the file that have no effect under the rule set, each once.
  public let ignored: [String]
  /// The names of all windows of the scenario, indexed by ID.
  public let windowNames: [String]

  /// Returns the name of a window, even if it has been removed.
  public func name(of id: WindowID) -> String {
    let index = Int(id.rawValue)
    return windowNames.indices.contains(index) ? windowNames[index] : "\(index)"
  }

  /// Returns the name of a party: app, delegate, device or a window's name.
  public func name(of party: Party) -> String { party.name { name(of: $0) } }
}

/// An event of a scenario, with its time and its text.
public struct ScenarioEvent: Sendable {
  /// An event of the arbiter, or an input that leads to one.
  public enum Action: Sendable, Equatable {
    case event(Event)
    /// An accelerometer reading for the default judge.
    case reading(Acceleration)
    /// The first placement of the windows.
    case launch
    /// The desktop becomes a tablet, whose outputs follow the device (true), or a laptop again
    /// (false).
    case tablet(Bool)
  }

  /// The action.
  public let action: Action
  /// The new value of the clock in milliseconds; `nil` leaves the clock unchanged.
  public let at: Int64?
  /// The event as the file has it, for the output.
  public let text: JSONValue
  /// The event's place in the file.
  public let mark: Mark
}

extension Scenario {
  /// Reads a scenario file; `rules` overrides the file's rule set.
  public static func load(path: String, rules: String? = nil) throws(InputError) -> Scenario {
    try ScenarioReader.read(try Document.load(path: path), override: rules)
  }

  /// Reads a scenario from text; `file` is the file's name in error messages, and `rules` overrides
  /// the text's rule set.
  public static func parse(
    _ text: String, file: String, rules: String? = nil
  ) throws(InputError) -> Scenario {
    try parse(Array(text.utf8), file: file, rules: rules)
  }

  /// Reads a scenario from bytes; `file` is the file's name in error messages, and `rules`
  /// overrides the rule set in them.
  public static func parse(
    _ bytes: [UInt8], file: String, rules: String? = nil
  ) throws(InputError) -> Scenario {
    try ScenarioReader.read(try Document.parse(bytes, file: file), override: rules)
  }
}

/// The expected results after a step; `nil` for a result that is not checked.
public struct Expectation: Sendable {
  /// The step; `nil` for the last step that was reached.
  public var step: Int?
  /// The device orientation that the app reads.
  public var device: DeviceOrientation?
  /// The status bar's orientation.
  public var statusBar: InterfaceOrientation?
  /// The last writer of the status bar: a window's name or `app`; .some(nil) for no writer.
  public var writer: String??
  /// Whether the status bar is hidden.
  public var statusBarHidden: Bool?
  /// The keyboard's orientation; .some(nil), null in the file, for no keyboard.
  public var keyboard: InterfaceOrientation??
  /// The page's orientation; .some(nil) for no page.
  public var page: InterfaceOrientation??
  /// The expected orientations of some windows.
  public var windows: [(name: String, orientation: InterfaceOrientation)] = []
  /// The expected sizes of some windows, in the format of the JSON output.
  public var bounds: [(name: String, value: JSONValue)] = []
  /// The expected transforms of some windows, in the format of the JSON output.
  public var transforms: [(name: String, value: JSONValue)] = []
  /// The expected outcome of the step.
  public var outcome: Outcome?
  /// The expected kinds of all conflicts, in any order.
  public var conflicts: [Conflict.Kind]?
  /// The expected culprits of the first conflict, in any order.
  public var culprits: [String]?
  /// The step in which the first conflict began; .some(nil) for no conflict.
  public var since: Int??
  /// The keys and events that have no effect under the rule set, in any order; after steps other
  /// than 0 the list must be empty.
  public var ignored: [String]?
  /// The records of questions that must occur in this order, each with some of its members; others
  /// may occur between them.
  public var asked: [JSONValue]?
  /// The name of the error; .some(nil) for no error.
  public var error: String??
  /// The controllers that must not have been asked in the step, not even to forward a question.
  public var notAsked: [String] = []
  /// All notifications, as pairs of name and value.
  public var notifications: [[String]]?
  /// Pairs of controller and callback that must occur in this order; others may occur between them.
  public var callbacks: [[String]]?
  /// The places of the keys in the file.
  public var marks: [String: Mark] = [:]
  /// The place where the expectation begins.
  public var mark: Mark

  /// Creates an expectation that checks nothing; `nil` for `step` means the last one.
  public init(step: Int?, mark: Mark) {
    self.step = step
    self.mark = mark
  }
}
