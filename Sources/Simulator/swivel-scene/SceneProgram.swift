// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc
import Scenarios

// A scenario's windows as real Wayland clients, for `swivel compositor --scene` and for tests.
//
// `Play` goes through the events and compares what the compositor did with what the simulator
// foretold. `Stage` is the connection with its windows, `StageWindow` one of them, which answers
// as the scenario says; `WindowPicture` draws. It is a program of its own because of the drawing
// libraries. Begin with `Play.run`.

/// `swivel compositor --scene` runs this program with a scenario.
enum SceneProgram {
  /// Returns the exit code: 0 if all went as the simulator says, 1 if not, 2 for bad input.
  static func run(_ arguments: some Sequence<String>) -> Int32 {
    do {
      let options = try SceneOptions(arguments)
      guard let file = options.file else {
        try CardWindow(display: options.display).stay()
        return 0
      }
      let play = try Play(try Scenario.load(path: file, rules: options.rules), options: options)
      let isAsForetold = try play.run()
      if options.stays { try play.stay() }
      return isAsForetold ? 0 : 1
    } catch let error as InputError {
      complain("\(error)")
      return 2
    } catch {
      complain("\(error)")
      return 1
    }
  }

  private static func complain(_ text: String) {
    let line = Array("swivel-scene: \(text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }
}

/// What `swivel-scene` was told.
struct SceneOptions {
  /// The scenario's file, or nil for one window that shows the asymmetric card.
  var file: String?
  /// The display's name or path; nil for that of the environment.
  var display: String?
  /// The folder for a picture of the screen after each step.
  var pictures: String?
  /// Milliseconds to wait before each step.
  var pace = 0
  /// A rule set instead of the file's own.
  var rules: String?
  /// Whether the windows stay after the last step.
  var stays = false

  static let usage = """
    usage: swivel-scene [--display NAME] [--pictures DIR] [--pace MS] [--rules NAME]
                        [--stay] SCENARIO.yaml
           swivel-scene [--display NAME] --card
    """

  init(_ arguments: some Sequence<String>) throws(SceneFailure) {
    var words = Array(arguments)[...]
    var isCard = false
    func value(after option: String) throws(SceneFailure) -> String {
      guard let value = words.popFirst() else { throw SceneFailure("\(option) needs a value") }
      return value
    }
    while let word = words.popFirst() {
      switch word {
      case "--display": display = try value(after: word)
      case "--pictures": pictures = try value(after: word)
      case "--rules": rules = try value(after: word)
      case "--pace":
        let text = try value(after: word)
        guard let number = Int(text), (0...3_600_000).contains(number) else {
          throw SceneFailure("--pace takes 0 to 3600000 milliseconds, not '\(text)'")
        }
        pace = number
      case "--stay": stays = true
      case "--card": isCard = true
      default:
        guard !word.hasPrefix("-"), file == nil else {
          throw SceneFailure("'\(word)' is not expected here\n\(Self.usage)")
        }
        file = word
      }
    }
    guard (file != nil) != isCard else { throw SceneFailure(Self.usage) }
  }
}
