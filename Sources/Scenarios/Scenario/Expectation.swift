// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
public import Orientation

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
}
