// SPDX-License-Identifier: Apache-2.0
import Explanation
public import Formats
import Text

/// The model of `swivel top`: the status, the last decisions, and the selected decision.
public struct TopModel: Sendable {
  /// The maximum number of decisions in the list.
  public static let most = 200

  /// The daemon's status, updated with the state in each event.
  public private(set) var status: JSONValue
  /// The decisions, the newest first.
  public private(set) var entries: [JSONValue]
  /// The index of the selected decision in `entries`, from 0.
  public private(set) var selected = 0
  /// The lines of the selected decision's explanation; empty until it arrives.
  public private(set) var explanation: [String] = []
  /// Whether the full explanation is shown.
  public var isFull = false
  /// The daemon's last warning about the windows; nil without one since the last decision.
  public private(set) var warning: String?

  /// Creates a model from the replies to `status` and `history`.
  public init(status: JSONValue, history: JSONValue) {
    self.status = status
    entries = (history["entries"]?.array ?? []).reversed()
  }

  /// The number of the selected decision; nil if there is none.
  public var number: Int? {
    entries.indices.contains(selected) ? entries[selected]["decision"]?.int.map { Int($0) } : nil
  }

  /// Applies an event; returns whether another explanation must be requested.
  public mutating func receive(_ event: ControlEvent, state: JSONValue?) -> Bool {
    if let state, case .object(let old) = status, case .object(let new) = state {
      // The members of the state are a subset of those of the status.
      let names = new.map(\.name)
      status = .object(old.filter { !names.contains($0.name) } + new)
    }
    switch event {
    case .decision(let entry):
      warning = nil
      let old = number
      entries.insert(entry, at: 0)
      if entries.count > Self.most { entries.removeLast() }
      // A selection at the top stays there; any other follows its decision, down to the last place.
      if selected > 0 {
        selected = min(selected + 1, entries.count - 1)
        if number == old { return false }
      }
      explanation = []
      return true
    case .warning(let value):
      warning = value["text"]?.string
      return false
    default: return false
    }
  }

  /// Sets the explanation of the selected decision; the explanation of another decision is ignored.
  public mutating func receive(text: String, of number: Int) {
    guard number == self.number else { return }
    explanation = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Selects an older decision or, for negative numbers, a newer one; returns whether the selection
  /// changed.
  public mutating func move(by places: Int) -> Bool {
    let wanted = max(0, min(entries.count - 1, selected + places))
    guard wanted != selected, !entries.isEmpty else { return false }
    selected = wanted
    explanation = []
    return true
  }
}

/// The view of a `TopModel` as lines for a terminal.
public struct TopView {
  private let model: TopModel
  private let rows: Int
  private let columns: Int
  private let isColoured: Bool

  /// Creates a view of at least 8 rows and 40 columns.
  public init(_ model: TopModel, rows: Int, columns: Int, isColoured: Bool) {
    self.model = model
    self.rows = max(8, rows)
    self.columns = max(40, columns)
    self.isColoured = isColoured
  }

  /// The lines from the top, one for each row.
  public var lines: [String] {
    let head = header
    let footer = cut("q quit   up/down decision   home newest   f full or short   ")
    let room = rows - head.count - 3
    let listed = max(1, min(model.entries.count, room / 3))
    var lines = head + [dim(rule("decisions"))] + list(listed)
    lines.append(dim(rule(model.number.map { "#\($0)" } ?? "nothing decided yet")))
    let rest = rows - lines.count - 1
    // The daemon has already wrapped the explanation to the width.
    lines += model.explanation.prefix(max(0, rest))
    lines += [String](repeating: "", count: max(0, rows - lines.count - 1))
    return Array(lines.prefix(rows - 1)) + [dim(footer)]
  }

  private var header: [String] {
    let status = model.status
    func text(_ name: String) -> String { UntrustedText(status[name]?.string ?? "-").line }
    let seconds = (status["up"]?.int ?? 0) / 1_000_000_000
    let (windows, sensor) = (status["windows"]?.int ?? 0, "sensor \(text("sensor"))")
    let head = "swivel \(text("program"))   rules \(text("rules"))"
    let counts = "up \(seconds) s at the start   windows \(windows)"
    let whole = "\(head)   \(sensor)   \(counts)"
    // If the line is too long, the sensor, such as a device's path, gets a line of its own.
    var lines =
      DisplayWidth.of(whole) <= columns
      ? [bold(whole)]
      : [bold(cut("\(head)   \(counts)")), DisplayWidth.cutMiddle(sensor, columns: columns)]
    let lock = ControlState.locked(status) ?? "off"
    lines.append(cut("device \(device)   lock \(lock)   conflicts \(conflicts)"))
    for output in (status["outputs"]?.array ?? []).prefix(4) {
      lines.append(cut(self.output(output)))
    }
    if let missed = ControlState.missedTurn(status)?["text"]?.string {
      lines.append(bold(cut("■ " + UntrustedText(missed).line)))
    }
    if let warning = model.warning {
      lines.append(bold(cut("▲ " + UntrustedText(warning).name(columns: 200))))
    }
    return lines
  }

  // While the sensor is suspended, the device may have been turned since the last reading.
  private var device: String {
    let held = ControlState.held(model.status, .english)
    return ControlState.sensor(model.status).map { "\(held) as last read (\($0))" } ?? held
  }

  private var conflicts: String {
    let kinds = (model.status["conflicts"]?.array ?? []).compactMap(\.string)
    return kinds.isEmpty ? "none" : kinds.joined(separator: ", ")
  }

  private func output(_ output: JSONValue) -> String {
    let name = UntrustedText(output["name"]?.string ?? "").name()
    var parts = ["\(name) \(ControlState.shown(output, .english))"]
    if output["transform"] != output["wanted"] {
      parts.append("on its way to \(ControlState.transform(output["wanted"], .english))")
    }
    if output["turns"]?.bool != true { parts.append("does not turn") }
    if let hold = ControlState.hold(of: output) { parts.append(hold) }
    return parts.joined(separator: ", ")
  }

  private func list(_ count: Int) -> [String] {
    guard !model.entries.isEmpty else { return ["  none yet"] }
    let first = max(0, min(model.selected - count / 2, model.entries.count - count))
    return (first..<min(first + count, model.entries.count)).map { index in
      let entry = model.entries[index]
      let mark = index == model.selected ? ">" : " "
      let line = UntrustedText(entry["line"]?.string ?? "").name(columns: 400)
      let text = cut(
        "\(mark) #\(entry["decision"]?.int ?? 0) \(entry["code"]?.string ?? "") \(line)")
      return index == model.selected ? bold(text) : text
    }
  }

  private func rule(_ title: String) -> String {
    let start = "-- \(title) "
    return start + String(repeating: "-", count: max(0, columns - start.count))
  }

  private func cut(_ text: String) -> String { UntrustedText(text).name(columns: columns) }

  private func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  private func dim(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
