// SPDX-License-Identifier: Apache-2.0
import Formats
import Sensors
import Text

/// The sections of wayfire.ini that map input devices to outputs.
///
/// Wayfire's wiki, "Configuration", "Input device specific options": a section
/// `[input-device:NAME]` with `output = OUTPUT`. `#` begins a comment, and a backslash at the end
/// continues the line.
struct WayfireTouch {
  private let file: String
  private var lines: [String]

  /// Creates the sections of a text; any text is valid.
  init(_ text: String, file: String) {
    self.file = file
    lines = FileChange.lines(of: text)
  }

  /// Returns the lines that map a device to an output.
  static func lines(
    _ device: String, _ output: String, file: String
  ) throws(InputError) -> [String] {
    for name in [device, output] {
      let isPlain = name.unicodeScalars.allSatisfy {
        $0.value >= 32 && $0.value != 127 && !"#[]\\".unicodeScalars.contains($0)
      }
      guard isPlain, !name.isEmpty, name.first != " ", name.last != " " else {
        throw InputError(
          file: file, line: 0, column: 0,
          problem: "a name that cannot stand in wayfire.ini: \(UntrustedText(name).quoted)")
      }
    }
    return ["[input-device:\(device)]", "output = \(output)"]
  }

  /// Returns the output that a device is mapped to; nil for none.
  func output(of device: String) -> String? {
    places(of: device).setting.flatMap { Self.value(of: "output", in: lines[$0]) }
  }

  /// Returns the file's text with a device mapped to an output.
  func mapping(_ device: String, to output: String) throws(InputError) -> String {
    let new = try Self.lines(device, output, file: file)
    let (section, setting) = places(of: device)
    var lines = lines
    if let setting {
      guard !Self.goesOn(lines[setting]) else {
        throw InputError(
          file: file, line: setting + 1, column: 1,
          problem: "an output that goes on in the next line, which has to be changed by hand")
      }
      lines[setting] = new[1]
    } else if let section {
      lines.insert(new[1], at: section + 1)
    } else {
      // After a blank line; the file ends with a newline.
      if lines.last?.isEmpty == true { lines.removeLast() }
      lines += (lines.isEmpty ? [] : [""]) + new + [""]
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the indices of a device's last section and of its output, ignoring continuation lines.
  private func places(of device: String) -> (section: Int?, setting: Int?) {
    var isInside = false
    var goesOn = false
    var (section, setting): (Int?, Int?) = (nil, nil)
    for (index, line) in lines.enumerated() {
      defer { goesOn = Self.goesOn(line) }
      guard !goesOn else { continue }
      if let name = Self.section(line) {
        isInside = name == "input-device:\(device)"
        // Nothing can be inserted after a section heading with a continuation.
        if isInside, !Self.goesOn(line) { section = index }
      } else if isInside, Self.value(of: "output", in: line) != nil {
        setting = index
      }
    }
    return (section, setting)
  }

  private static func goesOn(_ line: String) -> Bool { line.trimmed.hasSuffix("\\") }

  private static func section(_ line: String) -> String? {
    let text = line.trimmed
    guard text.hasPrefix("["), let end = text.lastIndex(of: "]") else { return nil }
    return String(text.dropFirst()[..<end])
  }

  private static func value(of name: String, in line: String) -> String? {
    let parts = line.prefix { $0 != "#" }.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].trimmed == name else { return nil }
    return parts[1].trimmed
  }
}
