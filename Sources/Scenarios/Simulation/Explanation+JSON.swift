// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Explanation
public import Formats
import Orientation

extension Explanation {
  /// The explanation as one JSON document; `docs/explanations.md` lists its keys.
  public var json: JSONValue {
    let document = document
    return .object([
      .init("swivel", .int(1)), .init("code", .string(document.code)),
      .init("title", .string(document.title)), .init("outcome", .string(document.outcome)),
      .init("headline", .string(document.headline)), .init("event", .string(document.event)),
      .init("requested", Self.text(document.requested)),
      .init("moved", .string(document.moved)), .init("rules", .string(document.rules)),
      .init("step", .int(Int64(document.step))), .init("at", .string(document.at)),
      .init("windows", .array(document.windows.map(Self.row))),
      .init(
        "because",
        .object([
          .init("sentences", Self.list(document.sentences)),
          .init(
            "rules",
            .array(
              document.citations.map {
                .object([
                  .init("id", .string($0.rule)), .init("statement", .string($0.statement)),
                ])
              })),
        ])),
      .init("since", document.since.map { .int(Int64($0)) } ?? .null),
      .init("also", Self.list(document.also)),
      .init("gates", .array(document.gates.map(Self.gate))),
      .init("heard", Self.list(document.heard)),
      .init("answered-by", .array(document.answeredBy.map(Self.respondent))),
      .init("blame", Self.blame(document.blame)),
      .init("fixes", Self.list(document.fixes)),
      .init("next", Self.text(document.next)),
    ])
  }

  private static func row(_ row: ExplanationDocument.Row) -> JSONValue {
    .object([
      .init("window", .string(row.window)), .init("app", text(row.app)),
      .init("level", row.level.map { .int(Int64($0)) } ?? .null),
      .init("shown", flag(row.isShown)), .init("key", flag(row.isKey)),
      .init("asked-via", text(row.via)),
      .init("turn", flag(row.turn)), .init("turn-origin", text(row.turnOrigin)),
      .init("supports", row.supports.map(list) ?? .null),
      .init("supports-origin", text(row.supportsOrigin)),
      .init("request", text(row.request)), .init("effect", .string(row.effect)),
      .init("culprit", .bool(row.isCulprit)),
    ])
  }

  private static func gate(_ gate: ExplanationDocument.Gate) -> JSONValue {
    .object([
      .init("window", text(gate.window)), .init("gate", .string(gate.gate)),
      .init("passed", .bool(gate.isPassed)), .init("rule", .string(gate.rule)),
    ])
  }

  private static func respondent(_ asked: ExplanationDocument.Respondent) -> JSONValue {
    .object(
      [
        .init("window", .string(asked.window)), .init("question", .string(asked.question)),
        .init("origin", .string(asked.origin)),
      ] + (asked.by?.json.object ?? []))
  }

  private static func blame(_ blame: ExplanationDocument.Blame) -> JSONValue {
    let blockers = blame.blockers.map { list in
      JSONValue.object(list.map { .init($0.orientation, Self.list($0.names)) })
    }
    return .object([
      .init("tried", .int(Int64(blame.tried))),
      .init("findings", .array(blame.findings.map(finding))),
      .init("blockers", blockers ?? .null),
    ])
  }

  private static func finding(_ finding: ExplanationDocument.Finding) -> JSONValue {
    .object([
      .init("goal", .string(finding.goal)), .init("sentence", .string(finding.sentence)),
      .init("complete", .bool(finding.isComplete)),
      .init("searched-to", finding.searchedTo.map { .int(Int64($0)) } ?? .null),
      .init(
        "responsible",
        .array(
          finding.responsible.map {
            .object([
              .init("who", .string($0.who)), .init("responsibility", .string("1/\($0.oneIn)")),
            ])
          })),
      .init("repairs", .array(finding.repairs.map(repair))),
      .init("conflicts", .array(finding.conflicts.map { list($0) })),
    ])
  }

  private static func repair(_ repair: ExplanationDocument.Repair) -> JSONValue {
    .object([
      .init("edits", list(repair.edits)), .init("applicability", .string(repair.applicability)),
      .init("outcome", .string(repair.outcome)), .init("page", text(repair.page)),
      .init("status-bar", .string(repair.statusBar)), .init("predicts", .string(repair.prediction)),
      .init("command", text(repair.command)),
    ])
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  private static func flag(_ flag: Bool?) -> JSONValue { flag.map { .bool($0) } ?? .null }

  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension Respondent {
  /// Who answered, and in how many nanoseconds.
  var json: JSONValue {
    .object([
      .init("policy", .string(name)), .init("ring", .int(Int64(ring.number))),
      .init("kind", .string(ring.rawValue)),
      .init("nanoseconds", elapsed.map { .int($0.nanoseconds) } ?? .null),
    ])
  }
}
