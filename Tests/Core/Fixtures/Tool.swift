// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Programs of this system that a test runs to their end.
package enum Tool {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Runs a program with its arguments and returns its output.
  ///
  /// - Parameters:
  ///   - command: The program, found along `PATH`, and its arguments.
  ///   - folder: The program's working directory; nil for the test's own.
  ///   - withErrors: Whether the standard error is part of the text.
  /// - Throws: `Failure` if it fails or is missing; a missing program is never a skip.
  @discardableResult
  package static func run(
    _ command: [String], in folder: String? = nil, withErrors: Bool = false
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    let output = Pipe()
    process.standardOutput = output
    if withErrors { process.standardError = output }
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(command.joined(separator: " ")): \(text)")
    }
    return text
  }
}
