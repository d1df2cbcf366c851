// SPDX-License-Identifier: Apache-2.0
import Control
import Formats
import Glibc
import Tablet

// `swivel tablet` starts this program with its options as one JSON argument.
func say(_ text: String) {
  let line = Array("swivel tablet: \(text)\n".utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
}

Program.run("swivel tablet") {
  guard CommandLine.arguments.count == 2,
    let json = try? JSONValue.parse(Array(CommandLine.arguments[1].utf8), file: "argument")
  else {
    say("this program is started by `swivel tablet`, which has the options and the help")
    return 2
  }
  do {
    try TabletRun(TabletOptions(json)).run()
    return 0
  } catch {
    say("\(error)")
    return 1
  }
}
