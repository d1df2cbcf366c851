// SPDX-License-Identifier: Apache-2.0
import Glibc

// A program of its own: the compositor itself must not load a drawing library.
exit(SceneProgram.run(CommandLine.arguments.dropFirst()))
