// SPDX-License-Identifier: Apache-2.0
import Formats

// This is a separate program, since the compositor must not load a drawing library.
Program.run("swivel-scene") {
  if CommandLine.arguments.dropFirst() == ["--help"] {
    print("plays a scenario with real windows\n\(SceneOptions.usage)")
    return 0
  }
  return SceneProgram.run(CommandLine.arguments.dropFirst())
}
