// SPDX-License-Identifier: Apache-2.0
import Formats
import Sensors
import Text

/// A compositor's configuration file that maps touch screens to outputs.
public struct TouchFile: Equatable, Sendable {
  /// The compositor of the file.
  public enum Kind: String, CaseIterable, Sendable {
    case labwc
    case wayfire

    /// The way in which the compositor reads a changed file again, for messages.
    var reload: Message {
      switch self {
      case .labwc: "labwc --reconfigure"
      case .wayfire: DoctorPhrase.wayfireReads()
      }
    }
  }

  /// The compositor of the file.
  public let kind: Kind
  /// The path of the file.
  public let path: String
  /// The text of the file; nil if it does not exist or cannot be read.
  public let text: String?
  /// The initial text of a new file, copied from the file that the new one replaces for the
  /// compositor; `nil` if it replaces none that can be read.
  public let template: String?
  /// The error of reading the file; nil if there was none.
  public let failure: String?

  /// Creates a file from its properties.
  public init(
    _ kind: Kind, path: String, text: String? = nil, template: String? = nil, failure: String? = nil
  ) {
    self.kind = kind
    self.path = path
    self.text = text
    self.template = template
    self.failure = failure
  }

  /// Returns the lines that map a device to an output, in the file's syntax; throws for a name that
  /// the file cannot contain.
  func lines(mapping device: String, to output: String) throws(InputError) -> [String] {
    switch kind {
    case .labwc: [try LabwcTouch.line(device, output, file: path)]
    case .wayfire: try WayfireTouch.lines(device, output, file: path)
    }
  }

  /// Returns the output that the file maps a device to; nil for none.
  ///
  /// - Throws: an error if the file has a wrong format.
  func output(of device: String) throws(InputError) -> String? {
    guard let text else { return nil }
    return switch kind {
    case .labwc: try LabwcTouch(text, file: path).output(of: device)
    case .wayfire: WayfireTouch(text, file: path).output(of: device)
    }
  }

  /// Returns the change of the file that maps devices to outputs and keeps everything else; throws
  /// if the file has a wrong format, must be edited by hand, or cannot contain a name.
  func change(mapping pairs: [(device: String, output: String)]) throws(InputError) -> FileChange {
    var new = text ?? template
    for (device, output) in pairs {
      switch kind {
      case .labwc:
        new = try LabwcTouch(new ?? LabwcTouch.empty, file: path).mapping(device, to: output)
      case .wayfire:
        new = try WayfireTouch(new ?? "", file: path).mapping(device, to: output)
      }
    }
    return FileChange(path: path, old: text, new: new ?? "")
  }
}

/// The search for the touch configuration of the session's compositor, by environment variables.
enum TouchFileSearch {
  /// Returns the file; `nil` unless the environment has an absolute path of Wayfire's file, or
  /// labwc's process and a configuration directory.
  ///
  /// `processes` is the directory of processes, `system` that of labwc's default file. labwc(1)
  /// documents `LABWC_PID`, `--merge-config` and the search paths; Wayfire's wiki, "Configuration",
  /// documents `WAYFIRE_CONFIG_FILE`.
  static func find(
    _ environment: (String) -> String?, processes: String, system: String = "/etc/xdg"
  ) -> TouchFile? {
    if let path = environment("WAYFIRE_CONFIG_FILE"), path.hasPrefix("/") {
      return file(.wayfire, path)
    }
    let home = BaseDirectory.configuration.path(in: environment)
    guard let process = environment("LABWC_PID").flatMap({ Int32($0) }), let home else {
      return nil
    }
    let words = (try? RegularFile.read("\(processes)/\(process)/cmdline", atMost: 65_536)) ?? []
    let arguments = words.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    let merges = arguments.contains("-m") || arguments.contains("--merge-config")
    // labwc reads the first file that it finds, and merges the others only with --merge-config.
    let other = try? FileChange.read("\(system)/labwc/rc.xml")
    return file(.labwc, "\(home)/labwc/rc.xml", template: merges ? nil : other)
  }

  private static func file(
    _ kind: TouchFile.Kind, _ path: String, template: String? = nil
  ) -> TouchFile {
    do throws(InputError) {
      return TouchFile(kind, path: path, text: try FileChange.read(path), template: template)
    } catch {
      return TouchFile(kind, path: path, failure: error.problem)
    }
  }
}

/// The sections of wayfire.ini that map input devices to outputs.
///
/// Wayfire's wiki, "Configuration", "Input device specific options": a section
/// `[input-device:NAME]` with `output = OUTPUT`. `#` begins a comment, and a backslash at the end
/// continues the line.
private struct WayfireTouch {
  private let file: String
  private var lines: [String]

  init(_ text: String, file: String) {
    self.file = file
    lines = FileChange.lines(of: text)
  }

  static func lines(
    _ device: String, _ output: String, file: String
  ) throws(InputError) -> [String] {
    for name in [device, output] {
      let isPlain = name.unicodeScalars.allSatisfy {
        $0.value >= 32 && $0.value != 127 && !"#[]\\".unicodeScalars.contains($0)
      }
      guard isPlain, !name.isEmpty, name.first != " ", name.last != " " else {
        throw InputError(
          file: file,
          problem: "a name that wayfire.ini cannot contain: \(UntrustedText(name).quoted)")
      }
    }
    return ["[input-device:\(device)]", "output = \(output)"]
  }

  func output(of device: String) -> String? {
    places(of: device).setting.flatMap { Self.value(of: "output", in: lines[$0]) }
  }

  /// Returns the file's text with a device mapped to an output; throws for a name that the file
  /// cannot contain, or a setting that continues in the next line.
  func mapping(_ device: String, to output: String) throws(InputError) -> String {
    let new = try Self.lines(device, output, file: file)
    let (section, setting) = places(of: device)
    var lines = lines
    if let setting {
      guard !Self.goesOn(lines[setting]) else {
        throw InputError(
          file: file, line: setting + 1, column: 1,
          problem: "an output that continues in the next line, which has to be changed by hand")
      }
      lines[setting] = new[1]
    } else if let section {
      lines.insert(new[1], at: section + 1)
    } else {
      // A new section follows a blank line, and the file ends with a newline.
      if lines.last?.isEmpty == true { lines.removeLast() }
      lines += (lines.isEmpty ? [] : [""]) + new + [""]
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the indices, from 0, of the lines with a device's last section heading and its last
  /// output setting, ignoring continuation lines.
  private func places(of device: String) -> (section: Int?, setting: Int?) {
    var isInside = false
    var goesOn = false
    var (section, setting): (Int?, Int?) = (nil, nil)
    for (index, line) in lines.enumerated() {
      defer { goesOn = Self.goesOn(line) }
      guard !goesOn else { continue }
      if let name = Self.section(line) {
        isInside = name == "input-device:\(device)"
        // No setting can be inserted after a heading that a backslash continues.
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
