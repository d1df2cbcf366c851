// SPDX-License-Identifier: Apache-2.0
import Formats

/// A page of the playground, which opens a case that is written into its file.
///
/// The case is a block of data, so the page's content security policy stays valid for its script.
public struct PlaygroundPage: Sendable {
  private static let opening = #"<script type="application/json" id="case">"#
  private static let closing = "</script>"

  private let head: String
  private let tail: String

  /// Creates a page from its HTML; `nil` if the HTML is no page of the playground.
  public init?(html: [UInt8]) {
    let (opening, closing) = (Array(Self.opening.utf8), Array(Self.closing.utf8))
    guard let start = html.firstRange(of: opening)?.upperBound,
      let end = html[start...].firstRange(of: closing)?.lowerBound
    else { return nil }
    head = String(decoding: html[..<start], as: UTF8.self)
    tail = String(decoding: html[end...], as: UTF8.self)
  }

  /// Returns the page that opens a scenario at a step; without a step, at the first one with a
  /// conflict, otherwise at the last.
  public func html(playing scenario: String, step: Int? = nil) -> String {
    let number: JSONValue = step.map { .int(Int64($0)) } ?? .null
    let data: JSONValue = ["text": .string(scenario), "step": number]
    // A tag in the scenario must not end the block.
    return head + data.compact().replacing("<", with: "\\u003c") + tail
  }
}
