// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
public import Orientation

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
