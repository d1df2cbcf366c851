// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The values that a rule set's decisions read, for the model checker and the search for repairs.
///
/// The model checker leaves out all other values. A test compares every kind of read set with the
/// arbiter.
public struct ReadSet: Sendable, Hashable {
  /// The windows that a decision about a window reads.
  public enum Windows: Sendable, Hashable {
    /// Each window reads its own answers and, if `andPage`, the page's.
    case own(andPage: Bool)
    /// Every decision reads only the page's window.
    case page
    /// Every decision reads the participating windows; one of them decides for all, or all decide
    /// together.
    ///
    /// If `andPage`, other windows may give the page's answers.
    case participants(oneDecides: Bool, andPage: Bool)
    /// Every decision reads these windows and the focused one.
    case some([WindowID])
    /// Every decision reads the first window in this list that is shown; none if none is shown.
    case first([WindowID])
    /// Every decision reads the shown window in this list that was used last; if none was used, the
    /// first.
    case recent([WindowID])
    /// A decision may read any window.
    case everything
  }

  /// The windows on which decisions depend.
  public var windows: Windows
  /// Further windows, of which a decision reads only whether they are present.
  ///
  /// Other windows forward their questions to them.
  public var presences: [WindowID]
  /// Whether a hidden window can affect a decision in which a removed window has no effect.
  public var hidden: Bool
  /// Whether the result of a turn depends on the current orientation of the status bar and the
  /// device.
  public var currentOnTurn: Bool
  /// Whether a triggered decision depends on the user's rotation lock.
  public var lock = true
  /// The questions to windows; empty if decisions read other properties than autorotation and
  /// masks.
  public var questions: [Question.Kind]
  /// The requests that windows can make; empty if windows answer questions instead.
  public var requests: [AndroidRequest]
  /// The orientations about which windows are asked; answers about others have no effect.
  public var orientations: OrientationMask

  /// The objections of each voter that is shown without the focus, as bits whose meaning the rule
  /// set defines.
  ///
  /// A decision of the kind `some` reads only the union of these bits and the focused window. Nil
  /// if it reads more.
  public var objections: [WindowID: UInt16]?

  /// The windows of `first` that pass the decision on.
  ///
  /// If such a window is the first shown one, the next window below decides that is not in this
  /// list and is present, shown or hidden.
  public var behind: [WindowID] = []

  /// Creates the read set of some windows; by default decisions read everything else of the scene.
  public init(
    _ windows: Windows, hidden: Bool = true, currentOnTurn: Bool = true,
    questions: [Question.Kind] = [], requests: [AndroidRequest] = [],
    orientations: OrientationMask = .all, presences: [WindowID] = []
  ) {
    self.windows = windows
    self.hidden = hidden
    self.currentOnTurn = currentOnTurn
    self.questions = questions
    self.requests = requests
    self.orientations = orientations
    self.presences = presences
  }
}
