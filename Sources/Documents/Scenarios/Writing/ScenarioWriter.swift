// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
import Recording
import Text

/// A writer of a scene and its events as a scenario file (format 1).
///
/// `text` reads the file again before it returns it, and throws unless that gives an equal value;
/// `draft` returns the differences. Windows are renumbered in the order in which they appear;
/// traits that only other families' rule sets read are left out.
public struct ScenarioWriter: Sendable {
  /// An event and, if it sets the clock, its time in milliseconds.
  public struct Entry: Sendable, Equatable {
    /// The action.
    public var action: ScenarioEvent.Action
    /// The new value of the clock in milliseconds; `nil` leaves the clock unchanged.
    public var at: Int64?

    /// Creates an entry from an action and its time.
    public init(_ action: ScenarioEvent.Action, at: Int64? = nil) {
      self.action = action
      self.at = at
    }

    /// Creates an entry from a scenario's event.
    public init(_ event: ScenarioEvent) { self.init(event.action, at: event.at) }

    /// Creates an entry from an arbiter's event.
    public init(_ event: Event, at: Int64? = nil) { self.init(.event(event), at: at) }
  }

  /// The title; empty for no title.
  public var title = ""
  /// The documents that describe the behaviour.
  public var sources: [String] = []
  /// The comment lines at the beginning of the file, after the licence's.
  public var comments: [String] = []
  /// The expected results.
  public var expectations: [Expectation] = []
  /// Whether the results after the last event before the appendix are written as an expectation.
  public var expectsEnding = false
  /// Events after the actual end of the run, added only so that every window or controller that the
  /// file names exists in it.
  public var appendix: [Entry] = []

  let rules: any RuleSet
  let scene: Scene
  let exempt: [Window]

  /// Creates a writer from a scene before the windows are placed, as before `Event.setUp`.
  public init(rules: any RuleSet, scene: Scene, exempt: [Window] = []) {
    self.rules = rules
    self.scene = scene
    self.exempt = exempt
  }

  /// Creates a writer from a scenario's initial scene, title, sources and expectations.
  public init(_ scenario: Scenario) {
    self.init(rules: scenario.rules, scene: scenario.scene, exempt: scenario.exempt)
    title = scenario.title
    sources = scenario.sources
    expectations = scenario.expectations
  }

  /// Returns the file; throws if an event cannot be expressed, or if reading the file would not
  /// give the same scene and events.
  public func text(_ entries: [Entry]) throws(ScenarioWritingError) -> String {
    let draft = try draft(entries)
    if let loss = draft.losses.first { throw ScenarioWritingError(loss) }
    return draft.text
  }

  /// Returns the file, with a list of the values that it does not preserve; empty if it is exact.
  ///
  /// Scenario files can only approximate the scenes of a running session. Throws if an event cannot
  /// be expressed at all.
  public func draft(
    _ entries: [Entry]
  ) throws(ScenarioWritingError) -> (text: String, losses: [String]) {
    let written = try Written(self, entries)
    let losses: [String]
    do throws(InputError) {
      losses = self.losses(try written.read(), written)
    } catch {
      losses = ["something that does not read back: \(error.description)"]
    }
    return (text(written), losses)
  }

  /// Returns the scenario that is read from the file without its expectations, with the losses as
  /// in `draft`; `nil` if the file cannot be read.
  package func readBack(
    _ entries: [Entry]
  ) throws(ScenarioWritingError) -> (scenario: Scenario, losses: [String])? {
    let written = try Written(self, entries)
    do throws(InputError) {
      let read = try written.read()
      return (read, losses(read, written))
    } catch {
      return nil
    }
  }

  /// Returns the file without reading it again, for entries that are known to be preserved; throws
  /// if an event cannot be expressed.
  package func unread(_ entries: [Entry]) throws(ScenarioWritingError) -> String {
    text(try Written(self, entries))
  }

  /// Returns each event on one line: as a file has it or, if no file can, as a recording has it.
  package func lines(_ events: [Event]) -> [String] {
    let entries = events.map { Entry($0) }
    let names = try? WindowNumbering(scene.windows + exempt, outputs: scene.outputs, entries)
    let formatter = names.map {
      ScenarioFormatter(rules: rules, scene: scene, names: $0, entries: entries)
    }
    return entries.indices.map { index in
      formatter?.event(entries[index])?.flow ?? events[index].recorded.compact()
    }
  }

  private func text(_ written: Written) -> String {
    var expected = expectations.map { ExpectationFormatter.json($0) }
    if expectsEnding,
      let ending = ExpectationFormatter.ending(of: written.head, before: appendix.count)
    {
      expected.append(ending)
    }
    let lines = Written.block("expect", expected).map { $0 + "\n" }
    return written.head + lines.joined()
  }

  /// Returns the values that differ after reading the file, each with its place and both values.
  private func losses(_ read: Scenario, _ written: Written) -> [String] {
    let names = written.names
    let (own, hidden) = names.renumbered(scene, exempt, for: rules)
    var losses: [String] = []
    if own != read.scene {
      losses += own.recordedFields.differences(from: read.scene.recordedFields, at: "scene")
    }
    if hidden != read.exempt {
      losses += hidden.recordedFields.differences(from: read.exempt.recordedFields, at: "exempt")
    }
    for (index, (old, new)) in zip(written.entries, read.events).enumerated() {
      let place = "event \(index + 1)"
      guard case .event(let old) = names.written(old.action, for: rules),
        case .event(let new) = new.action
      else { continue }
      let wanted = names.renumbered(old, for: rules)
      guard wanted != new else { continue }
      let found = wanted.recorded.differences(from: new.recorded, at: place)
      losses += found.isEmpty ? ["\(place): it reads back otherwise"] : found
    }
    return losses
  }

  /// A file without its expectations, with its entries and its numbering of windows.
  private struct Written {
    let head: String
    let names: WindowNumbering
    let entries: [Entry]

    init(_ writer: ScenarioWriter, _ own: [Entry]) throws(ScenarioWritingError) {
      entries = own + writer.appendix
      let scene = writer.scene
      names = try WindowNumbering(
        scene.windows + writer.exempt, outputs: scene.outputs, entries)
      let formatter = ScenarioFormatter(
        rules: writer.rules, scene: scene, names: names, entries: entries)
      var lines = ["# SPDX-License-Identifier: Apache-2.0"]
      lines += writer.comments.map { "# \(UntrustedText($0).statement)" }
      lines += ["swivel: 1"]
      if !writer.title.isEmpty {
        lines.append("title: \(JSONValue.string(writer.title).oneLine)")
      }
      if !writer.sources.isEmpty {
        lines += Self.block("source", writer.sources.map { .string($0) })
      }
      lines += formatter.rules.map { "\($0.name): \($0.value.flow)" }
      if let device = formatter.device(of: scene) { lines.append("device: \(device.flow)") }
      if let app = formatter.app(scene.app) { lines.append("app: \(app.flow)") }
      lines += Self.block("windows", formatter.windows(scene, writer.exempt))
      var events: [JSONValue] = []
      for (index, entry) in entries.enumerated() {
        guard let event = formatter.event(entry) else {
          let word =
            if case .event(let event) = entry.action {
              event.recorded.compact()
            } else {
              "\(entry.action)"
            }
          throw ScenarioWritingError("event \(index + 1), \(word)")
        }
        events.append(event)
      }
      lines += Self.block("events", events)
      head = lines.joined(separator: "\n") + "\n"
    }

    static func block(_ key: String, _ items: [JSONValue]) -> [String] {
      items.isEmpty ? [] : ["\(key):"] + items.map { "  - \($0.block(indent: 4))" }
    }

    func read() throws(InputError) -> Scenario { try Scenario.parse(head, file: "the file") }
  }
}

/// A value that a scenario file cannot express.
public struct ScenarioWritingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value and its place, as a phrase that follows "no word for".
  public let what: String

  package init(_ what: String) { self.what = what }

  /// The error message, as one sentence.
  public var description: String { "scenario files have no word for \(what)" }
}
