// SPDX-License-Identifier: Apache-2.0
import Formats

/// A compositor's configuration file that maps touch screens to outputs.
public struct TouchFile: Equatable, Sendable {
  /// The compositor of the file.
  public enum Kind: String, CaseIterable, Sendable {
    case labwc
    case wayfire

    /// The command that reloads the file.
    var reload: String {
      switch self {
      case .labwc: "labwc --reconfigure"
      case .wayfire: "wayfire reads its file again by itself"
      }
    }
  }

  /// The compositor of the file.
  public let kind: Kind
  /// The path of the file.
  public let path: String
  /// The text of the file; nil if it does not exist.
  public let text: String?
  /// The initial text of a new file, for a compositor that would then ignore the file that it reads
  /// now; nil for none.
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

  /// Returns the lines that map a device to an output.
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

  /// Returns the change of the file that maps devices to outputs and keeps everything else.
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

/// Finds the file of the session's compositor, by the compositor's environment variables.
enum TouchFileSearch {
  /// Returns the file; `processes` is the directory of processes, `system` that of labwc's default
  /// file.
  ///
  /// labwc(1) documents `LABWC_PID`, `--merge-config` and the search paths; Wayfire's wiki,
  /// "Configuration", documents `WAYFIRE_CONFIG_FILE`.
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
    // labwc reads the first file that it finds, and further ones only with --merge-config.
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
