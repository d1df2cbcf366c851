// SPDX-License-Identifier: Apache-2.0
public import Explanation

/// The frames of one step side by side as a picture.
public struct StripPicture {
  private static let gap = 16
  private static let heading = 44

  private let step: ReportStep
  private let language: Language

  /// Creates a picture of a step.
  public init(_ step: ReportStep, language: Language) {
    self.step = step
    self.language = language
  }

  /// A complete, self-contained SVG document in the light colours.
  public var svg: String {
    let pictures = step.frames.map { FramePicture(frame: $0, language: language) }
    let stride = FramePicture.width + Self.gap
    // Two lines of text need some width, even above one frame.
    let width = max(stride * 3 - Self.gap, stride * pictures.count - Self.gap) + 2 * Self.gap
    let height = (pictures.map(\.height).max() ?? 0) + Self.heading + 28
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
    text += "viewBox=\"0 0 \(width) \(height)\" role=\"img\">"
    text += "<title>\(Markup.escaped(step.line))</title>"
    text += "<style>\(Palette.plainPicture)</style>"
    text += "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
    for (row, line) in lines(columns: width / 7).enumerated() {
      text += "<text class=\"f\" x=\"\(Self.gap)\" y=\"\(18 + 15 * row)\">"
      text += Markup.escaped(line) + "</text>"
    }
    for (place, picture) in pictures.enumerated() {
      let x = Self.gap + place * stride
      text += "<text class=\"d\" x=\"\(x + FramePicture.width / 2)\" y=\"\(Self.heading + 16)\">"
      text += ReportPhrase(picture.frame.moment)(language) + "</text>"
      text += "<g transform=\"translate(\(x) \(Self.heading + 20))\">" + picture.svg + "</g>"
    }
    return text + "</svg>\n"
  }

  // At most two lines; the title contains the whole text.
  private func lines(columns: Int) -> [String] {
    let lines = TextWrap.lines(step.line, columns: columns)
    guard lines.count > 2 else { return lines }
    return [lines[0], lines[1] + " …"]
  }
}

extension ReportPhrase {
  init(_ moment: Frame.Moment) {
    switch moment {
    case .before: self = .before
    case .during: self = .during
    case .after: self = .after
    }
  }
}
