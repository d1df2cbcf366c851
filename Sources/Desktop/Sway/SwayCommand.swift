// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation

/// Commands in sway's own language.
enum SwayCommand {
  /// Switches outputs on where they are, with their transforms and positions.
  ///
  /// `enable`, because sway 1.7 keeps an output of its own as "off" once a client has said so, and
  /// then turns it no more while it reports success. Nil if a name cannot be written in a command.
  static func layout(_ change: OutputChange) -> String? {
    var commands: [String] = []
    for place in change.layout {
      guard let name = quoted(place.output) else { return nil }
      let word = place.transform.withDirectionReversed.wireName
      commands.append(
        "output \(name) enable transform \(word) position \(place.position.x) \(place.position.y)")
    }
    return commands.joined(separator: "; ")
  }

  /// A command for an input device; nil if its identifier cannot be written in one.
  static func input(_ identifier: String, _ what: String) -> String? {
    quoted(identifier).map { "input \($0) \(what)" }
  }

  /// A name as one word of a command; nil if it has what sway would take for something else.
  static func quoted(_ name: String) -> String? {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.value >= 32 && $0.value != 127 && !"\"\\;,[]$".unicodeScalars.contains($0)
    }
    return isPlain && !name.isEmpty ? "\"\(name)\"" : nil
  }

  /// The words of the first command that failed; nil if all were carried out.
  static func failure(in reply: JSONValue) -> String? {
    guard let results = reply.array, !results.isEmpty else { return "an answer without a result" }
    for result in results where result["success"]?.bool != true {
      return result["error"]?.string ?? "no reason given"
    }
    return nil
  }
}
