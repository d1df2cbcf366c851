// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What the decisions of a rule set read, said once for the model checker and the search for repairs.
///
/// The checker leaves out what is not read, and a test compares every kind with the arbiter.
public struct ReadSet: Sendable, Hashable {
  /// Which windows a decision depends on.
  public enum Windows: Sendable, Hashable {
    /// Each window decides for itself, by its own answers and, if so, the page's.
    case own(andPage: Bool)
    /// The page's window alone decides.
    case page
    /// Who takes part, and nothing of the others; one of them decides for all or all of them
    /// together, and if so the page's answers count for others as well.
    case participants(oneDecides: Bool, andPage: Bool)
    /// These windows and the focused one.
    case some([WindowID])
    /// The first of these that is shown, in this order, and if none is, nobody.
    case first([WindowID])
    /// The one used last of these that are shown; while all that are shown were never used, the first
    /// in this order.
    case recent([WindowID])
    /// Any of them.
    case everything
  }

  /// The windows.
  public var windows: Windows
  /// The windows of which a decision reads besides whether they are there at all.
  ///
  /// Such are those that others hand their questions to.
  public var presences: [WindowID]
  /// Whether a hidden window can matter where one that left cannot.
  public var hidden: Bool
  /// Whether a turn depends on how the status bar and the device stand.
  public var currentOnTurn: Bool
  /// Whether a decision, once called for, depends on the user's rotation lock.
  public var lock = true
  /// What windows are asked; empty where it is something else than turning and masks.
  public var questions: [Question.Kind]
  /// What windows can ask for where they answer with requests; empty where they do not.
  public var requests: [AndroidRequest]
  /// The orientations that windows are asked about; an answer about others changes nothing.
  public var orientations: OrientationMask

  /// What each voter objects to while it is shown without the focus, as bits of any meaning.
  ///
  /// Of the windows of `some` a decision reads which of these bits there are, and nothing else but the
  /// focused one. Nil where it reads more.
  public var objections: [WindowID: UInt16]?

  /// Of the windows of `first` those that, while they are the first shown one, leave the decision to the
  /// next one below that is not such a window and is there, shown or hidden.
  public var behind: [WindowID] = []

  /// Reads some windows and, unless said otherwise, all else that there is.
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
