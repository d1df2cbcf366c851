// SPDX-License-Identifier: Apache-2.0
public import Arbitration

extension DecisionRing {
  /// What led to the last `count` decisions or some more, as a recording; nil before the first.
  ///
  /// It starts where a part of the ring does, and counts its decisions from 0: `first` is the number
  /// of the first in the ring.
  public func recording(
    ofLast count: Int, header: (Arbiter) -> RecordingHeader
  ) -> (first: Int, text: String)? {
    let wanted = max(first, next - count)
    guard let begin = partStart(of: wanted) else { return nil }
    var lines: [String] = []
    var writer: RecordingWriter?
    var arbiter: Arbiter?
    inputs(from: wanted) { start, event, now in
      if writer == nil {
        let header = header(start)
        let fresh = RecordingWriter(header)
        lines.append(fresh.header)
        (writer, arbiter) = (fresh, header.arbiter)
      }
      lines.append(RecordingWriter.line(event, at: now))
      let effects = arbiter?.handle(event, at: now) ?? []
      if let said = writer?.line(effects) { lines.append(said) }
    }
    return lines.isEmpty ? nil : (begin, lines.joined(separator: "\n") + "\n")
  }
}
