// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc
import Recording
import Sensing

// `swivel judge --plot` runs this with: picture, names of judges with commas, recordings.
// A program of its own, so that the daemon does not load a drawing library.

func complain(_ text: String) -> Int32 {
  let line = Array("swivel: \(text)\n".utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
  return 1
}

Program.run("swivel") {
  let arguments = Array(CommandLine.arguments.dropFirst())
  if arguments == ["--help"] {
    print(
      """
      draws recordings of an accelerometer and what judges made of them
      usage: swivel-plot PICTURE JUDGE,... FILE...
      `swivel judge --plot PICTURE` runs it; PICTURE ends in .svg or .png
      """)
    return 0
  }
  guard arguments.count >= 3 else { return complain("swivel-plot PICTURE JUDGE,... FILE...") }
  do {
    let recordings = try arguments.dropFirst(2).map { path throws(InputError) in
      try Recording.load(path: path)
    }
    let judges = arguments[1].split(separator: ",").map(String.init)
    let comparison = JudgeComparison(judges: judges, recordings: recordings)
    if let problem = Picture(comparison).write(to: arguments[0]) {
      return complain(problem)
    }
    return 0
  } catch {
    return complain("\(error)")
  }
}
