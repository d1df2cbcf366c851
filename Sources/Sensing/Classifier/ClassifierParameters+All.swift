// SPDX-License-Identifier: Apache-2.0

extension ClassifierParameters {
  /// Every threshold with its name, unit, range and meaning.
  public static let all: [JudgeParameter] = [
    .init(
      name: "magnitude-low", unit: .milligravity, range: 100...1000,
      summary: "Shorter readings are no gravity.", value: \.magnitudeLow),
    .init(
      name: "magnitude-high", unit: .milligravity, range: 1000...4000,
      summary: "Longer readings are no gravity.", value: \.magnitudeHigh),
    .init(
      name: "low-pass", unit: .milliseconds, range: 0...1000,
      summary: "The time constant of the smoothing.", value: \.lowPass),
    .init(
      name: "gap", unit: .tenthsOfDegree, range: 0...400,
      summary: "How far past the diagonal an orientation is left.", value: \.gap),
    .init(
      name: "settle", unit: .milliseconds, range: 0...5000,
      summary: "For how long readings must agree before a turn.", value: \.settle),
    .init(
      name: "settle-from-rest", unit: .milliseconds, range: 0...5000,
      summary: "The same after a pause of the sensor; never more than settle.",
      value: \.settleFromRest),
    .init(
      name: "flat", unit: .tenthsOfDegree, range: 600...890,
      summary: "The tilt from which the screen is flat.", value: \.flat),
    .init(
      name: "upright", unit: .tenthsOfDegree, range: 300...890,
      summary: "The tilt up to which an edge can be up.", value: \.upright),
    .init(
      name: "flat-wait", unit: .milliseconds, range: 0...5000,
      summary: "For how long the screen must be flat before that is said.", value: \.flatWait),
    .init(
      name: "since-flat", unit: .milliseconds, range: 0...5000,
      summary: "The wait after the screen was flat.", value: \.sinceFlat),
    .init(
      name: "swing", unit: .tenthsOfDegree, range: 50...900,
      summary: "How much the tilt grows in a swing.", value: \.swing),
    .init(
      name: "swing-window", unit: .milliseconds, range: 50...1000,
      summary: "Within which time it grows so.", value: \.swingWindow),
    .init(
      name: "since-swing", unit: .milliseconds, range: 0...5000,
      summary: "The wait after a swing towards flat.", value: \.sinceSwing),
    .init(
      name: "rest-low", unit: .milligravity, range: 0...1000,
      summary: "Shorter readings are of a device that is being moved.", value: \.restLow),
    .init(
      name: "rest-high", unit: .milligravity, range: 1000...4000,
      summary: "Longer readings are of a device that is being moved.", value: \.restHigh),
    .init(
      name: "since-acceleration", unit: .milliseconds, range: 0...5000,
      summary: "The wait after the device was being moved.", value: \.sinceAcceleration),
    .init(
      name: "since-touch", unit: .milliseconds, range: 0...5000,
      summary: "The wait after the last touch.", value: \.sinceTouch),
    .init(
      name: "overhead", unit: .tenthsOfDegree, range: 200...900,
      summary: "The tilt face down from which the screen is overhead.", value: \.overhead),
    .init(
      name: "overhead-end", unit: .tenthsOfDegree, range: 0...900,
      summary: "The tilt face down at which it no longer is.", value: \.overheadEnd),
  ]

  /// Sets a threshold by its name in configuration files; false if there is none of that name.
  public mutating func set(_ name: String, to value: Int64) -> Bool {
    guard let parameter = Self.all.first(where: { $0.name == name }) else { return false }
    self[keyPath: parameter.value] = parameter.clamp(value)
    return true
  }
}
