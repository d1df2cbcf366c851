// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Orientation

/// The rotation of Hyprland's touch screens and pens with the panel.
///
/// Hyprland maps the devices to an output, but does not rotate them. With several panels, each
/// touch screen whose panel is known is bound to it and rotated with it.
final class HyprlandTouch: InputMapper {
  /// The sections of `input` that have an option `transform`, each with the key of its devices in
  /// Hyprland's reply to `devices`.
  private static let options = [
    (list: "touch", section: "touchdevice"), (list: "tablets", section: "tablet"),
  ]

  /// The syntax of requests: `keyword` up to 0.54; from 0.55 on a configuration in Lua needs
  /// `eval`, and 0.56 accepts only that (https://wiki.hypr.land, hyprctl(1)).
  private enum Language { case keywords, lua }

  private static let unset: Int64 = -1
  private static let unsetText = "[[EMPTY]]"

  private struct Section {
    let name: String
    /// The section's option `transform` before Swivel's first change; -1 if it was not set.
    let value: Int64
    /// Hyprland's names of the devices; empty if the user has bound all of them to an output.
    let devices: [String]
  }

  /// The options of a single device, which replace those of its section.
  private struct Device: Equatable {
    let name: String
    var output: String
    var transform: Int64
  }

  /// The transform of each section, in the order of `found`, and the options of single devices.
  private struct Settings: Equatable {
    var sections: [Int64]
    var devices: [Device] = []
  }

  private let requests: HyprlandRequests
  private let sizes: () -> [String: Size]
  private let note: (String) -> Void
  private var stage: InputStage?
  private var requested: Settings?
  /// The sections that Swivel sets; `nil` until their values are read.
  private var found: [Section]?
  private var language = Language.keywords
  private var hasNotedUnpaired = false

  init(
    path: String, on loop: EventLoop, sizes: @escaping () -> [String: Size] = { [:] },
    note: @escaping (String) -> Void
  ) {
    requests = HyprlandRequests(path: path, on: loop)
    self.sizes = sizes
    self.note = note
  }

  /// Reads the devices and their options, then sends the settings for the last `map`.
  func start() {
    requests.ask("j/devices") { [weak self] reply in
      guard let self else { return }
      guard let devices = reply.flatMap({ try? JSONValue.parse($0, file: "devices") }) else {
        return note("Hyprland does not report its touch screens, so Swivel does not turn touch")
      }
      let present = Self.options.compactMap { option in
        // Pads and tools of pens have no name of their own.
        devices[option.list]?.array.flatMap { list in
          list.isEmpty ? nil : (option.section, list.compactMap { $0["name"]?.string })
        }
      }
      readOptions(of: present, known: [])
    }
  }

  func map(_ stage: InputStage) {
    self.stage = stage
    send()
  }

  func end() {
    guard let found, let requested else { return }
    // Hyprland ignores a change to the unset value; 0, the normal transform, replaces it.
    let sections = found.map { max(0, $0.value) }
    let devices = requested.devices.map { device in
      Device(name: device.name, output: Self.unsetText, transform: 0)
    }
    let settings = Settings(sections: sections, devices: devices)
    let reply = HyprlandSocket.askAndWait(request(settings, in: language), at: requests.path)
    if language == .keywords, Self.refusal(in: reply) != nil {
      // The answer that shows the syntax may not have arrived yet, so Lua is tried as well.
      _ = HyprlandSocket.askAndWait(request(settings, in: .lua), at: requests.path)
    }
    self.requested = nil
  }

  /// Reads the sections' options one after the other, leaves out sections whose transform the user
  /// has set, and then sends the settings.
  private func readOptions(
    of sections: [(name: String, devices: [String])], known: [Section]
  ) {
    guard let section = sections.first else {
      found = known
      return send()
    }
    let rest = Array(sections.dropFirst())
    read("input:\(section.name):transform") { [weak self] answer in
      guard let self else { return }
      let value = answer?["int"]?.int ?? Self.unset
      if value > 0 {
        // The user has set this option; Swivel's rotation would be added to it.
        note(
          "Hyprland's input:\(section.name):transform is \(value) already; swivel leaves the setting alone"
        )
        return readOptions(of: rest, known: known)
      }
      read("input:\(section.name):output") { [weak self] answer in
        let isBound = answer?["set"]?.bool == true
        let found = Section(
          name: section.name, value: value, devices: isBound ? [] : section.devices)
        self?.readOptions(of: rest, known: known + [found])
      }
    }
  }

  private func read(_ option: String, onEnd: @escaping (JSONValue?) -> Void) {
    requests.ask("j/getoption \(option)") { reply in
      onEnd(reply.flatMap { try? JSONValue.parse($0, file: "getoption") })
    }
  }

  /// Returns the settings for the outputs; `nil` if no output rotates.
  ///
  /// A section has the transform of the first panel. Only with several panels are devices set one
  /// by one: Hyprland does not report a device's options, so the user's own cannot be restored.
  private func settings(for stage: InputStage, _ found: [Section]) -> Settings? {
    func transform(of output: String) -> Int64? {
      stage.outputs.first { $0.name == output }.map { Int64($0.transform.rawValue) }
    }
    guard let panel = stage.turning.first.flatMap(transform) else { return nil }
    var settings = Settings(sections: found.map { _ in panel })
    let pairs = pairs(on: stage, found)
    for name in found.flatMap(\.devices) {
      // A pen of the panel has the name of its touch screen, followed by another word.
      let pair =
        pairs.first { name == $0.device } ?? pairs.first { name.hasPrefix($0.device + "-") }
      if let pair, let transform = transform(of: pair.output) {
        settings.devices.append(Device(name: name, output: pair.output, transform: transform))
      } else if requested?.devices.contains(where: { $0.name == name }) == true {
        settings.devices.append(Device(name: name, output: Self.unsetText, transform: panel))
      }
    }
    return settings
  }

  private func pairs(on stage: InputStage, _ found: [Section]) -> [TouchPairing.Pair] {
    let candidates = TouchPairing.candidates(stage.outputs, turning: stage.turning)
    guard candidates.count > 1 else { return [] }
    func named<Value>(_ values: [String: Value]) -> [String: Value] {
      Dictionary(values.map { (Self.name($0), $1) }) { first, _ in first }
    }
    let (sizes, assigned) = (named(sizes()), named(stage.assigned))
    let touches = found.first { $0.name == "touchdevice" }?.devices ?? []
    let pairing = TouchPairing(
      touches.filter(Self.isPlain).map { TouchDevice(name: $0, size: sizes[$0]) },
      outputs: stage.outputs, turning: stage.turning, assigned: assigned)
    if let device = pairing.left.first, !hasNotedUnpaired {
      hasNotedUnpaired = true
      note(TouchPairing.unpaired(device))
    }
    return pairing.pairs.filter { Self.isPlain($0.output) }
  }

  /// Returns Hyprland's name for a device with this name in the kernel (deviceNameToInternalString
  /// in MiscFunctions.cpp).
  private static func name(_ kernelName: String) -> String {
    String(kernelName.map { " \n,".contains($0) ? "-" : $0 }).lowercased()
  }

  /// Returns whether a name needs no escaping in either syntax.
  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""\[];#"#.utf8.contains($0) }
  }

  private func send() {
    guard let stage, let found, !found.isEmpty, let desired = settings(for: stage, found),
      desired != requested
    else { return }
    // Devices that were never rotated already have the normal transform.
    guard requested != nil || desired != Settings(sections: found.map { _ in 0 }) else { return }
    requested = desired
    send(desired, in: language)
  }

  private func send(_ settings: Settings, in language: Language) {
    requests.ask(request(settings, in: language)) { [weak self] reply in
      // A newer request supersedes the one that was answered.
      guard let self, requested == settings else { return }
      guard let refusal = Self.refusal(in: reply) else {
        self.language = language
        return
      }
      if language == .keywords, reply?.isEmpty == false {
        return send(settings, in: .lua)
      }
      note("Hyprland did not turn touch and pen: \(refusal)")
    }
  }

  private func request(_ settings: Settings, in language: Language) -> String {
    let sections = zip(found ?? [], settings.sections)
    switch language {
    case .keywords:
      let commands =
        sections.map { "input:\($0.name):transform \($1)" }
        + settings.devices.flatMap { device in
          ["transform \(device.transform)", "output \(device.output)"].map {
            "device[\(device.name)]:\($0)"
          }
        }
      return "[[BATCH]]" + commands.map { "keyword \($0)" }.joined(separator: ";")
    case .lua:
      let tables = sections.map { "\($0.name) = { transform = \($1) }" }
      let calls =
        ["hl.config({ input = { \(tables.joined(separator: ", ")) } })"]
        + settings.devices.map { device in
          "hl.device({ name = \"\(device.name)\", transform = \(device.transform), "
            + "output = \"\(device.output)\" })"
        }
      return "eval " + calls.joined(separator: " ")
    }
  }

  /// Returns the first answer that is not `ok`, or `no answer` for an empty reply; `nil` if all are
  /// `ok`.
  ///
  /// Hyprland closes the connection without an answer if it does not read the request within five
  /// seconds.
  private static func refusal(in reply: String?) -> Substring? {
    guard let reply, !reply.isEmpty else { return "no answer" }
    return reply.split(whereSeparator: \.isNewline)
      .first { $0 != "ok" && !$0.allSatisfy(\.isWhitespace) }
  }
}
