// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
public import Orientation

/// One line of a recording after the first.
public enum RecordingLine: Sendable {
  case event(Event, at: Instant)
  case sample(Acceleration, at: Instant)
  /// What the arbiter said to the event before, as it was written.
  case says(JSONValue)

  init(_ json: JSONValue) throws(RecordProblem) {
    if json["says"] != nil, json["chain"]?.string != nil {
      self = .says(json)
      return
    }
    guard let members = json.object, members.count == 2, let time = json["at"] else {
      throw RecordProblem("neither an event nor what was said to one")
    }
    let at = try Instant(recorded: time)
    if let event = json["event"] {
      self = .event(try Event(recorded: event), at: at)
    } else if let sample = json["sample"] {
      let axes = try [Int32](recorded: sample)
      guard axes.count == 3 else { throw RecordProblem("a sample without three numbers") }
      self = .sample(Acceleration(x: axes[0], y: axes[1], z: axes[2]), at: at)
    } else {
      throw RecordProblem("neither an event nor a sample")
    }
  }
}
