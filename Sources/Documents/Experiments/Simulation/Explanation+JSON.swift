// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Explanation
public import Formats
import Orientation

extension Explanation {
  /// The explanation as one JSON document; `docs/explanations.md` lists its keys.
  public var json: JSONValue {
    let document = document
    return [
      "swivel": .int(1), "code": .string(document.code), "title": .string(document.title),
      "outcome": .string(document.outcome), "headline": .string(document.headline),
      "event": .string(document.event), "requested": Self.text(document.requested),
      "moved": .string(document.moved), "rules": .string(document.rules),
      "step": .int(Int64(document.step)), "at": .string(document.at),
      "windows": .array(document.windows.map(Self.row)),
      "because": [
        "sentences": Self.list(document.sentences),
        "rules": .array(
          document.citations.map {
            ["id": .string($0.rule), "statement": .string($0.statement)]
          }),
      ],
      "since": document.since.map { .int(Int64($0)) } ?? .null, "also": Self.list(document.also),
      "untold": Self.text(document.untold),
      "gates": .array(document.gates.map(Self.gate)), "heard": Self.list(document.heard),
      "answered-by": .array(document.answeredBy.map(Self.respondent)),
      "blame": Self.blame(document.blame), "fixes": Self.list(document.fixes),
      "next": Self.text(document.next),
    ]
  }

  private static func row(_ row: ExplanationDocument.Row) -> JSONValue {
    [
      "window": .string(row.window), "app": text(row.app),
      "level": row.level.map { .int(Int64($0)) } ?? .null, "shown": flag(row.isShown),
      "key": flag(row.isKey), "asked-via": text(row.via), "turn": flag(row.turn),
      "turn-origin": text(row.turnOrigin), "supports": row.supports.map(list) ?? .null,
      "supports-origin": text(row.supportsOrigin), "request": text(row.request),
      "effect": .string(row.effect), "culprit": .bool(row.isCulprit),
    ]
  }

  private static func gate(_ gate: ExplanationDocument.Gate) -> JSONValue {
    [
      "window": text(gate.window), "gate": .string(gate.gate), "passed": .bool(gate.isPassed),
      "rule": .string(gate.rule),
    ]
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
    return [
      "tried": .int(Int64(blame.tried)), "findings": .array(blame.findings.map(finding)),
      "blockers": blockers ?? .null,
    ]
  }

  private static func finding(_ finding: ExplanationDocument.Finding) -> JSONValue {
    [
      "goal": .string(finding.goal), "sentence": .string(finding.sentence),
      "complete": .bool(finding.isComplete),
      "searched-to": finding.searchedTo.map { .int(Int64($0)) } ?? .null,
      "responsible": .array(
        finding.responsible.map {
          ["who": .string($0.who), "responsibility": .string("1/\($0.oneIn)")]
        }),
      "repairs": .array(finding.repairs.map(repair)),
      "conflicts": .array(finding.conflicts.map { list($0) }),
    ]
  }

  private static func repair(_ repair: ExplanationDocument.Repair) -> JSONValue {
    [
      "edits": list(repair.edits), "applicability": .string(repair.applicability),
      "outcome": .string(repair.outcome), "page": text(repair.page),
      "status-bar": .string(repair.statusBar), "predicts": .string(repair.prediction),
      "command": text(repair.command),
    ]
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  private static func flag(_ flag: Bool?) -> JSONValue { flag.map { .bool($0) } ?? .null }

  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension Respondent {
  /// The respondent with the time of its answer in nanoseconds.
  var json: JSONValue {
    [
      "policy": .string(name), "ring": .int(Int64(ring.number)), "kind": .string(ring.rawValue),
      "nanoseconds": elapsed.map { .int($0.nanoseconds) } ?? .null,
    ]
  }
}
