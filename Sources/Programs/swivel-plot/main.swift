// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc
import Recording
import Sensing

// `swivel judge --plot` runs this with: picture, names of judges with commas or --hinge, recordings.
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
      draws recordings of an accelerometer and what judges made of them, or recordings of a laptop's
      two halves and the angle and posture of its hinge
      usage: swivel-plot PICTURE JUDGE,... FILE...
             swivel-plot PICTURE --hinge FILE...
      `swivel judge --plot PICTURE` runs it; PICTURE ends in .svg or .png
      """)
    return 0
  }
  guard arguments.count >= 3 else {
    return complain("swivel-plot PICTURE JUDGE,...|--hinge FILE...")
  }
  do {
    let picture: Picture
    let files = arguments.dropFirst(2)
    if arguments[1] == "--hinge" {
      picture = Picture(
        try files.map { path throws(InputError) in try HingeTrace.load(path: path) })
    } else {
      let recordings = try files.map { path throws(InputError) in try Recording.load(path: path) }
      let judges = arguments[1].split(separator: ",").map(String.init)
      picture = Picture(JudgeComparison(judges: judges, recordings: recordings))
    }
    if let problem = picture.write(to: arguments[0]) { return complain(problem) }
    return 0
  } catch {
    return complain("\(error)")
  }
}
