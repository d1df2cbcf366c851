// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing
import Text

@testable import Experiments
@testable import Explanation

/// Keeps docs/messages.md equal to the phrases of the sources; SWIVEL_RECORD=1 writes it anew.
@Suite struct MessageTests {
  private static let groups = MessageGroup.all

  @Test func everyPhraseIsReadAsItsProgramReadsIt() {
    #expect(Self.groups.flatMap(\.messages).count > 600)
    func patterns(_ kind: (some Phrase).Type) -> [String] { kind.allCases.map(\.patterns.english) }
    func read(_ name: String) -> [String]? {
      Self.groups.first { $0.name == name }?.messages.map(\.english)
    }
    #expect(read("DesktopPhrase") == patterns(DesktopPhrase.self))
    #expect(read("LayoutPhrase") == patterns(LayoutPhrase.self))
    #expect(read("WhatIfPhrase") == patterns(WhatIfPhrase.self))
  }

  @Test func bothLanguagesHaveTheSameHoles() {
    for group in Self.groups {
      for message in group.messages {
        let place = "\(group.name).\(message.name)"
        let holes = Set(holes(message.english))
        #expect(!message.english.isEmpty && !message.chinese.isEmpty, "\(place)")
        #expect(holes == Set(self.holes(message.chinese)), "\(place): \(message.chinese)")
        let unknown = holes.filter { MessageGroup.samples[$0] == nil }
        #expect(unknown == [], "\(place): add a sample for the page of messages")
      }
    }
  }

  /// Finds a forgotten translation, or a pattern of two phrases by mistake.
  @Test func chinesePhrasesContainChineseCharacters() {
    let same: Set = ["join", "key", "takes", "call"]
    for message in Self.groups.flatMap(\.messages) where !same.contains(message.name) {
      #expect(message.chinese.contains { DisplayWidth.of($0) == 2 }, "\(message)")
    }
  }

  @Test(arguments: ["messages", "messages-english"])
  func aPageOfMessagesMatchesTheSources(page: String) throws {
    let file = ExampleFiles.root.appending(path: "docs/\(page).md")
    let text = page == "messages" ? Self.document() : Self.englishDocument()
    if ProcessInfo.processInfo.environment["SWIVEL_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(written == text, "docs/\(page).md is stale: run again with SWIVEL_RECORD=1")
  }

  private static let literals = MessageGroup.sources.map {
    (file: $0.file, all: SourceLiterals.all(in: $0.text))
  }

  /// The files whose texts are on other pages, or only for developers of Swivel.
  private static var leftOut: Regex<Substring> {
    /Explanation\/Rules|CodePage|XML\/Protocol|WaylandScanner/
  }

  /// Returns the page of the messages that have no Chinese text, by folder and file.
  private static func englishDocument() -> String {
    var text = """
      # Messages in English

      For whoever wants to read in one sitting what the programs print beside the phrases of
      [messages.md](messages.md): notes of the daemon, mistakes in scenarios and recordings, options.
      ‹name› is filled in. The texts of `--help` are the manual pages, those of rules and codes in
      [rules.md](rules.md) and [explanations.md](explanations.md); the protocol scanner's, for
      developers of Swivel, are left out. Written from the sources by
      `SWIVEL_RECORD=1 swift test --filter MessageTests`.

      """
    var folder = ""
    for (file, literals) in literals where !file.contains(leftOut) {
      let messages = literals.map {
        $0.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      }.filter(isMessage)
      guard !messages.isEmpty else { continue }
      let parts = file.split(separator: "/")
      let room = parts.prefix(2).joined(separator: "/")
      if room != folder { text += "\n## \(room)\n" }
      folder = room
      text += "\n\(parts.last?.dropLast(6) ?? "")\n\n"
      for message in messages { text += "- \(message)\n" }
    }
    return text
  }

  /// Returns whether a literal is a sentence, not a phrase of the other page, markup or a long text.
  private static func isMessage(_ text: String) -> Bool {
    text.count < 400 && text.count(where: { $0 == " " }) > 1
      && !text.contains(/[\u{3000}-\u{9fff}]|<\w|<\/|="‹|\w;\}|^[.#@]\w+[ ,].*\{|^\{.*\}$/)
  }

  private static func document() -> String {
    var text = """
      # Messages

      For whoever changes or translates a message, or wants to read all of them in one sitting: the
      sentences and words of explanations, `swivel status`, `lock`, `rotate` and `doctor`, mistakes of
      the configuration, sensors, reports, the overlay and the rotate button, each with an example.
      [messages-english.md](messages-english.md) lists what is said in English only. Written from the
      sources by `SWIVEL_RECORD=1 swift test --filter MessageTests`.

      """
    let codes = ExplanationCode.allCases.map {
      Message(name: $0.rawValue, english: $0.patterns.english, chinese: $0.patterns.chinese)
    }
    for group in groups + [MessageGroup("ExplanationCode", "The meaning of the codes", codes)] {
      text += "\n## \(group.title)\n\n`\(group.name)`\n\n"
      text += "| name | English | Chinese |\n|---|---|---|\n"
      for message in group.messages {
        let english = MessageGroup.filled(message.english, \.english)
        let chinese = MessageGroup.filled(message.chinese, \.chinese)
        text += "| \(message.name) | \(english) | \(chinese) |\n"
      }
    }
    return text
  }

  /// The words that a message must not have, since they are this project's own, with better ones.
  private static let privateWords = [
    "came along": "turned along", "come along": "are included", "everybody": "all windows",
    "give back": "restore", "given back": "restored", "gives back": "restores",
    "has a say": "is asked", "has the last word": "decides", "have a say": "are asked",
    "heard": "received", "heeds": "follows", "hears": "receives", "in a circle": "in a cycle",
    "nobody": "no program", "nothing is lost": "the result is the same",
    "somebody": "another program",
    "stands at": "is at", "tell of": "report", "tells of": "reports", "told": "reported",
    "wish": "request", "wishes": "requests",
  ]

  @Test func noMessageHasAPrivateWord() throws {
    let words = Self.privateWords.keys.sorted().joined(separator: "|")
    let pattern = try Regex<(Substring, Substring)>("\\b(\(words))\\b").ignoresCase()
    let files = Self.literals
    #expect(files.count > 500)
    for (file, literals) in files {
      for literal in literals where literal.text.contains(" ") {
        // A single word is a key of a format or of a message.
        let text = literal.text.replacing(/‹[^›]*›/, with: "")
        guard let found = text.firstMatch(of: pattern) else { continue }
        let better = Self.privateWords[found.1.lowercased()] ?? ""
        Issue.record(
          "\(file):\(literal.line): \"\(found.1)\", better \"\(better)\": \(literal.text)")
      }
    }
  }

  /// A clause that continues another literal can be neither translated nor read by itself.
  @Test func noMessageBeginsInTheMiddle() {
    for (file, literals) in Self.literals where !file.contains(Self.leftOut) {
      for literal in literals where !literal.text.hasSuffix(" ") {
        let middle = /^(?:[,;:)] | \(?)(?:‹[^›]*› )?[a-z]+ [^=<>]*[a-z]/
        guard literal.text.contains(middle) else { continue }
        Issue.record("\(file):\(literal.line): write whole sentences: \(literal.text)")
      }
    }
  }

  private func holes(_ pattern: String) -> [String] {
    pattern.matches(of: /\{([^}]*)\}/).map { String($0.1) }
  }
}

/// A phrase of the sources, with its pattern in each language.
private struct Message {
  let name: String
  let english: String
  let chinese: String
}

/// The phrases of an enumeration.
private struct MessageGroup {
  let name: String
  let title: String
  let messages: [Message]

  init(_ name: String, _ title: String, _ messages: [Message]) {
    self.name = name
    self.title = title
    self.messages = messages
  }

  /// The enumerations of phrases in all sources, by the names of their files.
  static let all = sources.map(\.text).filter { $0.contains(": String, Phrase {") }
    .flatMap { read($0) }

  /// The Swift files of the package, by name.
  static let sources: [(file: String, text: String)] = {
    let found = FileManager.default.enumerator(atPath: ExampleFiles.root.path + "/Sources")
    return (found?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted()
      .map { ($0, Documentation.text("Sources/" + $0)) }
  }()

  private static func read(_ source: String) -> [MessageGroup] {
    let enumeration =
      #/
      \/\/\/\ ([^\n]*?)\.?\n (?:\/\/\/[^\n]*\n)* (?:public\ |private\ )?
      enum\ (\w+):\ String,\ Phrase\ \{\n (.*?) \n\}
      /#.dotMatchesNewlines()
    let phrase = #/case (\w+) = (?:"""\n(.*?)\n *"""|"((?:[^"\\]|\\.)*)")/#.dotMatchesNewlines()
    return source.matches(of: enumeration).map { found in
      MessageGroup(
        String(found.2), String(found.1),
        found.3.matches(of: phrase).map { phrase in
          let text = (phrase.2 ?? phrase.3 ?? "").replacing(/\\\n */, with: "")
            .replacing(#"\""#, with: "\"")
          let pair = String(text.drop { phrase.2 != nil && $0 == " " }).split(separator: " | ")
          return Message(
            name: String(phrase.1), english: String(pair.first ?? ""),
            chinese: String(pair.last ?? ""))
        })
    }
  }

  /// Returns a pattern with a sample in each hole.
  static func filled(_ pattern: String, _ language: KeyPath<Sample, String>) -> String {
    pattern.replacing(/\{(\w+)\}/) { hole in
      samples[String(hole.1)]?[keyPath: language] ?? String(hole.0)
    }
  }

  typealias Sample = (english: String, chinese: String)

  /// A sample for each hole; here the texts that are the same in both languages.
  private static let alike: [String: String] = [
    "address": "the system bus",
    "allow": "swivel allow mpv landscape",
    "answer": "NO",
    "app": "mpv",
    "bytes": "4096",
    "call": "will-rotate",
    "chain": "nav > quiz > nav",
    "changes": #""menu" -> NO"#,
    "code": "SW0301",
    "command": "swivel rotate normal",
    "compositor": "sway",
    "conflict": "hijack",
    "controller": #""player""#,
    "count": "3",
    "degrees": "90",
    "device": "iio:device0 (bmc150)",
    "doubt": "shaken",
    "edits": "'mpv=YES'",
    "entry": "/usr/share/applications/mpv.desktop",
    "exception": "UIApplicationInvalidInterfaceOrientation",
    "facts": "minimised, hidden",
    "fault": "unplugged",
    "file": "~/.config/swivel/config.yaml",
    "first": #""mpv""#,
    "from": "1",
    "gate": "autorotate",
    "habit": "adds its own rotation",
    "index": "1",
    "interface": "zwlr_foreign_toplevel_manager_v1",
    "key": "X-Lomiri-Supported-Orientations",
    "keys": "device.lock",
    "last": #""Calendar""#,
    "leader": "HDMI-A-1",
    "lines": "- {app-id: mpv, supported: all}",
    "lock": "landscape",
    "mark": "documented",
    "mask": "P L R",
    "match": "{match: DP-1, policy: auto}",
    "matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1",
    "milliseconds": "42",
    "mistake": "config.yaml:3:5: no key \"supportd\"",
    "mode": "on",
    "modes": "landscape",
    "most": "100",
    "name": "mpv",
    "names": "sway, phoc, KDE Plasma",
    "number": "7",
    "old": "normal",
    "orientation": "landscape-left",
    "orientations": "landscape",
    "other": "portrait",
    "output": "eDP-1",
    "page": "main",
    "path": "/dev/iio:device0",
    "pattern": "*.overlay",
    "plugin": #""by-title""#,
    "policy": "{fixed: 90}",
    "pose": "face-up",
    "posture": "laptop",
    "request": "BEHIND",
    "rule": "B-2",
    "rules": "uikit-8",
    "scale": "scale 0.0098",
    "seconds": "12.345",
    "sensor": "iio:device0",
    "sensors": "iio:device0, iio:device1",
    "setting": "supported: landscape",
    "share": "1/2",
    "simulation": "swivel simulate menu.yaml --rules uikit-8+follow-key",
    "source": "in_mount_matrix",
    "step": "4",
    "style": "full-screen",
    "to": "9",
    "trial": "swivel whatif 4 'main=YES'",
    "tried": "214",
    "value": "\"landscpe\"",
    "values": "desktop, uikit-8",
    "version": "1.4.0",
    "window": #""mpv""#,
    "word": "left-up",
  ]

  static let samples: [String: Sample] = [
    "casing": ("a convertible", "可翻转的笔记本"),
    "edgeName": ("left", "左"),
    "meaning": ("the compositor alone is wrong", "只有合成器不对"),
    "problem": (#"unknown key "sugest""#, #"未知的键 "sugest""#),
    "reasons": ("the system bus does not answer", "系统总线没有回答"),
    "warning": ("a value is not a number", "有一个值不是数"),
    "attempts": ("3 attempts", "3 次尝试"),
    "blame": (#""menu", responsibility 1/1"#, #""menu"，责任 1/1"#),
    "calls": ("1 open call", "还有 1 次调用未配对"),
    "cause": ("hidden", "隐藏"),
    "change": ("YES to all", "全部 YES"),
    "clause": ("it answered YES by default", "它 默认回答 YES"),
    "description": ("transform 1 (left edge up)", "transform 1（左边朝上）"),
    "edge": ("left edge up", "左边朝上"),
    "effect": ("eDP-1 turns to 90 (left edge up)", "eDP-1 转到 90（左边朝上）"),
    "event": ("the device turned to landscape-left", "设备转到 landscape-left"),
    "goal": ("for landscape-left", "要转到 landscape-left"),
    "kind": ("changes intent", "改变原意"),
    "label": ("needs author", "需要作者"),
    "legend": ("<< to blame", "<< 责任方"),
    "line": ("supported: all", "supported: all"),
    "limit": ("allows landscape only", "只允许 landscape"),
    "limits": ("the app's list allows P", "应用的方向列表允许 P"),
    "masks": ("the app's list: P", "应用的方向列表：P"),
    "origin": ("forwarded", "转发"),
    "outcome": ("the screen did not rotate: rotation is locked", "屏幕没有旋转：旋转已锁定"),
    "orientations": ("portrait and landscape-left", "portrait 与 landscape-left"),
    "outputs": ("eDP-1 and HDMI-A-1", "eDP-1 和 HDMI-A-1"),
    "parties": (#""menu" and the app's list"#, #""menu" 与应用的方向列表"#),
    "party": ("the app's list", "应用的方向列表"),
    "place": (
      #"in story.yaml, in the policy of window "mpv""#, #"在 story.yaml 里窗口 "mpv" 的 policy 中"#
    ),
    "properties": ("P1 and P4", "P1 与 P4"),
    "reason": ("its rule allows landscape only", "它的规则只允许 landscape"),
    "remedy": (#"let "menu" answer NO to turning"#, #"让 "menu" 对旋转回答 NO"#),
    "repair": ("one change is enough for landscape-left", "要转到 landscape-left，改一个就够"),
    "respondent": (#""mpv": "by-title" (library, ring 2)"#, #""mpv"："by-title"（动态库，第 2 环）"#),
    "hint": (
      #"the rule for app-id "MPV" does not apply to "mpv": case matters"#,
      #"the rule for app-id "MPV" does not apply to "mpv": case matters"#
    ),
    "rest": ("rotation is locked", "旋转已锁定"),
    "trouble": ("no sensor is there: unplugged", "没有传感器：unplugged"),
    "result": ("no rotation to 90 (left edge up)", "没有旋转到 90（左边朝上）"),
    "ring": ("library, ring 2", "动态库，第 2 环"),
    "rotation": ("90° counter-clockwise", "逆时针 90°"),
    "search": ("complete, 214 tried", "完整，试过 214 次"),
    "second": (#""main" answered NO"#, #""main" 回答 NO"#),
    "sentence": (#""menu" answered YES by default"#, #""menu" 默认回答 YES"#),
    "side": ("up", "上"),
    "state": ("blocked", "受阻"),
    "statement": ("Rotation is locked, so no window is asked", "旋转已锁定，不询问任何窗口"),
    "time": ("42 s", "42 秒"),
    "title": ("another window turned the status bar, the page did not turn", "另一个窗口转动了状态栏，页面没有转"),
    "transform": ("90 (left edge up)", "90（左边朝上）"),
    "turn": ("90° counter-clockwise, left edge up", "逆时针 90°，左边朝上"),
    "why": ("mpv had the focus and its rule allows landscape only", "mpv 有焦点，它的规则只允许 landscape"),
    "willing": (#""main" would turn"#, #""main" 愿意旋转"#),
    "windows": (#""mpv" and "Calendar""#, #""mpv"、"Calendar""#),
  ].merging(alike.mapValues { ($0, $0) }) { $1 }
}
