// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Formats
import Judging
import Recording
import Report
import Sensing

struct JudgeSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Compare judges of orientation on recordings of an accelerometer.",
    usage: "swivel judge <file> ... [<options>]",
    discussion: """
      A recording is a CSV file with the header time_ms,x,y,z in milliseconds and m/s². Each judge \
      receives all readings, then the last one for two seconds more. The column `turns` counts the \
      rotations of a screen that starts in portrait. The column `delay` is the time from the angle \
      of 45° to the rotation: the median, the minimum and the maximum. Judges whose originals poll \
      also poll here: their delays are those of ten phases of the poll.

      JUDGES
        swivel            the default: angle and tilt apart, ten gates
        android           WindowOrientationListener's judge for accelerometers
        chromeos          ash's screen orientation controller
        iio-sensor-proxy  version 3.9, every 700 ms
        rot8              version 1.0, every 500 ms

      With --hinge a recording is of the two halves of a laptop, with the header \
      time_ms,base_x,base_y,base_z,x,y,z; the base's axes read as the display's with the lid closed. \
      The output lists the postures (closed, laptop, tablet), and why readings had none.

      EXAMPLES
        swivel judge examples/traces/*.csv
        swivel judge turn.csv --judge swivel --judge android --json
        swivel judge turn.csv --plot turn.svg
            the angle over time, and the orientations that each judge reported
        swivel judge --hinge examples/traces/hinge/*.csv --plot hinge.svg
            the hinge's angle and the posture over time

      EXIT CODES
        0  done
        1  the picture could not be converted to PNG
        2  a file or an option is wrong
      """)

  @Argument(help: ArgumentHelp("Recordings.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp("A judge to compare; may be repeated. All by default.", valueName: "name"))
  var judge: [String] = []

  @OptionGroup var json: JSONOption

  @Flag(help: "Judge recordings of two halves, and list the postures of their hinge.")
  var hinge = false

  @Option(
    help: ArgumentHelp(
      "Also draw a picture: .svg, or .png, converted by rsvg-convert.", valueName: "file"))
  var plot: String?

  func validate() throws {
    if let unknown = judge.first(where: { !JudgeName.all.contains($0) }) {
      let names = JudgeName.all.joined(separator: ", ")
      throw ValidationError("there is no judge \"\(unknown)\"; there are \(names)")
    }
    if hinge, !judge.isEmpty { throw ValidationError("--hinge does not go with --judge") }
    if let plot, !plot.hasSuffix(".svg"), !plot.hasSuffix(".png") {
      throw ValidationError("--plot takes a name that ends in .svg or .png")
    }
  }

  func run() throws {
    try OutputFile.check(plot, keeps: files)
    if hinge { return try judgeHinges() }
    let names = judge.isEmpty ? JudgeName.all : judge
    let recordings = try files.map { path throws(InputError) in try Recording.load(path: path) }
    let comparison = JudgeComparison(judges: names, recordings: recordings)
    json.print(comparison.json, or: comparison.text, terminator: "")
    try draw(JudgePlot(comparison))
  }

  private func draw(_ picture: @autoclosure () -> JudgePlot) throws {
    guard let plot else { return }
    if plot.hasSuffix(".png") {
      try Rasteriser.write(picture().svg, path: plot)
    } else {
      try OutputFile.write(picture().svg, to: plot)
    }
    if !json.isChosen { Written.say(plot) }
  }

  private func judgeHinges() throws {
    let traces = try files.map { path throws(InputError) in try HingeTrace.load(path: path) }
    let reports = traces.map(HingeReport.init)
    json.print(
      .array(reports.map(\.json)), or: reports.map(\.text).joined(separator: "\n"), terminator: "")
    try draw(JudgePlot(traces))
  }
}
