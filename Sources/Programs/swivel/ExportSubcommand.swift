// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Doctor
import Formats
import Orientation
import Sensing
import Sensors
import Text

struct ExportSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print the settings of other programs for a machine with a turned panel.",
    usage: "swivel export <edge> [<options>]",
    discussion: """
      Some tablets have a turned panel. swivel turns the output in the session; the console, the \
      boot loader and the greeter have settings of their own, and every program counts turns in \
      its own way. EDGE is the panel's edge that is up when the machine is in normal use, as \
      `swivel doctor` and iio-sensor-proxy name it: normal, left-up, bottom-up or right-up.

      No file is written: each entry names its file and the command to run afterwards. Copy the \
      entries of the programs that you use.

      EXAMPLES
        swivel export right-up
        swivel export right-up --output DSI-1 --for kernel --for sway
        swivel export left-up --for hwdb --machine 'svnCHUWI*:pnMiniBook*'
        swivel export bottom-up --json | jq -r '.entries[].place'

      EXIT CODES
        0  printed
        2  an edge, a name or a matrix is wrong; the message names the valid values
      """)

  @Argument(help: ArgumentHelp("normal, left-up, bottom-up or right-up.", valueName: "edge"))
  var edge: String

  @Option(help: ArgumentHelp("The panel's connector.", valueName: "name"))
  var output = "eDP-1"

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Print only this entry; may be given several times.", valueName: "name"))
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "The sensor's present mount matrix, such as '0,1,0;-1,0,0;0,0,1'.",
      valueName: "matrix"))
  var matrix: String?

  @Option(
    help: ArgumentHelp(
      "A pattern for the modalias of the machine.", valueName: "pattern"))
  var machine: String?

  @OptionGroup var json: JSONOption

  /// The valid name that an error suggests for an edge in another program's words; the user's word
  /// if none is known.
  private var meantEdge: String {
    switch edge.lowercased().replacing("_", with: "-") {
    case "top", "up", "top-up": PanelEdge.top.proxyName
    case "left", "left-side-up": PanelEdge.left.proxyName
    case "bottom", "down", "inverted", "upside-down": PanelEdge.bottom.proxyName
    case "right", "right-side-up": PanelEdge.right.proxyName
    default: edge
    }
  }

  func run() throws {
    guard let panelEdge = PanelEdge(proxyName: edge) else {
      throw Mark(file: "EDGE").error(
        "\(UntrustedText(edge).quoted) is no edge", valid: PanelEdge.allCases.map(\.proxyName),
        near: meantEdge)
    }
    var now = MountMatrix.identity
    if let matrix {
      guard let read = MountMatrix(matrix[...]) else {
        throw Mark(file: "--matrix").error(
          "\(UntrustedText(matrix).quoted) is no matrix",
          valid: ["three rows of three numbers, as in '0,1,0;-1,0,0;0,0,1'"])
      }
      now = read
    }
    let export = try OrientationExport(
      output: output, edge: panelEdge, matrix: now, machine: machine)
    try json.print(try export.json(names), or: try export.text(names))
  }
}
