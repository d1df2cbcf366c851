// SPDX-License-Identifier: Apache-2.0
import Formats

Program.run("swivel-scene") {
  if CommandLine.arguments.dropFirst() == ["--help"] {
    print("plays a scenario with real windows\n\(SceneOptions.usage)")
    return 0
  }
  return SceneProgram.run(CommandLine.arguments.dropFirst())
}
