// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import Experiments
import Explanation
import Formats
import Glibc
import Recording
import Report
import Scenarios
import Text

struct ReportSubcommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case html, svg, png
  }

  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Draw a scenario, a recording or the daemon's history: pictures, timeline, blame.",
    usage: "swivel report [<file>] [<options>]",
    discussion: """
      The HTML page is one file without network access. It begins with one sentence, its picture and \
      the fixes as commands to copy. For each step it shows the scene before, during and after, the \
      windows asked, the reasons and the remedies, with the texts of the rules. The page of the \
      running daemon names the compositor and the sensor. A picture shows one step: without --step \
      the first one with a conflict.

      The page is for the developer of a window; Swivel's developers need a recording (`swivel record`). It \
      contains no titles, but the names of applications and outputs: read the page before you send it.

      EXAMPLES
        swivel report examples/scenarios/hidden-menu-window.yaml -o report.html
        swivel report bug.jsonl -o bug.html
        swivel report -o today.html
            the last thousand decisions of the running daemon
        swivel report story.yaml --step 2 --format png -o step.png
        swivel report bug.jsonl --playground .build/playground.html -o case.html
            the shortest case with the same symptom, to play with in a browser

      EXIT CODES
        0  written
        1  no daemon answers, or the picture could not be drawn
        2  a file or an option is wrong; nothing was written
      """)

  @Argument(
    help: ArgumentHelp(
      "A scenario or a recording. Default: the running daemon.", valueName: "file"))
  var file: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp("html, svg or png. Default: by the name.", valueName: "format"))
  var format: Format?

  @Option(help: ArgumentHelp("The step of a picture, 0 for the first.", valueName: "number"))
  var step: Int?

  @Option(
    help: ArgumentHelp(
      "A page of `make playground`: write it with this case in it.", valueName: "page"))
  var playground: String?

  @OptionGroup var rules: RulesOption

  @OptionGroup var words: LanguageOption

  func validate() throws {
    if chosen != .html, playground != nil {
      throw ValidationError("--playground writes HTML; --format and the file's name say otherwise")
    }
    if chosen == .png, output == nil { throw ValidationError("--format png needs -o FILE") }
    if chosen == .html, step != nil, playground == nil {
      throw ValidationError("--step needs --format svg or png; a page shows every step")
    }
    if output == nil, isatty(STDOUT_FILENO) == 1 {
      throw ValidationError("standard output is a terminal; name a file with -o report.html")
    }
  }

  func run() throws {
    try OutputFile.check(output, keeps: [file, playground].compactMap(\.self))
    if let playground {
      try write(played(in: playground))
      if let output { Written.say(output) }
      return
    }
    let report = try report
    switch chosen {
    case .html: try write(report.html)
    case .svg: try write(picture(report))
    case .png: try Rasteriser.write(picture(report), path: output ?? "")
    }
    if let output { Written.say(output) }
  }

  private var chosen: Format {
    format ?? output.flatMap { Format(rawValue: String($0.split(separator: ".").last ?? "")) }
      ?? .html
  }

  private var report: Report {
    get throws {
      guard let file else { return try live }
      switch try RunFile(path: file, rules: rules) {
      case .scenario(let scenario):
        let simulation = Simulation(scenario)
        return Report(simulation, language: words.language, check: simulation.fixCheck)
      case .recording(let reader):
        return try Report(reader, title: file, source: file, language: words.language)
      }
    }
  }

  /// Returns the page of the playground that opens the scenario, or the shortest scenario with the
  /// symptom of the recording or of the running daemon.
  private func played(in page: String) throws -> String {
    guard let page = PlaygroundPage(html: try InputFile.read(path: page, atMost: 16 << 20)) else {
      throw CommandFailure(
        .badInput, "\(page): no page of the playground; `make playground` writes one")
    }
    do {
      guard let file else {
        let recorded = Array((try dump["recording"]?.string ?? "").utf8)
        return page.html(playing: try shortest(RecordingReader(recorded, file: "the daemon")))
      }
      switch try RunFile(path: file, rules: rules) {
      case .scenario(let scenario):
        let entries = scenario.events.map { ScenarioWriter.Entry($0) }
        return page.html(playing: try ScenarioWriter(scenario).text(entries), step: step)
      case .recording(let reader): return page.html(playing: try shortest(reader))
      }
    } catch let error as ScenarioWritingError {
      throw CommandFailure(.badInput, "\(file ?? "the daemon"): \(error.description)")
    }
  }

  private func shortest(_ reader: RecordingReader) throws -> String {
    try Shrink(reader, decision: step).scenario(title: file ?? ReportPhrase.daemon(words.language))
  }

  /// The running daemon's answer with its last decisions as a recording.
  private var dump: JSONValue {
    get throws {
      try rules.check()
      guard rules.name == nil else {
        throw CommandFailure(.badInput, "--rules needs a scenario; the daemon has its own rules")
      }
      return try LiveDaemon.ask(.dump(count: ControlProtocol.mostEntries))
    }
  }

  private var live: Report {
    get throws {
      let answer = try dump
      let status = try LiveDaemon.ask(.status())
      var report = try Report(
        RecordingReader(Array((answer["recording"]?.string ?? "").utf8), file: "the daemon"),
        title: ReportPhrase.daemon(words.language), source: nil,
        first: Int(answer["first"]?.int ?? 0), language: words.language,
        context: FixContext(
          configuration: status["configuration"]?.string.map {
            BaseDirectory.abbreviated($0, home: BaseDirectory.home(in: Program.environment))
          }, isLive: true))
      let sensor = status["sensor-device"]?.string ?? status["sensor"]?.string
      report.surroundings = [
        status["compositor"]?.string.map { ReportPhrase.compositor(words.language, $0) },
        sensor.map { ReportPhrase.sensor(words.language, $0) },
      ].compactMap(\.self)
      return report
    }
  }

  private func picture(_ report: Report) throws -> String {
    let found =
      step.map { number in report.steps.first { $0.number == number } } ?? report.mostTelling
    guard let found else {
      let last = report.steps.last?.number
      throw CommandFailure(
        .badInput,
        last.map { "no step \(step ?? 0); there are \(report.steps[0].number) to \($0)" }
          ?? "nothing was decided")
    }
    return StripPicture(found, language: words.language).svg
  }

  private func write(_ text: String) throws {
    if let output { return try OutputFile.write(text, to: output) }
    print(text, terminator: "")
  }
}

/// The conversion of SVG to PNG by `rsvg-convert`, which only PNG pictures need.
enum Rasteriser {
  private static let name = "rsvg-convert"

  /// Writes a PNG of twice the drawing's size; the file at `path` is not changed if the conversion
  /// fails.
  static func write(_ svg: String, path: String) throws {
    // The converter overwrites existing files, so it writes into a new temporary folder.
    var folder = Array("\(FilePath.directory(of: path)).swivel-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&folder) != nil else {
      throw CommandFailure(
        .badInput, unsafe "\(path): cannot write: \(String(cString: strerror(errno)))")
    }
    let place = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let (draft, pixels) = ("\(place)/picture.svg", "\(place)/picture.png")
    defer {
      unsafe unlink(draft)
      unsafe unlink(pixels)
      unsafe rmdir(place)
    }
    try OutputFile.write(svg, to: draft)
    do throws(CommandFailure) {
      try CompanionProgram.run(
        name, ["--zoom=2", "--format=png", "--output=\(pixels)", draft],
        complaint: "\(name) did not draw the picture")
    } catch {
      throw CommandFailure(
        .failed, "\(error.description); PNG needs it (Debian: librsvg2-bin), SVG does not")
    }
    try OutputFile.write(RegularFile.read(pixels, atMost: 256 << 20), to: path)
  }
}
