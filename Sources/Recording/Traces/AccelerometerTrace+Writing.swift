// SPDX-License-Identifier: Apache-2.0

extension AccelerometerTrace {
  /// Returns the trace as CSV text that reads back to the same samples and comments.
  public func csv() -> String {
    var text = ""
    for comment in comments {
      for line in comment.split(whereSeparator: \.isNewline) { text += "# \(line)\n" }
    }
    text += Self.header + "\n"
    for sample in samples {
      text += "\(milliseconds(sample.microseconds)),\(sample.x),\(sample.y),\(sample.z)\n"
    }
    return text
  }

  private func milliseconds(_ microseconds: Int64) -> String {
    let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    let sign = microseconds < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    var digits = String(String(rest + 1000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
