// SPDX-License-Identifier: Apache-2.0

/// What can be met at most, known from projections of a model; what is not in it is proved.
///
/// A projection follows one window, or what decisions hear of all of them, and leaves the others open:
/// whatever the whole can do, it can do too. A search of the whole may end as soon as it has met all of
/// this, since nothing else is left to be met.
struct PossibleFindings {
  /// The properties that a state or a step can break.
  var faults = PropertySet()
  /// How each window can stand while it is the page: one bit for each orientation.
  var pages: [UInt8]
  /// What can come of turns and placings.
  var outcomes = OutcomeSet()
  /// What was decided on, for the report.
  var situations = 0

  /// Nothing yet, for some windows.
  init(windows: Int) { pages = Array(repeating: 0, count: windows) }

  /// What a model can come to; nil where its rule set's reads allow no projection.
  static func of(_ model: CheckModel) -> PossibleFindings? {
    guard !model.raisesAtOnce else { return nil }
    if var projection = WindowProjection(model) { return projection.run() }
    if var projection = HearingProjection(model) { return projection.run() }
    return nil
  }
}
