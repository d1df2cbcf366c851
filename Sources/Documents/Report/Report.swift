// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Explanation
public import Formats
import Orientation
public import Recording
public import Scenarios
public import Text

// A run as one self-contained HTML file: pictures, a timeline, explanations, rules.
//
// - `Report` is the model: decisions as steps, from a simulation, a recording or a daemon's
//   history. It contains no markup.
// - Pictures are SVG text (`FramePicture`, `StripPicture`), drawn from a `Frame`, which is
//   geometry.
// - `HTMLPage` writes the page, `StepSection` the part of a step.
// - All text from files is escaped where it enters markup, in one place (`Markup`).
// - `JudgePlot` draws sensor recordings with the orientations that judges reported; `RotationTrace`
//   writes a recording as a trace for Perfetto. Both are separate from the page.
//
// Begin here, then `ReportStep` and `HTMLPage`.

/// A run as a document: decisions with pictures and explanations.
public struct Report: Sendable {
  /// The largest number of steps in a written report.
  public static let maximumSteps = 2_000

  /// The title of the run.
  public let title: String
  /// The file that was played; nil if there is none, as for a daemon's history.
  public let source: String?
  /// The name of the rule set.
  public let rulesID: String
  /// The language of the text.
  public let language: Language
  /// The compositor and the sensor, in words; empty if they are not known.
  public var surroundings: [String] = []
  /// The decisions, oldest first; at most the last `maximumSteps` are written.
  public private(set) var steps: [ReportStep] = []
  /// The number of earlier decisions that were left out.
  public private(set) var leftOut = 0

  /// Creates a report without steps.
  public init(title: String, source: String?, rulesID: String, language: Language) {
    self.title = UntrustedText(title).line
    self.source = source
    self.rulesID = rulesID
    self.language = language
  }

  /// Creates a report of a simulation; `check` model-checks its fixes, which are not checked if it
  /// is nil.
  public init(_ simulation: Simulation, language: Language, check: FixCheck? = nil) {
    let scenario = simulation.scenario
    self.init(
      title: scenario.title.isEmpty ? scenario.file : scenario.title, source: scenario.file,
      rulesID: scenario.rules.id, language: language)
    for step in simulation.steps {
      add(
        ReportStep(
          step.verdict, rules: scenario.rules, language: language, source: source,
          names: simulation.names, check: check))
    }
  }

  /// Creates a report of a recording, which is replayed; `source` is nil if there is no file.
  ///
  /// `first` is the number that the first decision had in its daemon. The fixes for a desktop
  /// depend on `context`.
  public init(
    _ reader: RecordingReader, title: String, source: String?, first: Int = 0,
    language: Language, context: FixContext = FixContext()
  ) throws(InputError) {
    self.init(title: title, source: source, rulesID: reader.header.rules.id, language: language)
    var player = RecordingPlayer(reader)
    while let step = try player.next() {
      for case .report(let verdict) in step.effects {
        add(
          ReportStep(
            verdict, rules: reader.header.rules, language: language, names: player.names,
            offset: first, context: context))
      }
    }
  }

  /// The first step with a conflict or an error; otherwise the last missed turn, the last notable
  /// step, or the last step.
  ///
  /// Nil if there are no steps.
  public var mostTelling: ReportStep? {
    steps.first(where: \.isConflict) ?? steps.last { $0.document.missedTurn != nil }
      ?? steps.last(where: \.isNotable) ?? steps.last
  }

  var hasConflict: Bool { steps.contains(where: \.isConflict) }

  var turnsOutputs: Bool { steps.first?.column.turnsOutputs ?? false }

  /// Adds a step; the oldest steps beyond `maximumSteps` are dropped from time to time.
  public mutating func add(_ step: ReportStep) {
    steps.append(step)
    // Dropping many steps at once keeps the cost of a long recording linear.
    if steps.count >= 2 * Self.maximumSteps { trim() }
  }

  /// Drops the steps beyond the limit; must be called before the report is written.
  mutating func trim() {
    let excess = steps.count - Self.maximumSteps
    guard excess > 0 else { return }
    steps.removeFirst(excess)
    leftOut += excess
  }
}

/// A column of the timeline: the orientations after a step.
struct TimelineColumn: Sendable {
  let device: DeviceOrientation
  /// The status bar's orientation; nil on desktops.
  let bar: InterfaceOrientation?
  let page: InterfaceOrientation?
  /// The managed outputs in order, with the edge that their desired transform puts up, if any, and
  /// the orientation that their content has then.
  let outputs: [(name: String, edge: PanelEdge?, orientation: InterfaceOrientation)]
  /// Whether outputs rotate as a whole, so that edges of the panel are named.
  let turnsOutputs: Bool
  /// The windows in creation order; empty on desktops, where outputs rotate as a whole.
  let windows: [(id: WindowID, name: String, orientation: InterfaceOrientation)]

  init(_ verdict: Verdict, turnsOutputs: Bool) {
    let scene = verdict.after
    device = scene.device.orientation
    bar = turnsOutputs ? nil : scene.statusBar.orientation
    page = turnsOutputs ? nil : verdict.page?.orientation
    self.turnsOutputs = turnsOutputs
    outputs = scene.outputs.filter(\.isManaged).map {
      ($0.name, PanelEdge(transform: $0.desired), $0.orientation)
    }
    windows = turnsOutputs ? [] : scene.windows.map { ($0.id, $0.name, $0.orientation) }
  }
}

/// A decision in a report.
public struct ReportStep: Sendable {
  /// The number of the decision, for `swivel explain --step`.
  public let number: Int
  /// The time of the decision, in seconds.
  let at: String
  let line: String
  /// The sentence about a missed turn, otherwise the headline.
  let sentence: String
  let document: ExplanationDocument
  /// The pictures before, during and after the decision, for each output on a desktop; without
  /// those during it if nothing rotates, and before it if nothing visible changed.
  let frames: [Frame]
  let column: TimelineColumn
  /// Whether the decision has a conflict, an error, a visible change, or an outcome other than
  /// `unchanged`.
  let isNotable: Bool
  let isConflict: Bool

  /// Creates a step from a verdict of a rule set; `source` is the file that commands name.
  ///
  /// `names` has the names of windows that the verdict's scenes lack, and `offset` is added to the
  /// decision's number. The fixes for a desktop depend on `context`. `check` model-checks the
  /// fixes, which are not checked if it is nil.
  public init(
    _ verdict: Verdict, rules: any RuleSet, language: Language, source: String? = nil,
    names: [WindowID: String] = [:], offset: Int = 0, context: FixContext = FixContext(),
    check: FixCheck? = nil
  ) {
    let explanation = Explanation(
      verdict, rules: rules, style: TextStyle(columns: .max, language: language),
      source: source, names: names, context: context, check: check)
    number = verdict.step + offset
    document = explanation.document
    let words = document.missedTurn ?? document.headline
    sentence = words.prefix(1).uppercased() + words.dropFirst()
    at = document.at
    line = explanation.text(.short)
    let turnsOutputs = rules.scope == .output
    let culprits = document.windows.filter(\.isCulprit).compactMap(\.id)
    let strips = Frame.strips(verdict, culprits: culprits, turnsOutputs: turnsOutputs)
    frames = strips.flatMap(\.self)
    column = TimelineColumn(verdict, turnsOutputs: turnsOutputs)
    isConflict = !verdict.conflicts.isEmpty || verdict.error != nil
    isNotable =
      isConflict || verdict.outcome(rules.scope) != .unchanged
      || strips.contains { $0.count > 1 }
  }
}
