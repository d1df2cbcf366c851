// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Orientation

/// The rotation of Hyprland's touch screens and pens with the panel.
///
/// Hyprland maps the devices to an output, but does not rotate them.
final class HyprlandTouch: InputMapper {
  /// The sections of `input` that have an option `transform`, each with the `devices` it applies
  /// to.
  private static let options = [
    (list: "touch", section: "touchdevice"), (list: "tablets", section: "tablet"),
  ]

  /// The syntax of requests: `keyword` up to 0.54; from 0.55 on a configuration in Lua needs
  /// `eval`, and 0.56 accepts only that (https://wiki.hypr.land, hyprctl(1)).
  private enum Language { case keywords, lua }

  /// Hyprland's value for an unset transform.
  private static let unset: Int64 = -1

  private let requests: HyprlandRequests
  private let note: (String) -> Void
  /// The panel's transform; `nil` until known.
  private var desired: Transform?
  /// The last requested transform; `nil` before the first request.
  private var requested: Transform?
  /// The sections that Swivel sets, with their earlier values; `nil` until the values are read.
  private var found: [(section: String, value: Int64)]?
  private var language = Language.keywords

  /// Creates a mapper for a request socket; `note` receives messages.
  init(path: String, on loop: EventLoop, note: @escaping (String) -> Void) {
    requests = HyprlandRequests(path: path, on: loop)
    self.note = note
  }

  /// Requests the list of devices and their transforms.
  func start() {
    requests.ask("j/devices") { [weak self] reply in
      guard let self else { return }
      guard let devices = reply.flatMap({ try? JSONValue.parse($0, file: "devices") }) else {
        return note("Hyprland does not say which touch screens it has; they are left alone")
      }
      let present = Self.options.filter { devices[$0.list]?.array?.isEmpty == false }
      readOptions(of: present.map(\.section), known: [])
    }
  }

  /// Rotates touch screens and pens to the panel's transform.
  func map(_ stage: InputStage) {
    guard let panel = stage.turning.first,
      let output = stage.outputs.first(where: { $0.name == panel })
    else { return }
    self.panel(panel, shows: output.transform)
  }

  /// Rotates touch screens and pens to the transform that the panel now has.
  func panel(_ name: String, shows transform: Transform) {
    desired = transform
    send()
  }

  /// Restores the earlier values; blocks for at most two seconds.
  func end() {
    guard let found, requested != nil else { return }
    // Hyprland ignores a change to the unset value, so devices are set to the normal transform.
    let values = found.map { ($0.section, max(0, $0.value)) }
    let reply = HyprlandSocket.askAndWait(Self.request(values, in: language), at: requests.path)
    if language == .keywords, Self.refusal(in: reply) != nil {
      // The answer that shows the syntax may not have arrived yet, so Lua is tried as well.
      _ = HyprlandSocket.askAndWait(Self.request(values, in: .lua), at: requests.path)
    }
    requested = nil
  }

  /// Reads the options one after the other.
  private func readOptions(of sections: [String], known: [(section: String, value: Int64)]) {
    guard let section = sections.first else {
      found = known
      return send()
    }
    let option = "input:\(section):transform"
    requests.ask("j/getoption \(option)") { [weak self] reply in
      guard let self else { return }
      let answer = reply.flatMap { try? JSONValue.parse($0, file: "getoption") }
      let value = answer?["int"]?.int ?? Self.unset
      var known = known
      if value > 0 {
        // The user has set this option; Swivel's rotation would be added to it.
        note("Hyprland's \(option) is \(value) already; it is left alone")
      } else {
        known.append((section, value))
      }
      readOptions(of: Array(sections.dropFirst()), known: known)
    }
  }

  private func send() {
    guard let desired, let found, !found.isEmpty, desired != requested else { return }
    // Devices that were never rotated already have the normal transform.
    guard requested != nil || desired != .normal else { return }
    requested = desired
    send(desired, found.map(\.section), in: language)
  }

  private func send(_ transform: Transform, _ sections: [String], in language: Language) {
    let values = sections.map { ($0, Int64(transform.rawValue)) }
    requests.ask(Self.request(values, in: language)) { [weak self] reply in
      // A newer request supersedes the one that was answered.
      guard let self, requested == transform else { return }
      guard let refusal = Self.refusal(in: reply) else {
        self.language = language
        return
      }
      if language == .keywords, reply?.isEmpty == false {
        return send(transform, sections, in: .lua)
      }
      note("Hyprland did not turn touch and pen: \(refusal)")
    }
  }

  private static func request(
    _ values: [(section: String, value: Int64)], in language: Language
  ) -> String {
    switch language {
    case .keywords:
      let commands = values.map { "keyword input:\($0.section):transform \($0.value)" }
      return "[[BATCH]]" + commands.joined(separator: ";")
    case .lua:
      let sections = values.map { "\($0.section) = { transform = \($0.value) }" }
      return "eval hl.config({ input = { \(sections.joined(separator: ", ")) } })"
    }
  }

  /// Returns the first answer that is not `ok`; `nil` if all are.
  ///
  /// Hyprland closes the connection without an answer if it does not read the request within five
  /// seconds.
  private static func refusal(in reply: String?) -> Substring? {
    guard let reply, !reply.isEmpty else { return "no answer" }
    return reply.split(whereSeparator: \.isNewline)
      .first { $0 != "ok" && !$0.allSatisfy(\.isWhitespace) }
  }
}
