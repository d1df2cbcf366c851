// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Formats
public import Orientation

/// Turns Hyprland's touch screens and pens with the panel: it maps them to an output, but leaves them
/// unturned.
public final class HyprlandTouch: InputFollower {
  /// The options, and the lists of `devices` that they are about.
  private static let options = [
    (list: "touch", option: "input:touchdevice:transform"),
    (list: "tablets", option: "input:tablet:transform"),
  ]
  /// What Hyprland calls a transform that nobody has set.
  private static let unset: Int64 = -1

  private let path: String
  private let loop: EventLoop
  private let note: (String) -> Void
  private var questions: [ObjectIdentifier: HyprlandSocket] = [:]
  private var wanted: Transform?
  private var shown: Transform?
  /// The options that are ours to set, with what was found; nil until that is known.
  private var found: [(option: String, value: Int64)]?

  /// Prepares for the Hyprland at a socket; `note` takes words for people.
  public init(path: String, on loop: EventLoop, note: @escaping (String) -> Void) {
    self.path = path
    self.loop = loop
    self.note = note
  }

  /// Asks which devices there are, and how they are turned.
  public func start() {
    ask("j/devices") { [weak self] reply in
      guard let self else { return }
      guard let devices = reply.flatMap({ try? JSONValue.parse($0, file: "devices") }) else {
        return note("Hyprland does not say which touch screens it has; they are left alone")
      }
      let present = Self.options.filter { devices[$0.list]?.array?.isEmpty == false }
      look(at: present.map(\.option), known: [])
    }
  }

  /// The panel shows a transform now; touch and pen shall, too.
  public func panel(_ name: String, shows transform: Transform) {
    wanted = transform
    send()
  }

  /// Gives back what was found; waits for Hyprland, no longer than two seconds.
  public func end() {
    guard let found, shown != nil else { return }
    // Hyprland turns nothing back when it is told that an option is unset.
    let commands = found.map { "keyword \($0.option) \(max(0, $0.value))" }
    _ = HyprlandSocket.askAndWait(Self.batch(commands), at: path)
    shown = nil
  }

  /// Asks for the options one after the other.
  private func look(at options: [String], known: [(option: String, value: Int64)]) {
    guard let option = options.first else {
      found = known
      return send()
    }
    ask("j/getoption \(option)") { [weak self] reply in
      guard let self else { return }
      let answer = reply.flatMap { try? JSONValue.parse($0, file: "getoption") }
      let value = answer?["int"]?.int ?? Self.unset
      var known = known
      if value > 0 {
        // Somebody has a reason for that, and turning on top of it would turn twice.
        note("Hyprland's \(option) is \(value) already; it is left alone")
      } else {
        known.append((option, value))
      }
      look(at: Array(options.dropFirst()), known: known)
    }
  }

  private func send() {
    guard let wanted, let found, !found.isEmpty, wanted != shown else { return }
    // What was never turned need not be set to what it is.
    guard shown != nil || wanted != .normal else { return }
    shown = wanted
    ask(Self.batch(found.map { "keyword \($0.option) \(wanted.rawValue)" })) { [weak self] reply in
      let answers = (reply ?? "no answer").split(whereSeparator: \.isNewline)
        .filter { !$0.allSatisfy(\.isWhitespace) }
      guard let self, let refusal = answers.first(where: { $0 != "ok" }) else { return }
      note("Hyprland did not turn touch and pen: \(refusal)")
    }
  }

  private static func batch(_ commands: [String]) -> String {
    "[[BATCH]]" + commands.joined(separator: ";")
  }

  private func ask(_ question: String, onReply: @escaping (String?) -> Void) {
    var identity: ObjectIdentifier?
    do throws(SwayError) {
      let socket = try HyprlandSocket(question, at: path, on: loop) { [weak self] reply in
        if let identity { self?.questions[identity] = nil }
        onReply(reply)
      }
      identity = ObjectIdentifier(socket)
      questions[ObjectIdentifier(socket)] = socket
    } catch {
      loop.schedule(after: .zero) { onReply(nil) }
    }
  }
}
