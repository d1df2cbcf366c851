// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation

/// A line on the standard input of `swivel compositor --commands`.
enum CompositorCommand {
  private static let help = """
    screenshot FILE.png          pictures of the outputs
    device ORIENTATION           portrait, landscape-left, landscape-right, face-up, ...
    lock on|off                  the user's rotation lock
    add [NAME:]WxH[@SCALE][,TRANSFORM]   plug an output in
    remove NAME                  unplug it
    turn NAME TRANSFORM          turn it: normal, 90, 180, 270, flipped, flipped-90, ...
    outlines on|off              every window's outline and answer
    stop                         end the compositor
    """

  /// Executes a line; returns the text to print.
  static func run(_ line: String, on run: CompositorRun) -> String {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case (nil, _): return ""
    case ("screenshot", 2):
      guard words[1].hasSuffix(".png") else { return "error: '\(words[1])' does not end in .png" }
      run.takePictures(words[1])
      return "ok"
    case ("device", 2):
      guard let orientation = DeviceOrientation(name: words[1]) else {
        let names = DeviceOrientation.allCases.map(\.name).joined(separator: ", ")
        return "error: '\(words[1])' is none of \(names)"
      }
      run.compositor.handle(.device(.turned(orientation)))
      return "ok"
    case ("lock", 2) where words[1] == "on" || words[1] == "off":
      run.compositor.handle(.device(.rotationLock(words[1] == "on")))
      return "ok"
    case ("add", 2): return add(words[1], to: run.compositor)
    case ("remove", 2):
      return run.compositor.unplug(words[1]) ? "ok" : unknown(words[1], run.compositor)
    case ("turn", 3):
      guard let transform = Transform(name: words[2], in: .wayland) else {
        return "error: '\(words[2])' is no transform"
      }
      return run.compositor.configure(words[1], transform: transform)
        ? "ok" : unknown(words[1], run.compositor)
    case ("outlines", 2) where words[1] == "on" || words[1] == "off":
      run.compositor.showsOutlines = words[1] == "on"
      return "ok"
    case ("stop", 1):
      run.stop()
      return "ok"
    case ("help", _): return help
    default: return "error: '\(line)' is no command; help lists them"
    }
  }

  private static func add(_ text: String, to compositor: HeadlessCompositor) -> String {
    do throws(OutputSyntaxError) {
      let specification = try OutputSpecification(parsing: text)
      guard let name = compositor.plugIn(specification) else {
        return "error: there is an output of that name already"
      }
      return "ok \(name)"
    } catch {
      return "error: \(error)"
    }
  }

  private static func unknown(_ name: String, _ compositor: HeadlessCompositor) -> String {
    let names = compositor.outputNames.joined(separator: ", ")
    return "error: there is no output '\(name)', only \(names.isEmpty ? "none" : names)"
  }
}
