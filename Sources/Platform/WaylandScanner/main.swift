// SPDX-License-Identifier: Apache-2.0
import Glibc

exit(ScannerCommand.run(Array(CommandLine.arguments.dropFirst())))
