// SPDX-License-Identifier: Apache-2.0

/// What `wayland-info` prints about one output.
struct OutputReport: Equatable {
  /// Empty before version 4 of wl_output, as on weston 10.
  var name = ""
  /// `normal`, `90`, `180`, `270`, `flipped`, `flipped 90` …, counter-clockwise.
  var transform = ""
  /// Hardware pixels, which a transform does not swap.
  var width = 0
  var height = 0
  /// In hertz; 0 if the compositor reports none.
  var refresh = 0.0

  static func parse(_ text: String) -> [OutputReport] {
    var reports: [OutputReport] = []
    var isOutput = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("interface:") {
        isOutput = line.contains("'wl_output'")
        if isOutput { reports.append(OutputReport()) }
      }
      guard isOutput, let last = reports.indices.last else { continue }
      if let name = value(of: "\tname: ", in: line) { reports[last].name = name }
      if let transform = value(of: "output_transform: ", in: line) {
        reports[last].transform = transform.replacing("°", with: "")
      }
      if let width = value(of: "\twidth: ", in: line).flatMap(pixels) {
        reports[last].width = width
      }
      if let height = value(of: " height: ", in: line).flatMap(pixels) {
        reports[last].height = height
      }
      if let refresh = value(of: " refresh: ", in: line) {
        reports[last].refresh = refresh.split(separator: " ").first.flatMap { Double($0) } ?? 0
      }
    }
    return reports
  }

  private static func value(of key: String, in line: Substring) -> String? {
    guard let range = line.firstRange(of: key) else { return nil }
    return String(line[range.upperBound...].prefix { $0 != "," })
  }

  private static func pixels(_ text: String) -> Int? {
    text.split(separator: " ").first.flatMap { Int($0) }
  }
}
