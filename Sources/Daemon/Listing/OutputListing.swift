// SPDX-License-Identifier: Apache-2.0
import Desktop
import Formats
import Orientation

/// One output as a row and as JSON.
struct OutputListing {
  private let output: DesktopOutput
  /// What turns it; nil if nothing can.
  private let applier: String?

  init(_ output: DesktopOutput, applier: String?) {
    self.output = output
    self.applier = output.canTurn ? applier : nil
  }

  static func table(_ outputs: [DesktopOutput], applier: String?) -> TextColumns {
    var table = TextColumns(
      titles: ["OUTPUT", "TRANSFORM", "MODE", "SCALE", "POSITION", "SIZE", "TURNS", "DESCRIPTION"])
    table.rows = outputs.map { OutputListing($0, applier: applier).row }
    return table
  }

  var row: [String] {
    let position = "\(output.logicalPosition.x),\(output.logicalPosition.y)"
    return [
      PlainText.name(output.name), output.enabled ? output.transform.wireName : "off", mode,
      "\(output.scale)", position, Self.words(output.logicalSize), turns,
      output.description.isEmpty ? "" : Quoting.quoted(output.description),
    ]
  }

  var json: JSONValue {
    [
      "name": .string(output.name), "description": .string(output.description),
      "make": .string(output.make), "model": .string(output.model),
      "enabled": .bool(output.enabled), "transform": .string(output.transform.wireName),
      "scale": .double(output.scale),
      "mode": [
        "size": Self.pair(output.modeSize.width, output.modeSize.height),
        "refresh": .int(Int64(output.modeRefresh)),
      ],
      "position": Self.pair(output.logicalPosition.x, output.logicalPosition.y),
      "size": Self.pair(output.logicalSize.width, output.logicalSize.height),
      "panel": .string(output.nativePanel.rawValue), "built-in": .bool(output.isInternal),
      "headless": .bool(output.isHeadless), "can-turn": .bool(applier != nil),
      "applier": applier.map { .string($0) } ?? .null,
    ]
  }

  private var turns: String {
    guard applier != nil else { return "no" }
    return output.isBuiltIn ? "yes" : "if named"
  }

  private var mode: String {
    guard output.modeSize.width > 0 else { return "?" }
    let tenths = (Int(output.modeRefresh) + 50) / 100
    return Self.words(output.modeSize) + (tenths > 0 ? "@\(tenths / 10).\(tenths % 10)" : "")
  }

  private static func words(_ size: Size) -> String { "\(size.width)x\(size.height)" }

  private static func pair(_ first: Int32, _ second: Int32) -> JSONValue {
    [.int(Int64(first)), .int(Int64(second))]
  }
}
