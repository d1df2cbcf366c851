// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
public import Orientation

// Scenarios: files that tell a story, and what is done with them.
//
// A scenario names a rule set, the windows at the start, a list of events and what is expected
// of them (`docs/scenarios.md`). It is read by `ScenarioReader` and written by
// `ScenarioWriter`; what is written reads back as the same scene and the same events, or the
// writer says what is lost.
//
// `Simulation` plays a scenario through the real arbiter with a display that obeys at once. A name
// in a file exists from some event on, so the reader plays every event that it has read
// (`ScenarioContext`). Begin below, then `Playing/Simulation.swift`.

/// A device, an app, its windows, what happens to them and what must come out.
public struct Scenario: Sendable {
  /// The file's name as given, for messages.
  public let file: String
  /// The title; empty when the file has none.
  public let title: String
  /// Where the behaviour is documented.
  public let sources: [String]
  /// The rules it is to be run under.
  public let rules: any RuleSet
  /// The scene before anything has been placed.
  public let scene: Scene
  /// Diagnostic windows, which no rule set sees.
  public let exempt: [Window]
  /// Whether the file itself plays the launch, so that step 0 shows only the launch placement.
  public let playsLaunch: Bool
  /// What happens, in order.
  public let events: [ScenarioEvent]
  /// What must come out.
  public let expectations: [Expectation]
  /// Keys to which these rules give no effect, in the order of the file.
  public let ignored: [String]
  /// The names of all windows that ever exist, by number.
  public let windowNames: [String]

  /// The name of a window, whether or not it still exists.
  public func name(of id: WindowID) -> String {
    let index = Int(id.rawValue)
    return windowNames.indices.contains(index) ? windowNames[index] : "\(index)"
  }

  /// The word for somebody who can be blamed: app, delegate, device or a window's name.
  public func name(of party: Party) -> String {
    switch party {
    case .app: "app"
    case .delegate: "delegate"
    case .device: "device"
    case .window(let id): name(of: id)
    }
  }
}

/// One event of a scenario with its time and its text.
public struct ScenarioEvent: Sendable {
  /// What happens.
  public enum Action: Sendable, Equatable {
    case event(Event)
    /// An accelerometer reading for the default judge.
    case reading(Acceleration)
    /// The windows are placed for the first time.
    case launch
    /// A desktop becomes a tablet, which follows the device, or ceases to be one.
    case tablet(Bool)
  }

  /// What happens.
  public let action: Action
  /// The clock's new value in milliseconds; nil leaves it.
  public let at: Int64?
  /// The event as written, for the output.
  public let text: JSONValue
  /// Where it stands in the file.
  public let mark: Mark
}

extension Scenario {
  /// Reads a scenario file; `rules` overrules the file's own rule set.
  public static func load(path: String, rules: String? = nil) throws(InputError) -> Scenario {
    try ScenarioReader.read(try Document.load(path: path), override: rules)
  }

  /// Reads a scenario from text; `file` is the name used in messages.
  public static func parse(
    _ text: String, file: String, rules: String? = nil
  ) throws(InputError) -> Scenario {
    try ScenarioReader.read(try Document.parse(text, file: file), override: rules)
  }
}

/// What must hold after one step; nil means that nothing is said about it.
public struct Expectation: Sendable {
  /// The step; nil means the last one that was reached.
  public var step: Int?
  /// What the app reads of the device.
  public var device: DeviceOrientation?
  /// The status bar's orientation.
  public var statusBar: InterfaceOrientation?
  /// Who wrote the bar last: a window, `app`, or .some(nil) for nobody.
  public var writer: String??
  /// Whether the bar is out of sight.
  public var statusBarHidden: Bool?
  /// Null in the file is .some(nil): no keyboard.
  public var keyboard: InterfaceOrientation??
  /// The page's orientation; .some(nil) means that there is none.
  public var page: InterfaceOrientation??
  /// The orientations of some windows.
  public var windows: [(name: String, orientation: InterfaceOrientation)] = []
  /// The sizes of some windows, as the JSON output has them.
  public var bounds: [(name: String, value: JSONValue)] = []
  /// The transforms of some windows, as the JSON output has them.
  public var transforms: [(name: String, value: JSONValue)] = []
  /// What came of the step.
  public var outcome: Outcome?
  /// The exact kinds of conflict, in any order.
  public var conflicts: [Conflict.Kind]?
  /// The culprits of the first conflict, as a set.
  public var culprits: [String]?
  /// The step in which the first conflict began; .some(nil) means that none stands.
  public var since: Int??
  /// Exactly the keys and events that these rules give no effect, in any order.
  public var ignored: [String]?
  /// Records of who was asked that come in this order, each with some of its members.
  public var asked: [JSONValue]?
  /// The name of what was raised; .some(nil) means nothing.
  public var error: String??
  /// Controllers that must not have been asked.
  public var notAsked: [String] = []
  /// The exact notifications as pairs of name and value.
  public var notifications: [[String]]?
  /// Pairs of controller and callback that come in this order.
  public var callbacks: [[String]]?
  /// Where each key stands in the file.
  public var marks: [String: Mark] = [:]
  /// Where the expectation begins.
  public var mark: Mark

  /// Expects nothing yet of a step; nil means the last one.
  public init(step: Int?, mark: Mark) {
    self.step = step
    self.mark = mark
  }
}
