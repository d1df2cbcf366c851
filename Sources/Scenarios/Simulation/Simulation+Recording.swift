// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Recording

extension Simulation {
  /// The run as a recording: everything that went in and what was decided, ready to be replayed.
  public func recording(program: String) -> String {
    let header = RecordingHeader(
      rules: scenario.rules, scene: scenario.scene, exempt: scenario.exempt, program: program)
    var writer = RecordingWriter(header)
    var arbiter = header.arbiter
    var lines = [writer.header]
    for input in inputs {
      switch input {
      case .sample(let reading, let at): lines.append(RecordingWriter.line(reading, at: at))
      case .event(let event, let at):
        lines.append(RecordingWriter.line(event, at: at))
        if let said = writer.line(arbiter.handle(event, at: at)) { lines.append(said) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
