// SPDX-License-Identifier: Apache-2.0
import Formats

/// A compositor's own file in which touch screens are mapped to outputs, and what it says of them.
public struct TouchFile: Equatable, Sendable {
  /// Whose file it is.
  public enum Kind: String, CaseIterable, Sendable {
    case labwc
    case wayfire

    /// What has the running compositor read its file again.
    var reload: String {
      switch self {
      case .labwc: "labwc --reconfigure"
      case .wayfire: "wayfire reads its file again by itself"
      }
    }
  }

  /// Whose file it is.
  public let kind: Kind
  /// Where it is.
  public let path: String
  /// What it says; nil if there is none.
  public let text: String?
  /// What a new file begins with, where the compositor would no longer read the one that it reads
  /// now; nil for nothing.
  public let template: String?
  /// Why it cannot be read; nil if it can.
  public let failure: String?

  /// Takes what was found.
  public init(
    _ kind: Kind, path: String, text: String? = nil, template: String? = nil, failure: String? = nil
  ) {
    self.kind = kind
    self.path = path
    self.text = text
    self.template = template
    self.failure = failure
  }

  /// The lines that map a device to an output.
  func lines(mapping device: String, to output: String) throws(InputError) -> [String] {
    switch kind {
    case .labwc: [try LabwcTouch.line(device, output, file: path)]
    case .wayfire: try WayfireTouch.lines(device, output, file: path)
    }
  }

  /// The output that the file maps a device to; nil for none.
  ///
  /// Throws for a file that cannot be read as what it should be.
  func output(of device: String) throws(InputError) -> String? {
    guard let text else { return nil }
    return switch kind {
    case .labwc: try LabwcTouch(text, file: path).output(of: device)
    case .wayfire: WayfireTouch(text, file: path).output(of: device)
    }
  }

  /// The file with devices mapped to outputs, everything else as it is.
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

/// Finds the file of the compositor that we run in, by what it leaves in our environment.
enum TouchFileSearch {
  /// Looks; `processes` is where command lines are looked for, `system` where labwc's own file is.
  ///
  /// labwc(1) tells of `LABWC_PID`, `--merge-config` and where files are looked for; Wayfire's
  /// wiki, "Configuration", of `WAYFIRE_CONFIG_FILE`.
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
    // It reads the first file that it finds, and only that unless it was told to merge.
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
