// SPDX-License-Identifier: Apache-2.0
import Formats
import Scenarios

// A scenario's windows as those of one Wayland client, for `swivel compositor --scene`,
// `swivel tablet` and tests.
//
// `Play` plays the events and compares the compositor's orientations with the simulator's. `Stage`
// is the connection, a `StageWindow` one window, which answers as the scenario says;
// `WindowPicture` draws. The program is separate because of the drawing libraries. Begin with
// `Play.run`.

/// The entry point of `swivel-scene`, which `swivel compositor --scene` and `swivel tablet` start.
enum SceneProgram {
  /// Runs the program; returns the exit code: 0 if all orientations agree with the simulator's, 2
  /// for wrong options or a scenario that cannot be loaded, 1 after any other difference or error.
  static func run(_ arguments: some Sequence<String>) -> Int32 {
    let options: SceneOptions
    do throws(SceneFailure) { options = try SceneOptions(arguments) } catch {
      Program.complain("\(error)", in: "swivel-scene")
      return 2
    }
    do {
      guard let file = options.file else {
        try CardWindow(display: options.display).stay()
        return 0
      }
      let play = try Play(try Scenario.load(path: file, rules: options.rules), options: options)
      let isAsForetold = try play.run()
      if options.stays { try play.stay() }
      return isAsForetold ? 0 : 1
    } catch let error as InputError {
      Program.complain("\(error)", in: "swivel-scene")
      return 2
    } catch {
      Program.complain("\(error)", in: "swivel-scene")
      return 1
    }
  }
}

struct SceneOptions {
  /// The scenario's file; nil for one window with the test card.
  var file: String?
  /// The display's name or path; nil for the environment's display.
  var display: String?
  /// The folder for screenshots after each step; nil for none.
  var pictures: String?
  /// The delay before each step, in milliseconds.
  var pace = 0
  var isStepped = false
  /// The rule set that replaces the file's; nil for the file's.
  var rules: String?
  var stays = false

  static let usage = """
    usage: swivel-scene [--display NAME] [--pictures DIR] [--pace MS | --stepped]
                        [--rules NAME] [--stay] SCENARIO.yaml
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
      case "--stepped": isStepped = true
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
