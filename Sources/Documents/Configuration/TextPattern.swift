// SPDX-License-Identifier: Apache-2.0
import Formats

/// What a window's identifier or title has to be: a pattern with `*`, or a regular expression.
public enum TextPattern: Equatable, Sendable {
  /// The whole text has to fit.
  case glob(Glob)
  /// A part of the text is enough.
  case expression(RegularExpression)

  /// Whether a text fits; upper and lower case differ.
  public func matches(_ text: String) -> Bool {
    switch self {
    case .glob(let glob): glob.matches(text)
    case .expression(let expression): expression.matches(text)
    }
  }

  /// Reads text with `*`, or `{regex: EXPRESSION}`.
  init(_ node: Node) throws(InputError) {
    guard node.kind == .mapping else {
      self = .glob(Glob(try node.string()))
      return
    }
    var map = try node.map()
    let expression = try map.require("regex")
    try map.finish()
    let text = try expression.string()
    do throws(RegularExpression.Problem) {
      self = .expression(try RegularExpression(text))
    } catch {
      throw expression.error(
        "\(expression.found), which is no regular expression: \(error.description)")
    }
  }
}
