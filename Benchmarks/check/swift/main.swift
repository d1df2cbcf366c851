// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Experiments
import Formats
import Glibc
import ModelChecker
import Promela
import Scenarios

// Writes the windows of a scenario as a model for Spin: FILE MODEL [--rules NAME] [--whole]; or checks
// desktops with their windows on two outputs in turns: --two-outputs FILE...
//
// The exit code is 3 for a scenario that no model holds, and 2 for anything else that is wrong.

/// Ends the program with words on standard output.
func end(_ code: Int32, _ words: Any) -> Never {
  print("swivel-bench-check: \(words)")
  exit(code)
}

/// Returns the time that the processor has spent on this program, in microseconds.
func processorTime() -> Int {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
}

/// Checks a desktop with a second output, on which every other window is; prints the microseconds, and
/// whether every property is decided.
func checkOnTwoOutputs(_ path: String) throws {
  let start = processorTime()
  var stack = CheckStack(try Scenario.load(path: path, rules: nil))
  stack.scene.outputs = [
    Output(id: OutputID(0), name: "eDP-1"), Output(id: OutputID(1), name: "DSI-1"),
  ]
  for index in stack.windows.indices {
    let output = OutputID(Int32(index % 2))
    stack.windows[index].window.shell.output = output
    if let place = stack.scene.index(of: stack.windows[index].window.id) {
      stack.scene.windows[place].shell.output = output
    }
  }
  let report = try Check.run(stack)
  let isDecided = report.limit == nil
  print(processorTime() - start, isDecided ? "decided" : "open")
}

var words = Array(CommandLine.arguments.dropFirst())
let isWhole = words.contains("--whole")
words.removeAll { $0 == "--whole" }
if words.first == "--two-outputs" {
  do {
    for path in words.dropFirst() { try checkOnTwoOutputs(path) }
    exit(0)
  } catch {
    end(2, error)
  }
}
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
