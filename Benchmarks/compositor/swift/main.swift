// SPDX-License-Identifier: Apache-2.0
import Glibc

// Returned from, so that nothing is left to `exit` before it is destroyed.
let status = CompositorBench.run(Array(CommandLine.arguments.dropFirst()))
exit(status)
