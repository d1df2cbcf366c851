// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Explanation
import Formats
import Orientation

extension WhatIf {
  /// The difference as one JSON document; sentences are in the language of the style.
  public func json(style: TextStyle = .plain) -> JSONValue {
    let pairs = [first].compactMap(\.self).filter(\.differs) + later
    return .object([
      .init("swivel", 1), .init("decision", .int(Int64(first?.number ?? 0))),
      .init("edits", .array(edits.map { .string($0) })), .init("rules", .string(rulesID)),
      .init("differs", .bool(first?.differs == true || differing > 0)),
      .init("following", .int(Int64(following))), .init("differing", .int(Int64(differing))),
      .init(
        "differences",
        .array(
          pairs.map { pair in
            .object([
              .init("decision", .int(Int64(pair.number))),
              .init("was", pair.was.map { ending($0, style) } ?? .null),
              .init("would", pair.would.map { ending($0, style) } ?? .null),
            ])
          })),
    ])
  }

  private func ending(_ verdict: Verdict, _ style: TextStyle) -> JSONValue {
    .object([
      .init("outcome", .string(verdict.outcome.rawValue)),
      .init("page", verdict.page.map { .string($0.orientation.name) } ?? .null),
      .init("status-bar", .string(verdict.after.statusBar.orientation.name)),
      .init("conflicts", .array(verdict.conflicts.map { .string($0.kind.rawValue) })),
      .init("error", verdict.error.map { .string($0.name.rawValue) } ?? .null),
      .init("line", .string(line(verdict, style))),
    ])
  }
}
