// SPDX-License-Identifier: Apache-2.0
import Formats

/// Programs that are run around a turn.
public struct HookChoice: Equatable, Sendable {
  /// Programs with their arguments, run before an output is turned.
  public var before: [[String]]
  /// Programs with their arguments, run once the display server has confirmed a turn.
  public var after: [[String]]
  /// For how long a turn waits for the first kind.
  public var wait: Duration
  /// After how long a program is ended.
  public var timeout: Duration

  /// The range of `wait` in milliseconds.
  ///
  /// The arbiter asks again for a turn that is not confirmed within a second.
  public static let waits = 0...800
  /// The range of `timeout` in milliseconds.
  public static let timeouts = 100...600_000

  /// No programs unless told otherwise.
  public init(
    before: [[String]] = [], after: [[String]] = [], wait: Duration = .milliseconds(200),
    timeout: Duration = .seconds(10)
  ) {
    self.before = before
    self.after = after
    self.wait = wait
    self.timeout = timeout
  }

  /// Reads `before`, `after`, `wait` and `timeout`.
  init(_ node: Node) throws(InputError) {
    self.init()
    var map = try node.map()
    if let node = map.take("before") { before = try Self.programs(node) }
    if let node = map.take("after") { after = try Self.programs(node) }
    if let node = map.take("wait") { wait = .milliseconds(try node.int(in: Self.waits)) }
    if let node = map.take("timeout") {
      timeout = .milliseconds(try node.int(in: Self.timeouts))
    }
    try map.finish()
  }

  // A list of words is one program; a list of such lists several.
  private static func programs(_ node: Node) throws(InputError) -> [[String]] {
    let items = try node.sequence()
    guard let first = items.first else { throw node.error("an empty list", valid: ["a program"]) }
    if first.kind == .sequence {
      return try node.sequence { item throws(InputError) in try program(item) }
    }
    return [try program(node)]
  }

  private static func program(_ node: Node) throws(InputError) -> [String] {
    guard node.kind == .sequence else {
      throw node.error(node.found, valid: ["a list of the program and its arguments"])
    }
    let words = try node.strings()
    guard let name = words.first, !name.isEmpty else {
      throw node.error("no program", valid: ["a list of the program and its arguments"])
    }
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw node.error("a character of number 0 in an argument")
    }
    return words
  }
}
