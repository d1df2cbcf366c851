// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The description of a virtual output: its panel and initial state.
public struct OutputSpecification: Sendable, Hashable {
  /// The maximum length of a side in pixels, and the maximum scale.
  public static let limits = (side: Int32(8192), scale: Int32(16))

  /// The connector's name; nil selects the next free `HEADLESS-n`.
  public var name: String?
  /// The panel's size in physical pixels.
  public var size: Size
  /// Physical pixels for each logical pixel.
  public var scale: Int32
  /// The transform from the logical picture to the panel.
  public var transform: Transform
  /// The refresh rate in millihertz.
  public var refresh: Int32 = 60_000

  /// Creates a specification; by default the name is chosen, the scale is 1, and the panel is not
  /// rotated.
  public init(
    name: String? = nil, size: Size, scale: Int32 = 1, transform: Transform = .normal
  ) {
    self.name = name
    self.size = size
    self.scale = scale
    self.transform = transform
  }
}

extension OutputSpecification {
  /// Parses `[NAME:]WIDTHxHEIGHT[@SCALE][,TRANSFORM]`.
  ///
  /// Width and height are pixels of the unrotated panel, up to `limits.side`; the scale is an
  /// integer from 1 to `limits.scale`, the transform a name of wl_output such as `flipped-90`.
  public init(parsing text: String) throws(OutputSyntaxError) {
    var rest = text[...]
    var name: String?
    if let colon = rest.firstIndex(of: ":") {
      name = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
      guard name?.isEmpty == false else { throw OutputSyntaxError(text, "its name is empty") }
    }
    var transform = Transform.normal
    if let comma = rest.firstIndex(of: ",") {
      let word = String(rest[rest.index(after: comma)...])
      guard let found = Transform(name: word, in: .wayland) else {
        let words = Transform.allCases.map(\.wireName).joined(separator: ", ")
        throw OutputSyntaxError(text, "the transform '\(word)' is none of \(words)")
      }
      transform = found
      rest = rest[..<comma]
    }
    var scale: Int32 = 1
    if let at = rest.firstIndex(of: "@") {
      let digits = rest[rest.index(after: at)...]
      guard let number = Self.number(digits, upTo: Self.limits.scale) else {
        throw OutputSyntaxError(text, "its scale is not 1 to \(Self.limits.scale)")
      }
      scale = number
      rest = rest[..<at]
    }
    let sides = rest.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Self.number(sides[0], upTo: Self.limits.side),
      let height = Self.number(sides[1], upTo: Self.limits.side)
    else {
      throw OutputSyntaxError(text, "its size is not two numbers from 1 to \(Self.limits.side)")
    }
    self.init(
      name: name, size: Size(width: width, height: height), scale: scale, transform: transform)
  }

  private static func number(_ digits: Substring, upTo limit: Int32) -> Int32? {
    // The digits are checked because `Int32` would accept a sign.
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int32(digits),
      (1...limit).contains(number)
    else { return nil }
    return number
  }
}

/// The error that a text does not describe an output.
public struct OutputSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error message: the text, the reason and the valid syntax.
  public let description: String

  init(_ text: String, _ reason: String) {
    description =
      "'\(text)' is no output: \(reason); [NAME:]WIDTHxHEIGHT[@SCALE][,TRANSFORM] is, such as "
      + "1280x800, 640x960@2 or eDP-1:1280x800,90"
  }
}
