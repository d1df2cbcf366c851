// SPDX-License-Identifier: Apache-2.0

/// A superset of the results that a check of a model can have, computed from smaller models
/// (projections).
///
/// A result outside this set is proved impossible. A projection follows only one window, or only
/// what decisions can distinguish, and allows everything else at any time. So every behaviour of
/// the whole model is also one of the projection. A search of the whole model may end as soon as it
/// has met all possible results.
struct PossibleFindings {
  /// The properties that may be violated in some state or step.
  var violated = PropertySet()
  /// For each window, the orientations that it may have as the page, one bit each.
  var pages: [UInt8]
  /// Whether a decision can rotate the page.
  var turns = false

  /// Creates an empty set for a number of windows.
  init(windows: Int) { pages = Array(repeating: 0, count: windows) }

  /// Returns the possible results of a model; `nil` if its decisions read too much for a
  /// projection.
  ///
  /// If all windows rotate together, the observation projection is returned too.
  static func of(
    _ model: CheckModel
  ) -> (findings: PossibleFindings, projection: ObservationProjection?)? {
    guard !model.raisesAtOnce else { return nil }
    if var projection = WindowProjection(model) { return projection.run().map { ($0, nil) } }
    guard var projection = ObservationProjection(model) else { return nil }
    return projection.run().map { ($0, projection) }
  }
}
