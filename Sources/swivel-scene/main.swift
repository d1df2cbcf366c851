// SPDX-License-Identifier: Apache-2.0
import Glibc

// A program of its own: the compositor itself must not load a drawing library.
if CommandLine.arguments.dropFirst() == ["--help"] {
  print("plays a scenario with real windows\n\(SceneOptions.usage)")
  exit(0)
}
exit(SceneProgram.run(CommandLine.arguments.dropFirst()))
