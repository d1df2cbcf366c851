// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation

/// When programs are run.
public enum HookMoment: String, CaseIterable, Sendable {
  /// Before an output is turned.
  case before
  /// Once the display server has confirmed a turn.
  case after
  /// A switch says whether the device is folded to a tablet, or none does any more.
  case tabletMode = "tablet-mode"
  /// The user has locked rotation, or freed it.
  case lock
  /// The device is folded otherwise.
  case posture
  /// An output has come or gone.
  case output
}

/// Programs that are run around a turn, and when something else changes.
public struct HookChoice: Equatable, Sendable {
  /// Programs with their arguments, by when they are run.
  public var programs: [HookMoment: [[String]]]
  /// For how long a turn waits for those before it.
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
    programs: [HookMoment: [[String]]] = [:], wait: Duration = .milliseconds(200),
    timeout: Duration = .seconds(10)
  ) {
    self.programs = programs
    self.wait = wait
    self.timeout = timeout
  }

  /// The programs of a moment; none where nothing is said.
  public subscript(moment: HookMoment) -> [[String]] { programs[moment] ?? [] }

  /// Reads the moments, `wait` and `timeout`.
  init(_ node: Node) throws(InputError) {
    self.init()
    var map = try node.map()
    for moment in HookMoment.allCases {
      if let node = map.take(moment.rawValue) { programs[moment] = try Self.programs(node) }
    }
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

  var json: JSONValue {
    let lists = HookMoment.allCases.compactMap { moment in
      programs[moment].map { list in
        JSONValue.Member(moment.rawValue, .array(list.map { .array($0.map { .string($0) }) }))
      }
    }
    return .object(
      lists + [
        .init("wait", .int(wait.milliseconds)), .init("timeout", .int(timeout.milliseconds)),
      ])
  }
}
