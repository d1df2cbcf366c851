// SPDX-License-Identifier: Apache-2.0
import Control
import Formats

/// What becomes of a wish of the user: over when every output shows what the daemon wants.
struct LiveTurn {
  /// How long nothing may happen, in milliseconds: longer than the daemon tries.
  static let patience: Int32 = 6000

  /// How things stand.
  private(set) var state: JSONValue
  /// What the daemon could not do, such as keep the lock.
  let warning: String?
  /// What kept an output from being turned.
  private(set) var failure: String?

  init(_ result: JSONValue) {
    state = result["state"] ?? .null
    warning = result["warning"]?.string
  }

  /// Whether an output does not show yet what is wanted.
  var isUnderWay: Bool {
    (state["outputs"]?.array ?? []).contains { output in
      output["turns"] == true && output["held-by-other"] == false
        && output["wanted"] != output["transform"]
    }
  }

  mutating func take(_ message: JSONValue) {
    if let new = message["state"] { state = new }
    guard case .output(let report) = ControlEvent(message) else { return }
    switch report["result"]?.string {
    case "confirmed", "retried": break
    default: failure = report["line"]?.string
    }
  }
}
