// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
public import Formats
public import Orientation
public import Sensing
public import Text

/// A change of a configuration file that keeps all other lines, including comments.
public struct ConfigurationEdit: Equatable, Sendable {
  /// The file's text after the change.
  public let text: String
  /// The lines from the first to the last change: the old ones, prefixed with `- `, then the new
  /// ones, prefixed with `+ `.
  public let difference: [String]

  /// Sets the matrix of `sensor` in a file's text; `file` is the file's name in errors.
  ///
  /// Throws if the text is not a configuration, or if the matrix is written in a form that cannot
  /// be edited; the latter error has the lines to write by hand.
  public init(
    setting matrix: MountMatrix, in bytes: [UInt8], file: String
  ) throws(InputError) {
    var wanted = try Configuration.parse(bytes, file: file)
    wanted.sensor.display.correction = matrix
    try self.init(
      wanted, bytes,
      Mark(file: file, line: 1, column: 1).error(
        "a sensor whose matrix cannot be changed in place"
          + "; write this into `sensor` yourself: matrix: \(matrix.list)")
    ) { root, lines in
      let isInner = root?.pair("sensor")?.value.pair("display") != nil
      let path = ["sensor"] + (isInner ? ["display"] : []) + ["matrix"]
      Self.set(path, to: matrix.list, root, in: &lines)
    }
  }

  /// Replaces the older key `output` by entries at the end of `outputs`, the last of which leaves
  /// all other outputs unchanged; without that key, the difference is empty.
  ///
  /// Throws if the text is not a configuration, or if one of the keys is written in a form that
  /// cannot be edited; the latter error has the entries to write by hand.
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
        "an output that cannot be rewritten in place"
          + "; write this at the end of `outputs` yourself: \(entries.joined(separator: ", "))")
    ) { root, lines in
      if let root { Self.replaceOutput(root, entries, in: &lines) }
    }
  }

  /// The orientations that the rule allows after `init(allowing:)`; empty after other changes.
  public private(set) var allowed: OrientationMask = []

  /// Sets the key at a path, such as `["hooks", "timeout"]`, to a YAML value on one line.
  ///
  /// Throws if the text is not a configuration before or after the change, or if the key is written
  /// in a form that cannot be edited; the latter error has the line to write by hand.
  public init(
    setting path: [String], to value: String, in bytes: [UInt8], file: String
  ) throws(InputError) {
    _ = try Configuration.parse(bytes, file: file)
    let name = path.joined(separator: ".")
    let wanted = try Document.parse(value, file: name).root
    let old = try? Document.parse(bytes, file: file).root
    self.init(bytes, file) { Self.set(path, to: value, $0, in: &$1) }
    let new = try? Document.parse(text, file: file).root
    guard new?.isEqual(to: old, with: wanted, at: path[...]) == true else {
      throw (old?.pair(path.first ?? "")?.mark ?? Mark(file: file, line: 1, column: 1)).error(
        Self.advice(name, path, value))
    }
    do { _ = try Configuration.parse(text, file: file) } catch {
      // The error has no line number, since the changed text is not written to the file.
      throw InputError(
        file: file, problem: "\(name): \(error.problem)", valid: error.valid,
        suggestion: error.suggestion)
    }
  }

  /// Returns the message with the line to write by hand; for a key of a list's entry, the line names
  /// the key within the entry.
  private static func advice(_ name: String, _ path: [String], _ value: String) -> String {
    guard let index = path.lastIndex(where: { Int($0) != nil }), let number = Int(path[index]),
      index > 0, index + 1 < path.count
    else {
      let key = path.joined(separator: ".")
      return "\(name), which cannot be changed in place; write this yourself: \(key): \(value)"
    }
    let list = path[..<index].joined(separator: ".")
    let key = path[(index + 1)...].joined(separator: ".")
    return """
      \(name), which cannot be changed in place; write this yourself, in entry \(number + 1) of \
      `\(list)`: \(key): \(value)
      """
  }

  /// Adds orientations to the rule for an application's windows or, with `isOnly`, allows only
  /// these orientations; if nothing changes, the difference is empty.
  ///
  /// If the first rule without other conditions that matches the app id has exactly this app id, it
  /// is changed; otherwise a new rule with that rule's policy is inserted before it, or appended if
  /// no rule matches. If rotation was forbidden, the rule also gets `autorotate: true`. Throws like
  /// `init(setting:)`.
  public init(
    allowing mask: OrientationMask, isOnly: Bool = false, appID: String, in bytes: [UInt8],
    file: String
  ) throws(InputError) {
    var wanted = try Configuration.parse(bytes, file: file)
    let place = wanted.windows.firstIndex { $0.isAbout(appID) }
    var rule = place.map { wanted.windows[$0] } ?? WindowRule(policy: WindowPolicy())
    let answers = rule.policy.completed(by: wanted.policy).answers
    let turns = answers.autorotate ?? true
    let base: OrientationMask = turns ? answers.supported ?? .all : []
    let new = isOnly ? mask : base.union(mask)
    if turns || new.isEmpty, new == base {
      self.init(bytes, file) { _, _ in }
      allowed = new
      return
    }
    let isOwn = rule.appID == .glob(Glob(appID)) && rule.title == nil
    if !turns { rule.policy.answers.autorotate = true }
    rule.policy.answers.supported = new
    rule.appID = .glob(Glob(appID))
    if let place, isOwn {
      wanted.windows[place] = rule
    } else {
      wanted.windows.insert(rule, at: place ?? wanted.windows.count)
    }
    let values = (turns ? [] : [("autorotate", "true")]) + [("supported", new.configured)]
    let entry = rule.lines
    try self.init(
      wanted, bytes,
      Mark(file: file, line: 1, column: 1).error(
        "a list of windows that cannot be changed in place"
          + "; write this into `windows` yourself: \(rule.map.flow)")
    ) { root, lines in
      let list = root?.pair("windows")?.value
      let rules = (try? list?.sequence()) ?? []
      if let place, isOwn, rules.indices.contains(place) {
        // The text is parsed again for each value, since a change can move the places after it.
        for (name, value) in values.reversed() {
          let now = try? Document.parse(lines.joined(separator: "\n"), file: file).root
          guard let entries = try? now?.pair("windows")?.value.sequence(),
            entries.indices.contains(place)
          else { return }
          Self.setInEntry(name, value, entries[place], in: &lines)
        }
      } else if list == nil {
        lines += ["windows:"] + entry.map { "  \($0)" }
      } else {
        Self.insert(entry, at: place, in: rules, in: &lines)
      }
    }
    allowed = new
  }

  /// Returns a sentence if no open window's app id matches `appID`; `nil` if one does.
  ///
  /// The sentence names an open window's app id that differs by case only, if there is one.
  public static func hint(_ appID: String, open: [String]) -> Message? {
    let glob = Glob(appID)
    if open.contains(where: { glob.matches($0) }) { return nil }
    let name = UntrustedText(appID).quoted
    guard let other = open.first(where: { glob.lowercased.matches($0.lowercased()) }) else {
      return ConfigurationPhrase.noWindow(name)
    }
    return ConfigurationPhrase.otherCase(name, UntrustedText(other).quoted)
  }

  /// Removes the rule whose only condition is this app id; the difference is empty if there is no
  /// such rule.
  ///
  /// Throws like `init(setting:)`.
  public init(removingRuleFor appID: String, in bytes: [UInt8], file: String) throws(InputError) {
    var wanted = try Configuration.parse(bytes, file: file)
    let place = wanted.windows.firstIndex {
      $0.isAbout(appID) && $0.appID == .glob(Glob(appID))
    }
    if let place { wanted.windows.remove(at: place) }
    try self.init(
      wanted, bytes,
      Mark(file: file, line: 1, column: 1).error(
        "a list of windows that cannot be changed in place"
          + "; remove the rule for app-id \(appID) from `windows` yourself")
    ) { root, lines in
      guard let place, let list = root?.pair("windows"),
        let rules = try? list.value.sequence(), rules.indices.contains(place)
      else { return }
      let first = rules.count == 1 ? list.mark.line : rules[place].mark.line
      guard rules[place].lastLine <= lines.count else { return }
      lines.removeSubrange((first - 1)..<rules[place].lastLine)
    }
  }

  private init(
    _ wanted: Configuration, _ bytes: [UInt8], _ failure: InputError,
    change: (Node?, inout [String]) -> Void
  ) throws(InputError) {
    self.init(bytes, failure.file, change: change)
    guard (try? Configuration.parse(text, file: failure.file)) == wanted else { throw failure }
  }

  private init(
    _ bytes: [UInt8], _ file: String, change: (Node?, inout [String]) -> Void
  ) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last == "" { lines.removeLast() }
    func hasReturn(_ line: String) -> Bool { line.utf8.last == UInt8(ascii: "\r") }
    // The last line may lack its end.
    let hasReturns = lines.first.map(hasReturn) == true && lines.dropLast().allSatisfy(hasReturn)
    if hasReturns {
      lines = lines.map { hasReturn($0) ? String($0.unicodeScalars.dropLast()) : $0 }
    }
    let before = lines
    // The other line ends of YAML count in the marks, but separate no elements of `lines`.
    let others = "\r\u{85}\u{2028}\u{2029}".unicodeScalars
    if !lines.contains(where: { $0.unicodeScalars.contains { others.contains($0) } }) {
      change(try? Document.parse(bytes, file: file).root, &lines)
    }
    text = lines.map { hasReturns ? "\($0)\r\n" : "\($0)\n" }.joined()
    difference = Self.difference(before, lines)
  }

  private static func setInEntry(
    _ name: String, _ value: String, _ entry: Node, in lines: inout [String]
  ) {
    if let pair = entry.pair(name) { return replace(pair, with: value, in: &lines) }
    guard let pairs = try? entry.pairs(), let first = pairs.first, let last = pairs.last,
      lines.indices.contains(last.value.mark.line - 1)
    else { return }
    let before = lines[first.mark.line - 1].unicodeScalars.prefix(first.mark.column - 1)
    if before.last(where: { $0 != " " }) == "{" {
      let line = Line(lines[last.value.mark.line - 1])
      let end = line.end(of: last.value)
      lines[last.value.mark.line - 1] = line.replacing(end..<end, with: ", \(name): \(value)")
    } else {
      let indent = String(repeating: " ", count: first.mark.column - 1)
      lines.insert("\(indent)\(name): \(value)", at: entry.lastLine)
    }
  }

  /// Inserts an entry into a list in block style: before the entry at `place` and its comments, or
  /// at the end if `place` is `nil`.
  private static func insert(
    _ entry: [String], at place: Int?, in list: [Node], in lines: inout [String]
  ) {
    guard let first = list.first, lines.indices.contains(first.mark.line - 1),
      let dash = lines[first.mark.line - 1].firstIndex(of: "-"), let last = list.last
    else { return }
    let indent = lines[first.mark.line - 1][..<dash]
    guard indent.allSatisfy({ $0 == " " }) else { return }
    var line = place.map { list[$0].mark.line - 1 } ?? last.lastLine
    if place != nil {
      while line > 0, lines[line - 1].drop(while: { $0 == " " }).hasPrefix("#") { line -= 1 }
    }
    lines.insert(contentsOf: entry.map { indent + $0 }, at: min(line, lines.count))
  }

  /// Replaces `output` by `entries` at the end of `outputs`, and keeps comments at the ends of the
  /// replaced lines; changes nothing if the form cannot be edited.
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
        end <= lines.count, let dash = lines[list[0].mark.line - 1].firstIndex(of: "-")
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

  private static func comment(_ line: String) -> String {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard let start = parts.firstIndex(where: { $0.hasPrefix("#") }) else { return "" }
    return " " + parts[start...].joined(separator: " ")
  }

  /// Sets the value of a key, or adds the key and its enclosing maps; changes nothing if the form
  /// cannot be edited.
  private static func set(
    _ path: [String], to value: String, _ root: Node?, in lines: inout [String]
  ) {
    var holder: Node.Pair?
    var node = root
    var rest = path[...]
    while let name = rest.first, let pair = node?.pair(name) {
      if rest.count == 1 { return replace(pair, with: value, in: &lines) }
      (holder, node) = (pair, pair.value)
      rest = rest.dropFirst()
    }
    guard let holder else {
      lines += block(rest, value, indent: 0)
      return
    }
    guard let first = (try? holder.value.pairs())?.first else { return }
    let isFlow = first.mark.line == holder.mark.line
    let (line, column) = (first.mark.line - 1, first.mark.column - 1)
    guard lines.indices.contains(line), column <= lines[line].unicodeScalars.count else { return }
    if isFlow {
      let entry = rest.dropLast().reversed().reduce("\(rest.last ?? ""): \(value)") {
        "\($1): {\($0)}"
      }
      lines[line] = Line(lines[line]).replacing(column..<column, with: "\(entry), ")
    } else {
      lines.insert(contentsOf: block(rest, value, indent: column), at: line)
    }
  }

  private static func block(_ path: ArraySlice<String>, _ value: String, indent: Int) -> [String] {
    path.enumerated().map { depth, name in
      let isLast = depth == path.count - 1
      return String(repeating: " ", count: indent + 2 * depth) + name
        + (isLast ? ": \(value)" : ":")
    }
  }

  private static func replace(_ pair: Node.Pair, with value: String, in lines: inout [String]) {
    let line = pair.mark.line - 1
    guard lines.indices.contains(line), pair.value.mark.line == pair.mark.line else { return }
    let text = Line(lines[line])
    let end = text.end(of: pair.value)
    let start = min(pair.mark.column - 1, end)
    lines[line] = text.replacing(start..<end, with: "\(pair.name): \(value)")
  }

  private static func difference(_ before: [String], _ after: [String]) -> [String] {
    let start = zip(before, after).prefix { $0 == $1 }.count
    let (old, new) = (before[start...], after[start...])
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    return old.dropLast(end).map { "- \($0)" } + new.dropLast(end).map { "+ \($0)" }
  }
}

/// A line of a file by Unicode scalars, which a mark's column counts.
private struct Line {
  private let scalars: [Unicode.Scalar]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  func replacing(_ range: Range<Int>, with text: String) -> String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars[..<range.lowerBound])
    result.append(contentsOf: text.unicodeScalars)
    result.append(contentsOf: scalars[range.upperBound...])
    return String(result)
  }

  /// Returns the index just after a value, on the line on which the value begins.
  func end(of value: Node) -> Int {
    let start = min(value.mark.column - 1, scalars.count)
    guard start < scalars.count else { return start }
    switch scalars[start] {
    case "[", "{": return endOfCollection(from: start)
    case "\"", "'": return endOfQuote(from: start)
    default:
      if case .scalar(let text, isPlain: true) = value.content {
        return min(start + text.unicodeScalars.count, scalars.count)
      }
      return scalars[start...].firstIndex { " ,}".unicodeScalars.contains($0) } ?? scalars.count
    }
  }

  private func endOfCollection(from start: Int) -> Int {
    var (place, depth) = (start, 0)
    // A quote within a plain text, such as in `it's`, begins no quoted text.
    var canQuote = true
    repeat {
      let scalar = scalars[place]
      switch scalar {
      case "[", "{": depth += 1
      case "]", "}": depth -= 1
      case "\"", "'": if canQuote { place = endOfQuote(from: place) - 1 }
      default: break
      }
      if scalar != " " { canQuote = ",:[{".unicodeScalars.contains(scalar) }
      place += 1
    } while depth > 0 && place < scalars.count
    return place
  }

  /// Returns the index just after a quoted text: a backslash escapes the next character in double
  /// quotes, and two single quotes stand for one in single quotes.
  private func endOfQuote(from start: Int) -> Int {
    let quote = scalars[start]
    var place = start + 1
    while place < scalars.count {
      let isDoubled = quote == "'" && scalars[place...].starts(with: "''".unicodeScalars)
      if isDoubled || quote == "\"" && scalars[place] == "\\" {
        place += 2
      } else if scalars[place] == quote {
        return place + 1
      } else {
        place += 1
      }
    }
    return scalars.count
  }
}

extension WindowRule {
  fileprivate func isAbout(_ id: String) -> Bool {
    title == nil && role == nil && output == nil && (appID?.matches(id) ?? true)
  }

  fileprivate var lines: [String] {
    let members = (map.object ?? []).map { member in
      let mask = member.name == "supported" ? policy.answers.supported : nil
      return "\(member.name): \(mask?.configured ?? member.value.flow)"
    }
    return members.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
  }
}

extension Node {
  /// Returns whether this tree equals `old` with `value` at `path`; places in the file are ignored.
  fileprivate func isEqual(to old: Node?, with value: Node, at path: ArraySlice<String>) -> Bool {
    guard let name = path.first else { return isSame(as: value) }
    guard let pairs = try? pairs() else { return false }
    let others = (try? old?.pairs()) ?? []
    let names = Set(others.map(\.name)).union([name])
    guard pairs.count == names.count else { return false }
    return pairs.allSatisfy { pair in
      let before = others.first { $0.name == pair.name }?.value
      if pair.name == name {
        return pair.value.isEqual(to: before, with: value, at: path.dropFirst())
      }
      return before.map { pair.value.isSame(as: $0) } ?? false
    }
  }

  private func isSame(as other: Node) -> Bool {
    switch (content, other.content) {
    case (.scalar(let own, let isPlain), .scalar(let their, let wasPlain)):
      own == their && isPlain == wasPlain
    case (.sequence(let own), .sequence(let their)):
      own.count == their.count && zip(own, their).allSatisfy { $0.isSame(as: $1) }
    case (.mapping(let own), .mapping(let their)):
      own.count == their.count
        && zip(own, their).allSatisfy { $0.name == $1.name && $0.value.isSame(as: $1.value) }
    default: false
    }
  }

  func pair(_ name: String) -> Pair? { (try? pairs())?.first { $0.name == name } }

  /// The last line, counted from 1, on which a value inside the node begins.
  fileprivate var lastLine: Int {
    let values = (try? sequence()) ?? (try? pairs())?.map(\.value) ?? []
    return values.map(\.lastLine).reduce(mark.line, max)
  }
}
