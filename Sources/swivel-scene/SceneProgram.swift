// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc
import Scenarios

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
    _ = write(STDERR_FILENO, line, line.count)
  }
}
