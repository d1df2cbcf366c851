// SPDX-License-Identifier: Apache-2.0
import Desktop
import Formats
import Glibc
import Sensors
import Text

/// The facts about the machine and the software around its sensors.
public struct MachineFacts: Equatable, Sendable {
  /// A device of Qualcomm's FastRPC; sensors may be connected behind it (Snapdragon Sensor Core).
  public struct FastRPC: Equatable, Sendable {
    /// The name of the device, such as `fastrpc-adsp`.
    public var name: String
    /// udev's IIO_SENSOR_PROXY_TYPE; empty if there is none.
    public var tags: [String]
  }

  /// The chassis type of SMBIOS: 30 is a tablet, 31 a convertible, 32 a detachable; `nil` if
  /// unknown.
  public var chassis: Int?
  /// The machine's vendor and product by DMI; empty if unknown.
  public var model: String = ""
  /// Whether an input device has a tablet-mode switch, readable or not.
  public var hasTabletSwitch: Bool = false
  /// Whether this process may create virtual input devices.
  public var canPublish: Bool = false
  /// Whether the firmware describes buttons for the driver soc_button_array.
  public var hasSocButtons: Bool = false
  /// Names of loaded modules that can make tablet-mode switches.
  public var modules: Set<String> = []
  /// The devices of FastRPC.
  public var fastRPC: [FastRPC] = []
  /// Whether iio-sensor-proxy's program mentions libssc; `nil` if it cannot be read.
  public var proxyKnowsSSC: Bool?
  /// The address families to which iio-sensor-proxy's unit is restricted; `nil` without such a
  /// list, or if the list is of forbidden families.
  public var proxyFamilies: Set<String>?
  /// Whether hexagonrpcd runs, which provides the files that Qualcomm's sensors need.
  public var hasHexagon: Bool = false
  /// Whether SELinux enforces its policy.
  public var enforcesSELinux: Bool = false
  /// SELinux's last denial of iio-sensor-proxy in a log that can be read; nil if there is none.
  public var denial: String?
  /// Add-ons of desktops that rotate screens, each with the file that names it.
  public var addOns: [AddOn] = []

  /// A part of a desktop that rotates screens.
  public struct AddOn: Equatable, Sendable {
    /// The kind of the add-on.
    public var kind: AddOnKind
    /// The file that names the add-on.
    public var file: String
  }

  /// Creates empty facts.
  public init() {}
}

/// The known add-ons of desktops that rotate screens.
public enum AddOnKind: String, CaseIterable, Sendable {
  /// Wayfire's plug-in autorotate-iio, from wayfire-plugins-extra.
  case wayfire = "Wayfire's plug-in autorotate-iio"
  case niri = "niri's auto-rotate"
  case gnome = "GNOME's extension Screen Autorotate"
  case noctalia = "Noctalia's plug-in 2-in-1-tools"
  /// The text that names the add-on, and the characters that begin a comment in the file.
  var mark: (text: String, comments: [String]) {
    switch self {
    case .wayfire: ("autorotate-iio", ["#"])
    case .niri: ("auto-rotate", ["//", "/-"])
    case .gnome: ("screen-rotate@shyzus.github.io", [])
    case .noctalia: ("2-in-1-tools", [])
    }
  }

  /// Whether the file mentions the add-on only if it is enabled; the files of the other kinds also
  /// mention disabled add-ons.
  var isNamedOnlyIfEnabled: Bool { self == .wayfire || self == .niri }

  var remedy: Message {
    switch self {
    case .wayfire: DoctorPhrase.wayfireOut()
    case .niri: DoctorPhrase.niriOut()
    case .gnome: "gnome-extensions disable screen-rotate@shyzus.github.io"
    case .noctalia: DoctorPhrase.noctaliaOut()
    }
  }
}

/// The search for facts about the machine in sysfs, files of udev and systemd, logs, and the
/// settings of desktops.
enum MachineExamination {
  /// The largest log or program that is read, in bytes.
  private static let maximumSize = 16 << 20

  static func facts(
    _ tree: DeviceTree, processes: String, _ environment: (String) -> String?
  ) -> MachineFacts {
    var facts = MachineFacts()
    let dmi = tree.path("/sys/class/dmi/id")
    facts.chassis = DeviceTree.text(of: "\(dmi)/chassis_type").flatMap { Int($0) }
    facts.model = ["sys_vendor", "product_name"]
      .compactMap { DeviceTree.text(of: "\(dmi)/\($0)") }.joined(separator: " ")
    facts.hasTabletSwitch = PostureSource.hasTabletSwitch(in: tree)
    facts.canPublish = unsafe access(tree.path("/dev/uinput"), W_OK) == 0
    // The ACPI identifiers that soc_button_array matches.
    let buttons = ["PNP0C40", "INT33D3", "INT33D4", "ACPI0011"]
    facts.hasSocButtons = DirectoryListing.names(in: tree.path("/sys/bus/acpi/devices"))
      .contains { name in buttons.contains { name.hasPrefix($0) } }
    facts.modules = Set(DirectoryListing.names(in: tree.path("/sys/module")))
      .intersection(["soc_button_array", "amd_sfh", "surface_aggregator_tabletsw"])
    facts.fastRPC = DirectoryListing.names(in: tree.path("/sys/class/misc"))
      .filter { $0.hasPrefix("fastrpc-") }
      .map { MachineFacts.FastRPC(name: $0, tags: tags(of: $0, in: tree)) }
    facts.proxyKnowsSSC = ["/usr/libexec", "/usr/lib"].lazy
      .compactMap {
        try? RegularFile.read(tree.path("\($0)/iio-sensor-proxy"), atMost: maximumSize)
      }
      .first.map { $0.contains("libssc") }
    facts.proxyFamilies = families(in: tree)
    facts.hasHexagon = ProcessList(root: processes).isRunning("hexagonrpcd")
    facts.enforcesSELinux = DeviceTree.text(of: tree.path("/sys/fs/selinux/enforce")) == "1"
    facts.denial = denial(in: tree)
    facts.addOns = addOns(environment)
    return facts
  }

  private static func tags(of name: String, in tree: DeviceTree) -> [String] {
    DeviceProperties(of: tree.path("/sys/class/misc/\(name)"), subsystem: "misc", in: tree)[
      "IIO_SENSOR_PROXY_TYPE"]?.split(separator: " ").map(String.init) ?? []
  }

  /// Returns RestrictAddressFamilies of the unit and its drop-ins, in which an empty assignment
  /// resets the list; nil without a list, or if it forbids families instead.
  private static func families(in tree: DeviceTree) -> Set<String>? {
    let unit = "iio-sensor-proxy.service"
    let folders = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]
      .map(tree.path)
    var files =
      folders.map { "\($0)/\(unit)" }.first { DeviceTree.text(of: $0) != nil }
      .map { [$0] } ?? []
    for folder in folders {
      files += DirectoryListing.names(in: "\(folder)/\(unit).d").filter { $0.hasSuffix(".conf") }
        .map { "\(folder)/\(unit).d/\($0)" }
    }
    var result: Set<String>?
    for line in files.flatMap({ (DeviceTree.text(of: $0) ?? "").split(separator: "\n") }) {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].trimmed == "RestrictAddressFamilies" else { continue }
      let words = parts[1].split(separator: " ").map(String.init)
      // A list that begins with ~ forbids its families; `none` allows no family.
      guard words.first?.hasPrefix("~") != true else { return nil }
      result = words.isEmpty ? nil : (result ?? []).union(words.filter { $0 != "none" })
    }
    return result
  }

  private static func denial(in tree: DeviceTree) -> String? {
    let log = tree.path("/var/log/audit/audit.log")
    guard let bytes = try? RegularFile.read(log, atMost: maximumSize) else { return nil }
    // The kernel shortens the names of processes to 15 characters.
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").last {
      $0.contains("avc:  denied") && $0.contains("comm=\"iio-sensor-prox")
    }.map(String.init)
  }

  private static func addOns(_ environment: (String) -> String?) -> [MachineFacts.AddOn] {
    let home = BaseDirectory.configuration.path(in: environment)
    func file(_ name: String) -> String? { home.map { "\($0)/\(name)" } }
    return AddOnKind.allCases.compactMap { kind in
      let path: String? =
        switch kind {
        case .wayfire:
          environment("WAYFIRE_SOCKET") == nil
            ? nil : environment("WAYFIRE_CONFIG_FILE") ?? file("wayfire.ini")
        case .niri: environment("NIRI_SOCKET").flatMap { _ in file("niri/config.kdl") }
        case .gnome:
          environment("XDG_CURRENT_DESKTOP")?.contains("GNOME") == true ? file("dconf/user") : nil
        case .noctalia: file("noctalia/plugins.json")
        }
      guard let path, let bytes = try? RegularFile.read(path, atMost: 1 << 20),
        enables(String(decoding: bytes, as: UTF8.self), kind)
      else { return nil }
      return MachineFacts.AddOn(kind: kind, file: path)
    }
  }

  private static func enables(_ text: String, _ kind: AddOnKind) -> Bool {
    text.split(separator: "\n").contains { line in
      // niri's option has been proposed as `auto-rotate` and as `auto_rotate`.
      String(line.map { $0 == "_" ? "-" : $0 }).contains(kind.mark.text)
        && !kind.mark.comments.contains { line.trimmed.hasPrefix($0) }
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: StaticString) -> Bool {
    let sought = unsafe Array(
      UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    guard count >= sought.count else { return false }
    return indices.dropLast(sought.count - 1).contains { start in
      self[start] == sought[0] && self[start..<start + sought.count].elementsEqual(sought)
    }
  }
}
