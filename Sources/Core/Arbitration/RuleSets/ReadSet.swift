// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The values that a rule set's decisions read, for the model checker and the search for repairs.
///
/// The checker omits all other values, and a test compares every kind with the arbiter.
public struct ReadSet: Sendable, Hashable {
  /// The windows on which a decision depends.
  public enum Windows: Sendable, Hashable {
    /// Each window for itself: its own answers, and the page's if `andPage`.
    case own(andPage: Bool)
    /// The page's window alone.
    case page
    /// The windows that take part, and no others; one decides for all or all decide together, and
    /// if `andPage` the page's answers count for others as well.
    case participants(oneDecides: Bool, andPage: Bool)
    /// These windows and the focused one.
    case some([WindowID])
    /// The first of these that is shown, in this order; no window if none is shown.
    case first([WindowID])
    /// The most recently used of these that are shown; if all are unused, the first in this order.
    case recent([WindowID])
    /// Any window.
    case everything
  }

  /// The windows on which decisions depend.
  public var windows: Windows
  /// More windows, of which a decision reads only whether they are present.
  ///
  /// Other windows forward their questions to them.
  public var presences: [WindowID]
  /// Whether a hidden window can affect a decision that a removed one cannot.
  public var hidden: Bool
  /// Whether a turn depends on the current orientation of the status bar and the device.
  public var currentOnTurn: Bool
  /// Whether a decision, once triggered, depends on the user's rotation lock.
  public var lock = true
  /// The questions to windows; empty if decisions read more than autorotation and masks.
  public var questions: [Question.Kind]
  /// The requests that windows can make; empty where windows do not answer with requests.
  public var requests: [AndroidRequest]
  /// The orientations that windows are asked about; answers about others have no effect.
  public var orientations: OrientationMask

  /// The objections of each voter while it is shown without the focus, as bits of any meaning.
  ///
  /// Of the windows of `some` a decision reads the union of these bits and the focused window, and
  /// nothing else. Nil if it reads more.
  public var objections: [WindowID: UInt16]?

  /// Windows of `first` that, as the first shown one, leave the decision to the next window below
  /// that is not in this list and is present, shown or hidden.
  public var behind: [WindowID] = []

  /// Creates a read set of some windows, by default with everything else of the scene.
  public init(
    _ windows: Windows, hidden: Bool = true, currentOnTurn: Bool = true,
    questions: [Question.Kind] = [], requests: [AndroidRequest] = [],
    orientations: OrientationMask = .all, objections: [WindowID: UInt16]? = nil,
    presences: [WindowID] = []
  ) {
    self.windows = windows
    self.hidden = hidden
    self.currentOnTurn = currentOnTurn
    self.questions = questions
    self.requests = requests
    self.orientations = orientations
    self.objections = objections
    self.presences = presences
  }
}
