// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The values that a rule set's decisions read, for the model checker and the search for repairs.
///
/// The model checker leaves out all other values. A test compares every kind of read set with the
/// arbiter.
public struct ReadSet: Sendable, Hashable {
  /// The windows that a decision reads.
  public enum Windows: Sendable, Hashable {
    /// The decision about each window reads the window's own answers.
    ///
    /// The windows of `following` answer as the page's window does, if there is a page.
    case own(following: [WindowID])
    /// Every decision reads only the page's window; a decision after another window was shown or added reads
    /// no answers.
    case page
    /// Every decision reads the participating windows: one of them decides for all if `oneDecides`,
    /// otherwise all have to agree. If one decides, a decision after another window was shown or added reads
    /// no answers.
    ///
    /// The windows of `following` answer as the page's window does, if there is a page.
    case participants(oneDecides: Bool, following: [WindowID])
    /// Every decision reads these windows and the focused one.
    case some([WindowID])
    /// Every decision reads the first window in this list that is shown, or no window.
    case first([WindowID])
    /// Every decision reads the shown window in this list that comes last in the scene's
    /// `keyHistory`, otherwise the first shown one.
    case recent([WindowID])
    /// A decision may read any window.
    case everything
  }

  /// The windows on which decisions depend.
  public var windows: Windows
  /// Further windows, of which a decision reads only whether they are present.
  ///
  /// These are the windows to which others forward their questions.
  public var presences: [WindowID]
  /// Whether hiding a window can affect decisions differently from removing the window.
  public var hidden: Bool
  /// Whether the result of a turn depends on the current orientation of the status bar or the
  /// device.
  public var currentOnTurn: Bool
  /// Whether a triggered decision depends on the user's rotation lock.
  public var lock = true
  /// The questions to windows; empty if decisions read other properties than autorotation and
  /// masks.
  public var questions: [Question.Kind]
  /// The requests that windows can make; empty if windows answer questions instead.
  public var requests: [AndroidRequest]
  /// The locks that windows can set; empty if windows answer otherwise.
  public var locks: [OrientationLock] = []
  /// The orientations that matter in windows' answers; others have no effect.
  public var orientations: OrientationMask

  /// The objections of each voter that is shown without the focus, as bits whose meaning the rule
  /// set defines.
  ///
  /// A decision whose windows are `some` reads only the union of these bits and the focused window.
  /// The value is `nil` if decisions read more.
  public var objections: [WindowID: UInt32]?

  /// The windows of `first` that leave the decision to the windows below.
  ///
  /// If such a window is the first shown one, the next window below it that is present, even if
  /// hidden, and not in this list decides.
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
