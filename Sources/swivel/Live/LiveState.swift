// SPDX-License-Identifier: Apache-2.0
import Explanation
import Formats

/// How things stand in the running daemon, in words.
enum LiveState {
  /// A line for the device, the lock, each output and the conflicts.
  static func lines(_ state: JSONValue) -> [String] {
    let windows = state["windows"]?.int ?? 0
    var lines = ["device  \(state["device"]?.string ?? "-"), windows \(windows)"]
    if let lock = state["lock"]?.string { lines.append("locked  to \(lock)") }
    lines += (state["outputs"]?.array ?? []).map(line)
    let conflicts = (state["conflicts"]?.array ?? []).compactMap(\.string)
    if !conflicts.isEmpty { lines.append("conflict \(conflicts.joined(separator: ", "))") }
    return lines
  }

  private static func line(_ output: JSONValue) -> String {
    var text = "output  \(SafeText.name(output["name"]?.string ?? "?"))"
    text += " \(output["transform"]?.string ?? "?")"
    if output["wanted"] != output["transform"] {
      text += ", turning to \(output["wanted"]?.string ?? "?")"
    } else if let shown = output["shows"]?.string {
      text += " (\(shown))"
    }
    if output["turns"]?.bool != true { text += ", does not turn with the device" }
    if output["held-by-other"]?.bool == true { text += ", held by somebody else" }
    return text
  }
}
