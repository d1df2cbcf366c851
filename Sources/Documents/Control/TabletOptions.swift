// SPDX-License-Identifier: Apache-2.0
public import Formats

/// The options of `swivel tablet`, which the command line passes to the tablet's program.
public struct TabletOptions: Equatable, Sendable {
  /// The valid lengths of a device's sides, in logical pixels.
  public static let sides = 64...4096
  /// The valid colour themes of the window.
  public static let themes = ["light", "dark"]
  /// The valid factors by which animations are slower.
  public static let slownesses = 1...100

  /// The path of the scenario whose windows are opened as real windows; nil for no scenario.
  public var scenario: String?
  /// The rule set; nil for that of the scenario or, without one, `uikit-8`.
  public var rules: String?
  /// The name of the judge.
  public var judge = "swivel"
  /// A sensor that also turns the simulated device, such as `replay:FILE` or `auto`; nil for no
  /// sensor.
  public var sensor: String?
  /// The device's width and height in logical pixels; nil for the size in the scenario or, without
  /// one, 480x640.
  public var size: [Int]?
  /// The factor by which animations are slower.
  public var slowness = 1
  /// Whether rotations are animated.
  public var isAnimated = true
  /// The colour theme, `light` or `dark`; nil for the desktop's preference.
  public var theme: String?
  /// The path of the session's recording; nil if the session is not recorded.
  public var recording: String?
  /// The path for saved scenarios; nil for the user's data folder.
  public var saving: String?
  /// The name of the Wayland socket; nil for the first free one.
  public var socket: String?
  /// The program to run on the tablet, with its arguments; empty for no program.
  public var program: [String] = []

  /// Creates the default options.
  public init() {}

  /// The options as an argument for the tablet's program.
  public var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    return [
      "scenario": text(scenario), "rules": text(rules), "judge": .string(judge),
      "sensor": text(sensor),
      "size": size.map { .array($0.map { .int(Int64($0)) }) } ?? .null,
      "slowness": .int(Int64(slowness)), "animated": .bool(isAnimated),
      "theme": text(theme), "recording": text(recording), "saving": text(saving),
      "socket": text(socket),
      "program": .array(program.map { .string($0) }),
    ]
  }

  /// Creates options from `json`; missing members and numbers out of range get their defaults.
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
    theme = json["theme"]?.string
    recording = json["recording"]?.string
    saving = json["saving"]?.string
    socket = json["socket"]?.string
    program = json["program"]?.array?.compactMap(\.string) ?? []
  }
}
