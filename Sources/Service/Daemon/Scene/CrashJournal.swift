// SPDX-License-Identifier: Apache-2.0
import Desktop
import Formats
import Orientation

/// A file with the settings to restore, for the next run in case this run is killed.
///
/// The file is in the runtime directory, which is removed at logout, when the settings are lost
/// too. Settings that outlast the login have a file in the state directory. The first setting
/// creates the file; the end of a run removes it if everything is restored.
final class CrashJournal {
  struct Content: Equatable {
    var outputs: [OutputMemory] = []
    var inputs = LentInputs()
    /// The names of the input devices whose events the kernel drops.
    var inhibited: [String] = []
    /// The outputs' automatic rotation by the compositor before Swivel changed it, by output name.
    var autoRotation: [String: AutoRotation] = [:]

    var isEmpty: Bool {
      outputs.isEmpty && inputs.isEmpty && inhibited.isEmpty && autoRotation.isEmpty
    }
  }

  /// The longest file that is read, in bytes.
  private static let longest = 1 << 20

  /// The path of the file; `nil` without a directory.
  let path: String?
  /// The Wayland display whose settings the file holds.
  private let display: String
  private(set) var content = Content()
  private let files: any StateFiles
  private let note: (String) -> Void
  private var hasFailed = false
  /// Whether the file may exist.
  private var isWritten = false

  /// Creates the journal of the compositor that `WAYLAND_DISPLAY` names; `outlastsLogin` selects
  /// the state directory.
  init(
    environment: (String) -> String?, files: any StateFiles = DiskFiles(),
    outlastsLogin: Bool = false, note: @escaping (String) -> Void
  ) {
    self.files = files
    let name = environment("WAYLAND_DISPLAY") ?? ""
    display = name.isEmpty ? "wayland-0" : name
    self.note = note
    let directory =
      outlastsLogin
      ? BaseDirectory.state.path(in: environment)
      : environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let file = display.replacing("/", with: "_")
    path = directory.map { "\($0)/swivel/\(file).json" }
  }

  /// Reads the settings that an earlier run has not restored; an invalid file is reported and
  /// ignored.
  func load() {
    guard let path else { return }
    do throws(InputError) {
      guard let bytes = try files.read(path, atMost: Self.longest, isPrivate: true) else { return }
      isWritten = true
      guard let read = Content(try JSONValue.parse(bytes, file: path), of: display) else {
        throw Mark(file: path).error("this is not a journal of swivel's")
      }
      content = read
    } catch {
      note("\(error.description); what an earlier run has left is not restored")
    }
  }

  func keep(outputs: [OutputMemory]) { keep { $0.outputs = outputs } }

  func keep(inputs: LentInputs) { keep { $0.inputs = inputs } }

  func keep(inhibited: [String]) { keep { $0.inhibited = inhibited } }

  func keep(autoRotation: [String: AutoRotation]) { keep { $0.autoRotation = autoRotation } }

  func end() {
    guard let path, isWritten, content.isEmpty else { return }
    files.remove(path)
    isWritten = false
  }

  private func keep(_ change: (inout Content) -> Void) {
    var new = content
    change(&new)
    guard new != content else { return }
    content = new
    guard let path, isWritten || !new.isEmpty else { return }
    do throws(FileError) {
      try files.rewrite(new.json(of: display).compact() + "\n", to: path)
      isWritten = true
    } catch {
      // An empty journal is removed, which also works on a full disk.
      guard !new.isEmpty else { return end() }
      if !hasFailed { note("after an end by force nothing is restored: \(error)") }
      hasFailed = true
    }
  }
}

extension CrashJournal.Content {
  private static let version: Int64 = 1
  /// The largest number of outputs or devices in a valid journal.
  private static let most = 256

  /// Creates the content of a journal; `nil` if it is malformed, of another version, or of another
  /// compositor.
  init?(_ json: JSONValue, of display: String) {
    guard json["swivel"]?.int == Self.version, json["display"]?.string == display,
      let outputs = json["outputs"]?.array, outputs.count <= Self.most,
      let disabled = Self.names(json["disabled"]), let mapped = Self.names(json["mapped"])
    else { return nil }
    inputs = LentInputs(disabled: disabled, mapped: mapped)
    guard let inhibited = json["inhibited"].map(Self.names) ?? [],
      inhibited.allSatisfy(Self.isDevice)
    else { return nil }
    self.inhibited = inhibited
    if case .object(let members)? = json["auto-rotation"] {
      guard members.count <= Self.most else { return nil }
      for member in members {
        guard let policy = member.value.string.flatMap(AutoRotation.init(rawValue:)) else {
          return nil
        }
        autoRotation[member.name] = policy
      }
    }
    for value in outputs {
      guard let memory = OutputMemory(value),
        !self.outputs.contains(where: { $0.identity.name == memory.identity.name })
      else { return nil }
      self.outputs.append(memory)
    }
  }

  func json(of display: String) -> JSONValue {
    [
      "swivel": .int(Self.version), "display": .string(display),
      "outputs": .array(outputs.map(\.json)),
      "disabled": .array(inputs.disabled.map { .string($0) }),
      "mapped": .array(inputs.mapped.map { .string($0) }),
      "inhibited": .array(inhibited.map { .string($0) }),
      "auto-rotation": .object(
        autoRotation.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value.rawValue)) }),
    ]
  }

  /// Returns whether a name has the kernel's form for an input device, such as `input3`.
  private static func isDevice(_ name: String) -> Bool {
    name.hasPrefix("input") && name.utf8.count > 5 && name.utf8.count < 16
      && name.utf8.dropFirst(5).allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func names(_ value: JSONValue?) -> [String]? {
    guard let array = value?.array, array.count <= most else { return nil }
    let names = array.compactMap(\.string)
    return names.count == array.count ? names : nil
  }
}

extension OutputMemory {
  fileprivate init?(_ json: JSONValue) {
    let asked = (json["asked"]?.array ?? []).map { Transform(word: $0) }
    guard let name = json["name"]?.string, !name.isEmpty,
      let make = json["make"]?.string, let model = json["model"]?.string,
      let serial = json["serial"]?.string, let found = Transform(word: json["found"]),
      !asked.isEmpty, asked.count <= Transform.allCases.count, !asked.contains(nil)
    else { return nil }
    self.init(
      identity: Identity(name: name, make: make, model: model, serial: serial), found: found,
      asked: asked.compactMap(\.self))
  }

  fileprivate var json: JSONValue {
    [
      "name": .string(identity.name), "make": .string(identity.make),
      "model": .string(identity.model), "serial": .string(identity.serial),
      "found": .string(found.wireName), "asked": .array(asked.map { .string($0.wireName) }),
    ]
  }
}

extension Transform {
  fileprivate init?(word: JSONValue?) { self.init(name: word?.string ?? "", in: .wayland) }
}

/// The transform that Swivel found on an output, and those that it may have caused.
struct OutputMemory: Equatable {
  struct Identity: Equatable {
    var name: String
    var make = ""
    var model = ""
    var serial = ""
  }

  var identity: Identity
  /// The transform to restore at the end.
  var found: Transform
  /// The transforms that Swivel may have caused: the last confirmed one, and those of requests that
  /// the compositor may still execute.
  var asked: [Transform]

  /// Returns the transform to restore.
  ///
  /// Returns `nil` if the output has that transform, if another program has set the current one, or
  /// if `output` is not the recorded output.
  func original(of output: DesktopOutput) -> Transform? {
    identity == Identity(output) && output.transform != found && asked.contains(output.transform)
      ? found : nil
  }
}

extension OutputMemory.Identity {
  init(_ output: DesktopOutput) {
    self.init(name: output.name, make: output.make, model: output.model, serial: output.serial)
  }
}
