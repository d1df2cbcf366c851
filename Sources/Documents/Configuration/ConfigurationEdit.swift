// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Formats
public import Sensing

/// A change of a configuration file that keeps every other line, including comments.
public struct ConfigurationEdit: Equatable, Sendable {
  /// The file's text after the change.
  public let text: String
  /// The removed lines, each after `- `, and the added ones, each after `+ `.
  public let difference: [String]

  /// Sets the matrix of `sensor` in a file's text; `file` is the name that errors carry.
  ///
  /// Throws if the text is not a configuration, or, with the lines to write by hand, if the matrix
  /// is written in a form that cannot be changed in place.
  public init(
    setting matrix: MountMatrix, in bytes: [UInt8], file: String
  ) throws(InputError) {
    var wanted = try Configuration.parse(bytes, file: file)
    wanted.sensor.display.correction = matrix
    try self.init(
      wanted, bytes,
      Mark(file: file, line: 1, column: 1).error(
        "a sensor whose matrix cannot be changed in place",
        valid: ["in sensor, by hand: matrix: \(matrix.list)"])
    ) { root, lines in
      Self.set("matrix: \(matrix.list)", root, in: &lines)
    }
  }

  /// Replaces the older key `output` with entries of `outputs`; the difference is empty without
  /// one.
  ///
  /// Throws if the text is not a configuration, or, with the entries to write by hand, if `output`
  /// or `outputs` is written in a form that cannot be changed in place.
  public init(replacingAliasesIn bytes: [UInt8], file: String) throws(InputError) {
    var wanted = try Configuration.parse(bytes, file: file)
    let names = wanted.turningOutputs ?? []
    var rules = names.map { OutputRule(match: Glob($0), policy: .auto) }
    if wanted.turningOutputs != nil { rules.append(OutputRule(match: Glob("*"), policy: .leave)) }
    wanted.turningOutputs = nil
    wanted.outputs += rules
    let entries = rules.map { "- \($0.map.flow)" }
    let key = try? Document.parse(bytes, file: file).root.pair("output")
    try self.init(
      wanted, bytes,
      (key?.mark ?? Mark(file: file, line: 1, column: 1)).error(
        "an output that cannot be rewritten in place",
        valid: ["at the end of outputs, by hand: \(entries.joined(separator: ", "))"])
    ) { root, lines in
      if let root { Self.replaceOutput(root, entries, in: &lines) }
    }
  }

  private init(
    _ wanted: Configuration, _ bytes: [UInt8], _ failure: InputError,
    change: (Node?, inout [String]) -> Void
  ) throws(InputError) {
    let old = String(decoding: bytes, as: UTF8.self)
    var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let before = lines
    change(try? Document.parse(bytes, file: failure.file).root, &lines)
    text = lines.map { "\($0)\n" }.joined()
    guard (try? Configuration.parse(text, file: failure.file)) == wanted else { throw failure }
    difference = Self.difference(before, lines)
  }

  /// Moves the names of `output` to the end of `outputs`, each with the comment behind it.
  private static func replaceOutput(
    _ root: Node, _ entries: [String], in lines: inout [String]
  ) {
    guard let key = root.pair("output") else { return }
    let items = (try? key.value.sequence()) ?? []
    let isBlock = items.first.map { $0.mark.line > key.mark.line } ?? false
    let parts = isBlock ? items.map(\.mark) : [key.mark]
    guard let last = parts.last?.line, last <= lines.count else { return }
    var added = entries
    for (index, part) in parts.enumerated() { added[index] += comment(lines[part.line - 1]) }
    let gone = Set(parts.map(\.line)).union([key.mark.line])
    var place = key.mark.line
    if let outputs = root.pair("outputs") {
      guard let list = try? outputs.value.sequence(), let end = list.last?.lastLine,
        let dash = lines[list[0].mark.line - 1].firstIndex(of: "-")
      else { return }
      place = end + 1
      let indent = lines[list[0].mark.line - 1][..<dash]
      added = added.map { indent + $0 }
    } else {
      let head = isBlock ? comment(lines[key.mark.line - 1]) : ""
      added = ["outputs:\(head)"] + added.map { "  \($0)" }
    }
    var result: [String] = []
    for number in 1...lines.count + 1 {
      if number == place { result += added }
      if number <= lines.count, !gone.contains(number) { result.append(lines[number - 1]) }
    }
    lines = result
  }

  /// Returns the comment at the end of a line, with the blank in front.
  private static func comment(_ line: String) -> String {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard let start = parts.firstIndex(where: { $0.hasPrefix("#") }) else { return "" }
    return " " + parts[start...].joined(separator: " ")
  }

  private static func set(_ entry: String, _ root: Node?, in lines: inout [String]) {
    guard let sensor = root?.pair("sensor") else {
      lines += ["sensor:", "  \(entry)"]
      return
    }
    let holder = sensor.value.pair("display") ?? sensor
    if let matrix = holder.value.pair("matrix") {
      let line = matrix.mark.line - 1
      guard lines.indices.contains(line) else { return }
      let characters = Array(lines[line])
      let start = min(matrix.mark.column - 1, characters.count)
      let end = Self.end(of: matrix.value, in: characters)
      lines[line] = String(characters[..<start]) + entry + String(characters[end...])
    } else if let first = (try? holder.value.pairs())?.first {
      let isFlow = first.mark.line == holder.mark.line
      let (line, column) = (first.mark.line - 1, first.mark.column - 1)
      guard lines.indices.contains(line), column <= lines[line].count else { return }
      if isFlow {
        let characters = Array(lines[line])
        lines[line] = String(characters[..<column]) + "\(entry), " + String(characters[column...])
      } else {
        lines.insert(String(repeating: " ", count: column) + entry, at: line)
      }
    }
  }

  /// Returns the end of a scalar or list on one line.
  private static func end(of value: Node, in line: [Character]) -> Int {
    let start = min(value.mark.column - 1, line.count)
    if value.kind == .sequence {
      return line[start...].firstIndex(of: "]").map { $0 + 1 } ?? line.count
    }
    return line[start...].firstIndex { " ,}".contains($0) } ?? line.count
  }

  private static func difference(_ before: [String], _ after: [String]) -> [String] {
    let start = zip(before, after).prefix { $0 == $1 }.count
    let (old, new) = (before[start...], after[start...])
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    return old.dropLast(end).map { "- \($0)" } + new.dropLast(end).map { "+ \($0)" }
  }
}

extension Node {
  /// Returns the key of this name with its value; `nil` if the node lacks the key or is not a map.
  func pair(_ name: String) -> Pair? { (try? pairs())?.first { $0.name == name } }

  /// The last line on which a value within the node begins.
  fileprivate var lastLine: Int {
    let values = (try? sequence()) ?? (try? pairs())?.map(\.value) ?? []
    return values.map(\.lastLine).reduce(mark.line, max)
  }
}
