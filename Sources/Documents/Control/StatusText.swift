// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
public import Formats
import Orientation
public import Text

/// The daemon's state as lines for the user.
public struct StatusText {
  private let state: JSONValue
  private let language: Language

  /// Creates the text of a state, or of the reply to `status`, which has further members.
  public init(_ state: JSONValue, _ language: Language = .english) {
    (self.state, self.language) = (state, language)
  }

  /// The lines of `swivel status`.
  public var all: [String] {
    func word(_ name: String) -> String { state[name]?.string ?? "-" }
    func number(_ name: String) -> Int64 { state[name]?.int ?? 0 }
    func texts(_ name: String) -> [String] { (state[name]?.array ?? []).compactMap(\.string) }
    var lines = [
      StatusPhrase.runs(
        language, word("program"), "\(number("process"))", "\(number("up") / 1_000_000_000)",
        word("rules"), word("sensor"))
    ]
    if let mistake = state["configuration-problem"]?.string {
      lines.append(StatusPhrase.configuration(language, UntrustedText(mistake).line))
    }
    lines += self.lines()
    if let device = state["sensor-device"]?.string {
      lines.append(StatusPhrase.sensorDevice(language, device))
    }
    if let hinge { lines.append(hinge) }
    lines += texts("rule-hints").map { StatusPhrase.rule(language, $0) }
    if let proof = state["proof"]?["text"]?.string {
      lines.append(StatusPhrase.proof(language, proof))
    }
    lines += (state["plugins"]?.array ?? []).compactMap(plugin)
    lines.append(
      StatusPhrase.history(
        language, "\(number("decisions") - number("first"))", "\(number("decisions"))",
        "\(number("bytes"))"))
    if let file = state["recording"]?.string {
      lines.append(StatusPhrase.recorded(language, UntrustedText(file).name(), word("chain")))
    }
    return lines
  }

  /// The sentence that reports an unlock; the state must be that before the unlock.
  public var unlocked: String {
    if let lock = ControlState.locked(state, language) {
      return StatusPhrase.unlocked(language, lock)
    }
    let isByHand = (state["outputs"]?.array ?? []).contains { $0["rotated-by-user"] == true }
    return isByHand ? StatusPhrase.handEnded(language) : StatusPhrase.wasFree(language)
  }

  /// Returns lines for the device, a lost compositor, a resting or unreadable sensor, the posture,
  /// the lock, the outputs, the conflicts and the missed turn.
  ///
  /// `word` is the orientation in the user's words, if the command has just locked rotation to it.
  public func lines(lockedTo word: String? = nil) -> [String] {
    var lines = [device]
    if state["compositor-gone"] == true { lines.append(StatusPhrase.compositorGone(language)) }
    if let rest = ControlState.sensor(state, language, isLine: true) { lines.append(rest) }
    if let posture = state["posture"]?.string, posture != "unknown" {
      lines.append(StatusPhrase.posture(language, UntrustedText(posture).name()))
    }
    if let lock = ControlState.locked(state, language) {
      let isSame = word.map { lock.hasPrefix($0) || $0 == "current" } ?? true
      lines.append(
        isSame
          ? StatusPhrase.locked(language, lock)
          : StatusPhrase.lockedAs(language, UntrustedText(word ?? "").name(), lock))
    }
    lines += (state["outputs"]?.array ?? []).map(line)
    let conflicts = (state["conflicts"]?.array ?? []).compactMap(\.string)
    if !conflicts.isEmpty {
      lines.append(StatusPhrase.conflict(language, conflicts.joined(separator: ", ")))
    }
    if let missed { lines.append(missed) }
    return lines
  }

  private var device: String {
    let windows = "\(state["windows"]?.int ?? 0)"
    let device = state["device"]?.string
    let held = device == nil ? "-" : ControlState.held(state, language)
    // The device orientation may be stale while the sensor rests, and until the next reading.
    let isOld = state["device-read"] == false && device != nil && device != "unknown"
    var parts = [(isOld ? StatusPhrase.deviceOld : .device)(language, held, windows)]
    // Only the reply to `status` has these keys.
    if let source = state["windows-by"]?.string {
      parts.append(StatusPhrase.reportedBy(language, source))
      let untold = (state["windows-untold"]?.array ?? []).compactMap(\.string)
      if !untold.isEmpty {
        parts.append(StatusPhrase.notReported(language, untold.joined(separator: ", ")))
      }
    }
    return parts.joined(separator: ", ")
  }

  /// The line about the missed turn; `nil` if there is none, if a lock stopped it, or if the state
  /// lacks the daemon's time, which only the reply to `status` contains.
  private var missed: String? {
    guard let missed = ControlState.missedTurn(state), let text = missed["text"]?.string,
      let now = state["up"]?.int, let at = missed["at"]?.int
    else { return nil }
    let ago = MissedTurnText.ago(UntrustedText(text).line, .nanoseconds(max(0, now - at)), language)
    let isOver = missed["rotated-since"] == true
    return StatusPhrase.missed(language, isOver ? StatusPhrase.rotatedSince(language, ago) : ago)
  }

  private func line(_ output: JSONValue) -> String {
    var parts = [
      StatusPhrase.output(
        language, UntrustedText(output["name"]?.string ?? "?").name(),
        ControlState.shown(output, language))
    ]
    // Only the reply to `status` names the compositor.
    if state["compositor"] == "sway", let word = output["transform"]?.string,
      let name = Transform(name: word, in: .wayland)?.name(in: .sway), name != word
    {
      parts.append(StatusPhrase.inSway(language, name))
    }
    if output["wanted"] != output["transform"] {
      parts.append(
        StatusPhrase.turning(language, ControlState.transform(output["wanted"], language)))
    }
    if output["turns"]?.bool != true {
      if let followed = output["follows"]?.string {
        let isThere = (state["outputs"]?.array ?? []).contains { $0["name"]?.string == followed }
        parts.append(
          (isThere ? StatusPhrase.follows : .followsAbsent)(
            language, UntrustedText(followed).name()))
      } else {
        parts.append((output["fixed"]?.string != nil ? StatusPhrase.fixed : .apart)(language))
      }
    } else if output["rotated-by-user"] == true {
      parts.append(StatusPhrase.byHand(language))
    } else if missed == nil, output["stays-because"]?.string != nil {
      // Only the reply to `status` has the reason in the user's language.
      parts.append(StatusPhrase.behind(language))
    }
    if let hold = ControlState.hold(of: output, language) { parts.append(hold) }
    return parts.joined(separator: ", ")
  }

  private var hinge: String? {
    guard let hinge = state["hinge"], let source = hinge["by"]?.string else { return nil }
    let doubt = hinge["doubt"]?.string.map { StatusPhrase.hingeDoubt(language, $0) }
    let name = ([source] + [doubt].compactMap(\.self)).joined(separator: "; ")
    guard let angle = hinge["angle"]?.int else { return StatusPhrase.hingeUnknown(language, name) }
    return hinge["posture"]?.string.map {
      StatusPhrase.hingePosture(language, "\(angle)", $0, name)
    } ?? StatusPhrase.hinge(language, "\(angle)", name)
  }

  private func plugin(_ plugin: JSONValue) -> String? {
    let windows = plugin["windows"]?.int ?? 0
    let isMuted = plugin["muted"]?.bool == true
    guard windows > 0 || isMuted else { return nil }
    let name = UntrustedText(plugin["name"]?.string ?? "?").name()
    let ring = "\(plugin["ring"]?.int ?? 0)"
    return isMuted
      ? StatusPhrase.mutedPlugin(
        language, name, ring, "\(windows)", "\(plugin["overruns"]?.int ?? 0)")
      : StatusPhrase.plugin(language, name, ring, "\(windows)")
  }
}
