// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// The result of a complete run of Spin.
struct SpinRun {
  /// The number of stored states.
  let states: Int
  /// The number of violations; Spin stops at the first.
  let errors: Int

  /// Generates, compiles and runs the verifier; a missing program is a failure.
  init(_ model: String, options: [String] = []) throws {
    let folder = ScratchFolder()
    try folder.write(model, to: "stack.pml")
    func run(_ command: [String]) throws -> String {
      try Tool.run(command, in: folder.path, withErrors: true)
    }
    _ = try run(["spin"] + options + ["-a", "stack.pml"])
    // Without its reductions Spin counts every state.
    _ = try run(["tcc", "-w", "-DNOREDUCE", "-DSAFETY", "-o", "pan", "pan.c"])
    let text = try run(["./pan", "-m1000000", "-w18"])
    #expect(!text.contains("search depth too small"))
    states = try #require(Self.number(before: " states, stored", in: text), "\(text)")
    errors = try #require(Self.number(after: "errors: ", in: text), "\(text)")
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
