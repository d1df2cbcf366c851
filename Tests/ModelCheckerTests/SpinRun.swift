// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A model that Spin went through to its end.
struct SpinRun {
  /// How many states it stored.
  let states: Int
  /// How many violations it met; it stops at the first.
  let errors: Int

  /// Generates, compiles and runs the verifier; a missing program is a failure.
  init(_ model: String, options: [String] = []) throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "swivel-spin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try model.write(
      to: directory.appending(path: "stack.pml"), atomically: false, encoding: .utf8)
    try Self.run(["spin"] + options + ["-a", "stack.pml"], in: directory)
    // Without its reductions it counts every state.
    try Self.run(
      ["tcc", "-w", "-DNOREDUCE", "-DSAFETY", "-o", "pan", "pan.c"], in: directory)
    let text = try Self.run(["./pan", "-m1000000", "-w18"], in: directory)
    #expect(!text.contains("search depth too small"))
    states = try #require(Self.number(before: " states, stored", in: text), "\(text)")
    errors = try #require(Self.number(after: "errors: ", in: text), "\(text)")
  }

  @discardableResult
  private static func run(_ command: [String], in directory: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = directory
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command): \(text)")
    return text
  }

  private static func number(before mark: String, in text: String) -> Int? {
    guard let end = text.range(of: mark)?.lowerBound else { return nil }
    let word = text[..<end].split(whereSeparator: \.isWhitespace).last
    return word.flatMap { Double($0) }.map { Int($0) }
  }

  private static func number(after mark: String, in text: String) -> Int? {
    guard let start = text.range(of: mark)?.upperBound else { return nil }
    return Int(text[start...].prefix(while: \.isNumber))
  }
}
