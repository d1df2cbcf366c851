// SPDX-License-Identifier: Apache-2.0

/// One thing that was looked at: what it was, what that means, and what to do.
///
/// All texts are made harmless: what devices, files and services say stands in them.
public struct Finding: Hashable, Sendable {
  /// What kind of finding it is, such as `matrix-singular`; docs/doctor.md lists them.
  public let id: String
  /// How much it matters.
  public let severity: Severity
  /// What was found.
  public let found: String
  /// The device, file, service or process; empty if it is the machine as a whole.
  public let place: String
  /// What follows from it; may be empty.
  public let meaning: String
  /// What helps, a line for each step; may be empty.
  public let remedy: [String]

  /// Takes what there is to say.
  public init(
    _ id: String, _ severity: Severity, _ found: String, at place: String = "",
    meaning: String = "", remedy: [String] = []
  ) {
    self.id = id
    self.severity = severity
    self.found = PlainLine.text(found)
    self.place = PlainLine.text(place)
    self.meaning = PlainLine.text(meaning)
    self.remedy = remedy.map { PlainLine.text($0) }
  }
}
