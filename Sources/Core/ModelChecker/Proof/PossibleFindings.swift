// SPDX-License-Identifier: Apache-2.0

/// An over-approximation of a model's findings, from its projections.
///
/// A finding outside this set is proved impossible. A projection follows one window, or the
/// observation class of all windows, and leaves the rest open, so it simulates the whole model. A
/// search of the model may end as soon as it has met all possible findings.
struct PossibleFindings {
  /// The properties that some state or step may violate.
  var violated = PropertySet()
  /// The orientations that each window may have as the page, one bit each.
  var pages: [UInt8]
  /// Whether a decision can rotate the page.
  var turns = false

  /// Creates empty findings for a number of windows.
  init(windows: Int) { pages = Array(repeating: 0, count: windows) }

  /// Returns the possible findings of a model; `nil` if its read set permits no projection.
  ///
  /// The observation projection is returned too, if all windows rotate together.
  static func of(
    _ model: CheckModel
  ) -> (findings: PossibleFindings, projection: ObservationProjection?)? {
    guard !model.raisesAtOnce else { return nil }
    if var projection = WindowProjection(model) { return projection.run().map { ($0, nil) } }
    guard var projection = ObservationProjection(model) else { return nil }
    return projection.run().map { ($0, projection) }
  }
}
