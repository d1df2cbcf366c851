// SPDX-License-Identifier: Apache-2.0
import Experiments
import Formats
import Glibc
import ModelChecker
import Promela
import Scenarios

// Writes the windows of a scenario as a model for Spin: FILE MODEL [--rules NAME] [--whole].
//
// The exit code is 3 for a scenario that no model holds, and 2 for anything else that is wrong.

/// Ends the program with words on standard output.
func end(_ code: Int32, _ words: Any) -> Never {
  print("swivel-bench-check: \(words)")
  exit(code)
}

var words = Array(CommandLine.arguments.dropFirst())
let isWhole = words.contains("--whole")
words.removeAll { $0 == "--whole" }
var rules: String?
if let place = words.firstIndex(of: "--rules"), place + 1 < words.count {
  rules = words[place + 1]
  words.removeSubrange(place...(place + 1))
}
guard words.count == 2 else { end(2, "FILE MODEL [--rules NAME] [--whole]") }
do {
  let stack = CheckStack(try Scenario.load(path: words[0], rules: rules))
  try OutputFile.write(PromelaModel.text(of: stack, tracksKeyWindow: isWhole), to: words[1])
} catch let refusal as PromelaRefusal {
  end(3, refusal)
} catch let limit as CheckLimit {
  end(3, limit)
} catch {
  end(2, error)
}
