// SPDX-License-Identifier: Apache-2.0
import Explanation
import Orientation
public import Text

/// The picture of a frame as SVG: the device as it is held, its screen, and a list of the windows.
struct FramePicture {
  /// The width of every frame, in SVG units.
  static let width = 240
  /// The maximum number of windows in the list; further ones are only counted.
  static let maximumWindows = 6
  // The maximum number of drawn windows; more would cover each other.
  private static let maximumDrawn = 4
  private static let middle = (x: 120, y: 98)
  private static let listTop = 206
  private static let rowHeight = 17

  let frame: Frame
  let language: Language

  var height: Int { Self.listTop + Self.rowHeight * (listed.count + (isCut ? 1 : 0)) + 4 }

  /// The content of the `svg` element.
  var svg: String {
    var text =
      "<g transform=\"translate(\(Self.middle.x) \(Self.middle.y)) rotate(\(frame.held))\">"
    text += body
    let drawn = drawn
    for (place, layer) in drawn.enumerated() { text += window(layer, place: place) }
    if let bar = frame.bar { text += self.bar(bar) }
    text += "</g>"
    if let words = frame.edgeless {
      text += "<text class=\"n\" x=\"100\" y=\"12\">\(words(language))</text>"
    }
    for (row, layer) in listed.enumerated() { text += line(layer, row: row) }
    if isCut {
      let y = Self.listTop + Self.rowHeight * listed.count + 10
      text += "<text class=\"n s\" x=\"26\" y=\"\(y)\">"
      text += ReportPhrase.more(language, "\(frame.layers.count - listed.count)") + "</text>"
    }
    return text
  }

  /// The moment as markup, preceded by the output's name if there are several outputs.
  var caption: String {
    let moment = ReportPhrase(frame.moment)(language)
    guard let output = frame.output else { return moment }
    return Markup.escaped(UntrustedText(output).name(columns: 16)) + ": " + moment
  }

  /// The text alternative to the picture.
  var words: String {
    var parts: [String] = []
    if let bar = frame.bar {
      parts.append(ReportPhrase.barUp(language, direction(bar.angle)))
    }
    parts += listed.map { layer in
      ReportPhrase.windowUp(
        language, UntrustedText(layer.name).name(columns: 32), direction(layer.angle))
    }
    return parts.joined(separator: "; ")
  }

  // MARK: - The device

  private var screen: (width: Int, height: Int) {
    let length = 128
    let aspect = max(1, frame.aspect)
    let breadth = max(64, length * min(aspect, 1_000_000 / aspect) / 1000)
    return aspect > 1000 ? (length, breadth) : (breadth, length)
  }

  private var body: String {
    let (w, h) = screen
    return
      "<rect class=\"b\" x=\"\(-w / 2 - 6)\" y=\"\(-h / 2 - 9)\" width=\"\(w + 12)\" "
      + "height=\"\(h + 26)\" rx=\"9\"/><circle class=\"o\" cy=\"\(h / 2 + 9)\" r=\"4\"/>"
      + "<rect class=\"e\" x=\"\(-w / 2)\" y=\"\(-h / 2)\" width=\"\(w)\" height=\"\(h)\"/>"
  }

  // MARK: - The screen

  // The page is at the bottom, with the most important other windows (`rank`) above it.
  private var drawn: [Frame.Layer] {
    let page = frame.layers.first(where: \.isPage) ?? frame.layers.first { !$0.isHidden }
    let others = frame.layers.filter { $0.id != page?.id }
      .sorted { rank($0) < rank($1) }.prefix(Self.maximumDrawn - 1)
    return [page].compactMap(\.self) + others.sorted { index($0) < index($1) }
  }

  private func window(_ layer: Frame.Layer, place: Int) -> String {
    let (across, down) = turned(layer.angle)
    let factor = layer.isMoving ? 660 : place == 0 ? 1000 : 860 - 120 * place
    let w = across * (layer.share.map { Int($0.width) } ?? factor) / 1000
    let h = down * (layer.share.map { Int($0.height) } ?? factor) / 1000
    var text = "<g transform=\"rotate(\(layer.angle))\"><rect class=\"\(kind(layer))\" "
    text += "x=\"\(-w / 2)\" y=\"\(-h / 2)\" width=\"\(w)\" height=\"\(h)\"/>"
    if place == 0 { text += content(w, h) }
    // The number is at the window's upper left corner, so that it shows the window's orientation.
    let y = -h / 2 + (place == 0 && frame.bar != nil ? 23 : 14)
    text += "<text class=\"k\" x=\"\(-w / 2 + 6)\" y=\"\(y)\">\(number(layer))</text></g>"
    return text
  }

  private func content(_ w: Int, _ h: Int) -> String {
    let left = -w / 2 + 18
    let top = -h / 2 + 17
    return "<path class=\"l\" d=\"M\(left) \(top)h\(w * 55 / 100)M\(left) \(top + 10)h\(w * 6 / 10)"
      + "M\(left) \(top + 17)h\(w * 5 / 10)M\(left) \(top + 24)h\(w * 58 / 100)\"/>"
  }

  private func bar(_ bar: Frame.Bar) -> String {
    let (w, h) = turned(bar.angle)
    let kind = bar.isHidden ? "g" : bar.isMoving ? "r m" : "r"
    var text = "<g transform=\"rotate(\(bar.angle))\"><rect class=\"\(kind)\" x=\"\(-w / 2)\" "
    text += "y=\"\(-h / 2)\" width=\"\(w)\" height=\"10\"/>"
    text += "<text class=\"\(bar.isHidden ? "j" : "i")\" x=\"\(-w / 2 + 4)\" y=\"\(-h / 2 + 8)\">"
    text += bar.isHidden ? ReportPhrase.barHidden(language) : "9:41"
    text += "</text>"
    if !bar.isHidden {
      text +=
        "<rect class=\"a\" x=\"\(w / 2 - 14)\" y=\"\(-h / 2 + 3)\" width=\"10\" height=\"4\"/>"
    }
    return text + "</g>"
  }

  private func turned(_ angle: Int) -> (Int, Int) {
    let (w, h) = screen
    return abs(angle) > 45 && abs(angle) < 135 ? (h, w) : (w, h)
  }

  // MARK: - The list

  private var isCut: Bool { frame.layers.count > Self.maximumWindows }

  private var listed: [Frame.Layer] {
    guard isCut else { return frame.layers }
    let chosen = frame.layers.sorted { (rank($0), $0.id) < (rank($1), $1.id) }
      .prefix(Self.maximumWindows)
    return chosen.sorted { index($0) < index($1) }
  }

  private func line(_ layer: Frame.Layer, row: Int) -> String {
    let y = Self.listTop + Self.rowHeight * row
    var marks: [String] = []
    if layer.isHidden { marks.append(ReportPhrase.hidden(language)) }
    if layer.isKey {
      let isDesktop = frame.bar == nil
      marks.append(isDesktop ? HeadingPhrase.focus(language) : ReportPhrase.key(language))
    }
    if layer.isExempt { marks.append(ReportPhrase.exempt(language)) }
    if layer.isCulprit { marks.append("◀ " + ReportPhrase.toBlame(language)) }
    let tail = marks.isEmpty ? "" : "  <tspan class=\"n\">\(marks.joined(separator: " · "))</tspan>"
    let kind = layer.isCulprit ? "t u" : "t"
    // The arrow points to the window's top as the user sees it.
    return "<g transform=\"translate(10 \(y + 4)) rotate(\(frame.held + layer.angle))\">"
      + "<path class=\"v\" d=\"M0 6V-5M-4 -1L0 -6L4 -1\"/></g>"
      + "<text class=\"\(kind)\" x=\"24\" y=\"\(y + 8)\">\(number(layer)) "
      + Markup.name(layer.name) + tail + "</text>"
  }

  private func direction(_ angle: Int) -> String {
    switch Angle.folded(frame.held + angle) {
    case -45...45: ReportPhrase.up(language)
    case 46..<135: ReportPhrase.right(language)
    case -134..<(-45): ReportPhrase.left(language)
    default: ReportPhrase.down(language)
    }
  }

  // MARK: - Both

  private func kind(_ layer: Frame.Layer) -> String {
    let kind = layer.isHidden || layer.isExempt ? "h" : layer.isPage ? "p" : "w"
    return kind + (layer.isMoving ? " m" : "") + (layer.isCulprit ? " c" : "")
  }

  private func rank(_ layer: Frame.Layer) -> Int {
    if layer.isCulprit { return 0 }
    if layer.isPage || layer.isMoving { return 1 }
    return layer.isHidden || layer.isExempt ? 3 : 2
  }

  private func index(_ layer: Frame.Layer) -> Int {
    frame.layers.firstIndex { $0.id == layer.id } ?? 0
  }

  private func number(_ layer: Frame.Layer) -> Int { index(layer) + 1 }
}

/// The frames of a step side by side, as one picture.
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
    // Even a single frame needs enough width for the two lines of text above it.
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
      text += picture.caption + "</text>"
      text += "<g transform=\"translate(\(x) \(Self.heading + 20))\">" + picture.svg + "</g>"
    }
    return text + "</svg>\n"
  }

  // The text is cut to two lines; the title element contains the whole text.
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
