// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
import Orientation
import Text

/// Checks which outputs are managed, and lists other programs' names for their transforms.
enum OutputCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    let outputs = facts.compositor.outputs
    guard facts.compositor.failure == nil else { return [] }
    var result = [turning(facts)]
    result += outputs.map(words)
    if facts.sway != .notRunning {
      result.append(
        Finding(
          "transform-sway", .note, "sway counts clockwise, the wire and wlr-randr do not",
          at: "swaymsg output … transform, and transform in sway's configuration",
          meaning: "sway's 90 is 270 for wlr-randr, kanshi and swivel, and the other way round",
          remedy: ["when a screen lies on the wrong side, exchange 90 and 270 in sway's words"]))
    }
    return result
  }

  private static func turning(_ facts: Facts) -> Finding {
    let configuration = facts.configuration.configuration
    let names = facts.compositor.outputs.filter { output in
      output.enabled
        && configuration.manages(
          output: output.name, isBuiltIn: output.isInternal || output.isHeadless)
    }.map { UntrustedText($0.name).name(columns: 80) }
    guard names.isEmpty else {
      return Finding(
        "output-turns", .ok, "with the device turn: \(names.joined(separator: ", "))",
        meaning: "others turn if --output or the configuration names them")
    }
    let all = facts.compositor.outputs.map { UntrustedText($0.name).name(columns: 80) }
    return Finding(
      "output-none", .problem, "no output turns with the device",
      meaning: all.isEmpty
        ? "the session has no outputs"
        : "there are \(all.joined(separator: ", ")); only built-in panels turn by themselves",
      remedy: all.isEmpty ? [] : ["swivel run --output NAME, or output: [NAME] in config.yaml"])
  }

  private static func words(_ output: DesktopOutput) -> Finding {
    let vocabularies: [(String, TransformVocabulary)] = [
      ("wayland, wlr-randr", .wayland), ("sway", .sway), ("kscreen-doctor", .kscreen),
      ("xrandr", .xrandr),
    ]
    let table = vocabularies.map { name, vocabulary in
      "\(name): \(output.transform.name(in: vocabulary) ?? "no word")"
    }
    return Finding(
      "transform-words", .ok, table.joined(separator: "; "),
      at: UntrustedText(output.name).name(columns: 80),
      meaning: PanelEdge(transform: output.transform).map {
        "right when the panel's \($0) edge is up"
      }
        ?? "a mirrored picture: no way of holding the device makes it right")
  }
}
