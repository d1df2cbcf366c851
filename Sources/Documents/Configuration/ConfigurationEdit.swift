// SPDX-License-Identifier: Apache-2.0
public import Formats
public import Sensing

/// A change of a configuration file that leaves every other line, comments included, as it is.
public struct ConfigurationEdit: Equatable, Sendable {
  /// The file's text afterwards.
  public let text: String
  /// The lines that go, each after `- `, and those that come, each after `+ `.
  public let difference: [String]

  /// Sets the matrix of `sensor` in a file's text; `file` is the name that errors carry.
  ///
  /// Throws for a text that is no configuration, and with the lines to write by hand where it says the
  /// matrix in a way that is not changed in place.
  public init(
    setting matrix: MountMatrix, in bytes: [UInt8], file: String
  ) throws(InputError) {
    var wanted = try Configuration.parse(bytes, file: file)
    wanted.sensor.display.correction = matrix
    let old = String(decoding: bytes, as: UTF8.self)
    var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let before = lines
    Self.set("matrix: \(matrix.list)", try? Document.parse(bytes, file: file).root, in: &lines)
    text = lines.map { "\($0)\n" }.joined()
    guard (try? Configuration.parse(text, file: file)) == wanted else {
      throw Mark(file: file, line: 1, column: 1).error(
        "a sensor whose matrix cannot be changed in place",
        valid: ["in sensor, by hand: matrix: \(matrix.list)"])
    }
    difference = Self.difference(before, lines)
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

  /// Where a word or a list on one line ends.
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
  fileprivate func pair(_ name: String) -> Pair? {
    (try? pairs())?.first { $0.name == name }
  }
}
