// SPDX-License-Identifier: Apache-2.0
import Foundation
import XML

/// The command line of the scanner: `client|server INPUT.xml OUTPUT.swift [MARKER]`, or `check
/// MARKER-DIRECTORY PROTOCOL-DIRECTORY STAMP`.
enum ScannerCommand {
  static func run(_ arguments: [String]) -> Int32 {
    do {
      if (3...4).contains(arguments.count), let side = GenerationSide(rawValue: arguments[0]) {
        let marker = arguments.count == 4 ? arguments[3] : nil
        try generate(side, from: arguments[1], to: arguments[2], marker: marker)
        return 0
      }
      if arguments.count == 4, arguments[0] == "check" {
        return try check(markers: arguments[1], protocols: arguments[2], stamp: arguments[3])
      }
    } catch {
      complain("\(error)")
      return 1
    }
    complain(
      "usage: WaylandScanner client|server INPUT.xml OUTPUT.swift [MARKER]\n"
        + "       WaylandScanner check MARKER-DIRECTORY PROTOCOL-DIRECTORY STAMP")
    return 2
  }

  private static func generate(
    _ side: GenerationSide, from input: String, to output: String, marker: String?
  ) throws {
    guard let data = FileManager.default.contents(atPath: input) else {
      throw ProtocolXMLError(
        file: input, position: SourcePosition(line: 1, column: 1), reason: "cannot read the file")
    }
    // The marker contains the known interfaces and versions; `check` reports a malformed one.
    let text = try marker.map { try String(contentsOfFile: $0, encoding: .utf8) }
    let versions = text.flatMap(ProtocolMarker.init)?.versions ?? [:]
    let description = try ProtocolParser.parse(data, file: input).limited(to: versions, file: input)
    try write(SwiftGenerator.generate(description, side: side), to: output)
  }

  private static func check(markers: String, protocols: String, stamp: String) throws -> Int32 {
    let files = FileManager.default
    let names = try files.contentsOfDirectory(atPath: markers).filter { $0.hasSuffix(".protocol") }
    let texts = try names.map { name in
      (name: name, text: try String(contentsOfFile: markers + "/" + name, encoding: .utf8))
    }
    let sources = try files.contentsOfDirectory(atPath: protocols).filter { $0.hasSuffix(".xml") }
    let complaints = MarkerCheck.complaints(markers: texts, protocolFiles: sources)
    for complaint in complaints { complain("\(markers): error: \(complaint)") }
    guard complaints.isEmpty else { return 1 }
    try write("// Markers and protocol files agree.\n", to: stamp)
    return 0
  }

  /// Writes a file unless it already has this content, so that unchanged files cause no rebuild.
  private static func write(_ text: String, to path: String) throws {
    let data = Data(text.utf8)
    guard FileManager.default.contents(atPath: path) != data else { return }
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
