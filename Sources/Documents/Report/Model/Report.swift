// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Explanation
public import Formats
import Orientation
public import Recording
public import Scenarios

// A run as one HTML file without anything from elsewhere: pictures, a timeline, explanations,
// rules.
//
// - `Report` is the model: decisions as steps, made from a simulation, a recording or a daemon's
//   history. It holds no markup.
// - Pictures are SVG text (`FramePicture`, `StripPicture`), drawn from a `Frame`, which is
//   geometry.
// - The page is put together by `HTMLPage`; a step's part of it by `StepSection`.
// - Whatever comes from a file is escaped where it enters markup, in one place (`Markup`).
// - `JudgePlot` draws recordings of sensors with the orientations that judges reported;
//   `RotationTrace` writes a recording as a trace for Perfetto. Both are apart from the page.
//
// Begin here, then `ReportStep` and `HTMLPage`.

/// A run as a document that one can look at: decisions with their pictures and explanations.
public struct Report: Sendable {
  /// The most steps that one report holds.
  public static let maximumSteps = 2_000

  /// What the run is called.
  public let title: String
  /// The file it came from; nil for a daemon's history.
  public let source: String?
  /// The rule set that decided.
  public let rulesID: String
  /// The language of all sentences.
  public let language: Language
  /// The decisions, oldest first; never more than `maximumSteps`.
  public private(set) var steps: [ReportStep] = []
  /// How many earlier decisions there was no room for.
  public private(set) var leftOut = 0

  /// Begins without steps.
  public init(title: String, source: String?, rulesID: String, language: Language) {
    self.title = title
    self.source = source
    self.rulesID = rulesID
    self.language = language
  }

  /// A scenario that was played.
  public init(_ simulation: Simulation, language: Language) {
    let scenario = simulation.scenario
    self.init(
      title: scenario.title.isEmpty ? scenario.file : scenario.title, source: scenario.file,
      rulesID: scenario.rules.id, language: language)
    for step in simulation.steps {
      add(
        ReportStep(
          step.verdict, rules: scenario.rules, language: language, source: source,
          names: simulation.names))
    }
  }

  /// A recording, decided again; `source` is nil where the bytes are in no file.
  ///
  /// `first` is the number that its first decision had where it was made.
  public init(
    _ reader: RecordingReader, title: String, source: String?, first: Int = 0, language: Language
  ) throws(InputError) {
    self.init(title: title, source: source, rulesID: reader.header.rules.id, language: language)
    var player = RecordingPlayer(reader)
    while let step = try player.next() {
      for case .report(let verdict) in step.effects {
        add(
          ReportStep(
            verdict, rules: reader.header.rules, language: language, names: player.names,
            offset: first))
      }
    }
  }

  /// The first step with a conflict, else the last that did something, else the last one.
  public var mostTelling: ReportStep? {
    steps.first(where: \.isConflict) ?? steps.last(where: \.isNotable) ?? steps.last
  }

  /// Adds a step; the oldest goes when there are too many.
  public mutating func add(_ step: ReportStep) {
    steps.append(step)
    // Forgetting in bulk keeps a long recording linear.
    if steps.count >= 2 * Self.maximumSteps { trim() }
  }

  /// Leaves out what is too much; to be called before writing.
  mutating func trim() {
    let excess = steps.count - Self.maximumSteps
    guard excess > 0 else { return }
    steps.removeFirst(excess)
    leftOut += excess
  }
}

/// How device, bar, page, outputs and windows are turned after a step: a column of the timeline.
struct TimelineColumn: Sendable {
  let device: DeviceOrientation
  /// Nil on desktops, which have no bar.
  let bar: InterfaceOrientation?
  let page: InterfaceOrientation?
  /// The outputs that turn with the device, in their order.
  let outputs: [(name: String, orientation: InterfaceOrientation)]
  /// The windows in creation order; none on desktops, where outputs turn as a whole.
  let windows: [(id: WindowID, name: String, orientation: InterfaceOrientation)]

  init(_ verdict: Verdict, turnsOutputs: Bool) {
    let scene = verdict.after
    device = scene.device.orientation
    bar = turnsOutputs ? nil : scene.statusBar.orientation
    page = turnsOutputs ? nil : verdict.page?.orientation
    outputs = scene.outputs.filter(\.isManaged).map { ($0.name, $0.orientation) }
    windows = turnsOutputs ? [] : scene.windows.map { ($0.id, $0.name, $0.orientation) }
  }
}
