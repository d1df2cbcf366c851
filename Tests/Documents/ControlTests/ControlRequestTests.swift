// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Formats
import Orientation
import Testing
import Text

@testable import Control

/// Requests and replies mean the same at both ends, and everything else is refused with a message.
@Suite struct ControlRequestTests {
  private static let requests: [ControlRequest] = [
    .ping, .status(), .status(.chinese), .history(since: nil, count: 20),
    .history(since: 7, count: 1),
    .explain(.last, .standard, .plain), .explain(.missedTurn, .short, .plain),
    .explain(.number(118), .full, TextStyle(colour: true, columns: 60, language: .chinese)),
    .lock(.current), .lock(.landscape), .lock(.portraitSecondary), .unlock, .toggleLock,
    .rotate(.by(1)), .rotate(.by(2)), .rotate(.by(3)), .rotate(.natural),
    .rotate(.to(.landscapeLeft)), .rotate(.natural, output: "eDP-2"), .reload,
    .quit, .orient(output: "DPI-1", .rotated270), .orient(output: "Unknown-1", nil),
    .watch(all: false), .watch(all: true),
    .record("/nonexistent/session.jsonl"), .record(nil), .whatIf(nil, ["menu=NO"], .plain),
    .whatIf(7, ["menu=NO", "page+=R"], TextStyle(columns: 60, language: .chinese)),
  ]

  @Test(arguments: Self.requests)
  func aRequestSurvivesEncoding(request: ControlRequest) throws {
    let text = request.json.compact()
    #expect(try ControlRequest(JSONValue.parse(text, file: "request")) == request)
  }

  @Test(
    arguments: [
      ("{}", ControlFailure.Kind.badRequest), ("[1]", .badRequest), ("7", .badRequest),
      ("{\"swivel\":2,\"request\":\"ping\"}", .badVersion),
      ("{\"swivel\":1}", .unknownRequest), ("{\"swivel\":1,\"request\":\"fly\"}", .unknownRequest),
      ("{\"swivel\":1,\"request\":\"history\",\"count\":-1}", .badRequest),
      ("{\"swivel\":1,\"request\":\"history\",\"since\":\"x\"}", .badRequest),
      ("{\"swivel\":1,\"request\":\"history\",\"count\":5000000000}", .badRequest),
      ("{\"swivel\":1,\"request\":\"explain\",\"decision\":1.5}", .badRequest),
      ("{\"swivel\":1,\"request\":\"explain\",\"detail\":\"more\"}", .badRequest),
      ("{\"swivel\":1,\"request\":\"whatif\"}", .badRequest),
      ("{\"swivel\":1,\"request\":\"record\",\"file\":\"here\"}", .badRequest),
      ("{\"swivel\":1,\"request\":\"whatif\",\"edits\":[7]}", .badRequest),
      ("{\"swivel\":1,\"request\":\"whatif\",\"edits\":[]}", .badRequest),
      ("{\"swivel\":1,\"request\":\"lock\",\"to\":\"any\"}", .badRequest),
      ("{\"swivel\":1,\"request\":\"rotate\"}", .badRequest),
      ("{\"swivel\":1,\"request\":\"orient\",\"to\":\"90\"}", .badRequest),
      ("{\"swivel\":1,\"request\":\"orient\",\"output\":\"DPI-1\"}", .badRequest),
      ("{\"swivel\":1,\"request\":\"orient\",\"output\":\"\",\"to\":\"90\"}", .badRequest),
      ("{\"swivel\":1,\"request\":\"rotate\",\"to\":\"up\"}", .badRequest),
    ])
  func aWrongRequestIsRefused(text: String, kind: ControlFailure.Kind) throws {
    let json = try JSONValue.parse(text, file: "request")
    let failure = #expect(throws: ControlFailure.self) { try ControlRequest(json) }
    #expect(failure?.kind == kind)
  }

  @Test func aShortRequestHasDefaults() throws {
    let json: JSONValue = ["swivel": 1, "request": "explain"]
    #expect(try ControlRequest(json) == .explain(.last, .standard, .plain))
  }

  @Test func everyLockAndRotationWordReadsBackEqual() {
    for word in OrientationLock.words {
      let lock = OrientationLock(word: word)
      #expect(lock != nil && lock.flatMap { OrientationLock(word: $0.rawValue) } == lock)
    }
    #expect(OrientationLock(word: "landscape-left") == .landscapeSecondary)
    #expect(OrientationLock(word: "portrait") == .portrait)
    for word in RotationWish.words {
      let wish = RotationWish(word: word)
      #expect(wish != nil && wish.flatMap { RotationWish(word: $0.word) } == wish)
    }
    #expect(RotationWish(word: "landscape-secondary") == .to(.landscapeLeft))
    // Words that were there first keep their meaning: a turn from what is shown.
    #expect(RotationWish(word: "left") == .by(1) && RotationWish(word: "180") == .by(2))
    let edges: [(words: [String], edge: PanelEdge)] = [
      (["normal", "0"], .top), (["90", "left-up"], .left), (["inverted", "bottom-up"], .bottom),
      (["270", "right-up"], .right),
    ]
    for (words, edge) in edges {
      for word in words {
        #expect(RotationWish(word: word) == .edge(edge), "\(word)")
        #expect(OrientationWord(word) == .edge(edge), "\(word)")
      }
    }
    #expect(OrientationWord("left") == .edge(.left) && OrientationWord("180") == .edge(.bottom))
    #expect(OrientationWord("landscape") == .lock(.landscape))
    #expect(OrientationWord("off") == nil && OrientationWord("flipped") == nil)
    #expect(RotationWish(word: "current") == nil && RotationWish(word: "unknown") == nil)
  }

  /// One table of words serves `rotate`, `lock` and `allow`, with one meaning for each.
  @Test func everyWordOfALockIsOneOfRotateAndAllow() {
    for word in OrientationWord.words where word != "current" {
      #expect(RotationWish(word: word) != nil, "\(word)")
      #expect(OrientationWord(word)?.mask(on: .landscape) != nil, "\(word)")
    }
    #expect(RotationWish(word: "upright") == .to(.portrait))
    #expect(RotationWish(word: "landscape") == .to(.landscapeRight))
    #expect(OrientationWord("upright")?.mask(on: nil) == .portrait)
    #expect(OrientationWord("left-up")?.mask(on: nil) == nil)
    #expect(OrientationWord("normal")?.mask(on: .landscape)?.allows(.portrait) == false)
  }

  @Test func aRequestNamesTheLanguageOfItsAnswer() {
    let request = ControlRequest.unlock.json(in: .chinese)
    #expect(request["language"] == "zh" && ControlRequest.language(of: request) == .chinese)
    #expect(ControlRequest.unlock.json["language"] == nil)
    #expect(ControlRequest.language(of: ["lang": "zh"]) == .chinese)
    #expect(ControlRequest.language(of: ["language": "xx"]) == .english)
    let reply = ControlReply.failure(ControlFailure(.notFound, ControlPhrase.noOutput()))
    #expect(reply.json["message"] == "there is no output that could be turned")
    #expect(reply.json(in: .chinese)["message"] == "没有可以旋转的输出")
  }

  @Test func aReplySurvivesEncoding() {
    let replies: [ControlReply] = [
      .result(["a": [1, nil]]), .failure(ControlFailure(.busy, "too many")),
    ]
    for reply in replies { #expect(ControlReply(reply.json) == reply) }
    #expect(ControlReply(["swivel": 2, "ok": true, "result": 1]) == nil)
    #expect(ControlReply(["swivel": 1, "ok": false, "error": "mood"]) == nil)
  }
}
