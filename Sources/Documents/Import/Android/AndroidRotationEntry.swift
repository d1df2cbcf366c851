// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Text

/// One entry of RotationHistory: the old and new rotation, and the inputs of the decision.
struct AndroidRotationEntry {
  /// The time, as the device wrote it.
  let time: String
  let mark: Mark
  let from: AndroidRotation
  let to: AndroidRotation
  /// The window whose request was decisive, as the device named it; nil for none.
  private(set) var source: String?
  private(set) var request: AndroidRequest?
  private(set) var isLocked: Bool?
  private(set) var user: AndroidRotation?
  /// The sensor's proposal; .some(nil) if it proposed nothing or was off.
  private(set) var sensor: AndroidRotation??
  private(set) var ignoresRequests = false
  /// Other inputs, which no rule reads, in the device's words.
  private(set) var others: [String] = []

  /// Parses the first line, `10-03 17:47:22.255 ROTATION_0 to ROTATION_90`; nil for another line.
  init?(_ line: DumpText.Line, of text: DumpText) throws(InputError) {
    let words = line.text.split(separator: " ")
    guard let middle = words.firstIndex(of: "to"), middle > 0, words.count == middle + 2,
      words[middle - 1].hasPrefix("ROTATION_") || Int(words[middle - 1]) != nil
    else { return nil }
    func rotation(_ word: Substring) throws(InputError) -> AndroidRotation {
      let value = AndroidDump.Value(text: String(word), mark: text.mark(line, at: word))
      guard let rotation = try value.rotation() else {
        throw value.mark.error(
          UntrustedText(value.text).quoted, valid: ["ROTATION_0 to ROTATION_270"])
      }
      return rotation
    }
    time = words[..<(middle - 1)].joined(separator: " ")
    mark = text.mark(line)
    from = try rotation(words[middle - 1])
    to = try rotation(words[middle + 1])
  }

  /// Parses a further line of the entry.
  mutating func read(_ line: DumpText.Line, of text: DumpText) throws(InputError) {
    if line.text.hasPrefix("source=") {
      let words = line.text.dropFirst("source=".count)
      let last = words.lastIndex(of: " ").map { words[words.index(after: $0)...] } ?? words
      request = try AndroidDump.Value(text: String(last), mark: text.mark(line, at: last)).request()
      let name = words[..<last.startIndex].dropLast()
      source = name == "null" || name.isEmpty ? nil : String(name)
      return
    }
    if line.text.hasPrefix("mode=") {
      for (key, value) in line.fields {
        let value = AndroidDump.Value(text: String(value), mark: text.mark(line, at: value))
        switch key {
        case "mode": isLocked = try value.isLocked()
        case "user": user = try value.rotation()
        case "sensor": sensor = .some(try value.rotation())
        default: break
        }
      }
      return
    }
    if line.text == "ignoreRequest" { ignoresRequests = true }
    if line.text.hasPrefix("requestingTda=") { others.append(String(line.text)) }
    for (key, value) in line.fields {
      if key == "mInHalfFoldTransition", value == "true" { others.append("a half fold") }
      if key == "halfFoldSavedRotation", value != "-1", value != "-2" {
        others.append("a rotation kept from before a half fold")
      }
    }
    if line.text.hasPrefix("reversionSlots="), line.text.contains(" true") {
      others.append(String(line.text))
    }
    if line.text.hasPrefix("DisplayRotationCompatPolicy"),
      line.text.contains("isTreatmentEnabledForDisplay=true")
    {
      others.append("the camera's compatibility treatment")
    }
  }

  /// The component of the requesting activity; nil if there is none.
  var component: String? { source.flatMap { AndroidDumpReader.record(in: $0[...])?.component } }
}
