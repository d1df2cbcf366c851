// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// A change of answers that mends an outcome, none of which can be left out.
public struct Repair: Sendable, Hashable {
  /// Who would have to want it.
  public enum Applicability: String, Sendable, Hashable, CaseIterable {
    /// Nobody's written answer is overruled.
    case safe
    /// Somebody's written answer, or a setting, is overruled.
    case changesIntent = "changes intent"
    /// Only whoever wrote the program, or built the device, can do it.
    case needsAuthor = "needs author"
  }

  /// The answers to be changed, in the order of the parties.
  public let changes: [Amendment]
  /// What would have come of the event.
  public let outcome: Outcome
  /// How the page would be turned; nil if there is none.
  public let page: InterfaceOrientation?
  /// How the status bar would be turned.
  public let statusBar: InterfaceOrientation
  /// Who would have to want it.
  public let applicability: Applicability
}
