// SPDX-License-Identifier: Apache-2.0
public import Formats

/// What `swivel tablet` was told: what the command line knows and the tablet's program does.
public struct TabletOptions: Equatable, Sendable {
  /// The sides of a device that are allowed, in logical pixels.
  public static let sides = 64...4096
  /// How many times slower than usual turns may be shown.
  public static let slownesses = 1...100

  /// A scenario whose windows become real ones; nil without.
  public var scenario: String?
  /// The rule set that decides; nil for the scenario's, or `uikit-8`.
  public var rules: String?
  /// Who makes orientations of gravity.
  public var judge = "swivel"
  /// What moves the device besides hands, such as `replay:FILE` or `auto`; nil for nothing.
  public var sensor: String?
  /// The device's width and height in logical pixels; nil for the scenario's, or 480x640.
  public var size: [Int]?
  /// How many times slower than usual turns are shown.
  public var slowness = 1
  /// Whether turns are animated at all.
  public var isAnimated = true
  /// Where what happens is recorded; nil for nowhere.
  public var recording: String?
  /// Where what was done is saved as a scenario; nil for the user's data folder.
  public var saving: String?
  /// The name of the socket; nil for the first free one.
  public var socket: String?
  /// A program to be run on the tablet, with its arguments.
  public var program: [String] = []

  /// The usual.
  public init() {}

  /// The options as one argument of a program.
  public var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    return [
      "scenario": text(scenario), "rules": text(rules), "judge": .string(judge),
      "sensor": text(sensor),
      "size": size.map { .array($0.map { .int(Int64($0)) }) } ?? .null,
      "slowness": .int(Int64(slowness)), "animated": .bool(isAnimated),
      "recording": text(recording), "saving": text(saving), "socket": text(socket),
      "program": .array(program.map { .string($0) }),
    ]
  }

  /// Reads what `json` wrote; members that are missing or out of range stay the usual ones.
  public init(_ json: JSONValue) {
    func number(_ value: JSONValue?, _ range: ClosedRange<Int>) -> Int? {
      value?.int.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    scenario = json["scenario"]?.string
    rules = json["rules"]?.string
    judge = json["judge"]?.string ?? judge
    sensor = json["sensor"]?.string
    let sides = json["size"]?.array?.compactMap { number($0, Self.sides) }
    size = sides?.count == 2 ? sides : nil
    slowness = number(json["slowness"], Self.slownesses) ?? slowness
    isAnimated = json["animated"]?.bool ?? isAnimated
    recording = json["recording"]?.string
    saving = json["saving"]?.string
    socket = json["socket"]?.string
    program = json["program"]?.array?.compactMap(\.string) ?? []
  }
}
