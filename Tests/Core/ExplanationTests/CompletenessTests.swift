// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing
import Text

@testable import Explanation

/// Every verdict has a headline, and a conflict's culprits are in it or marked.
struct CompletenessTests {
  @Test(arguments: RuleSetCatalog.names, UInt64(1)...CaseCount.of(1, optimised: 6))
  func everyVerdictHasAHeadlineThatNamesTheCulprits(_ rules: String, _ seed: UInt64) throws {
    var chance = Chance(state: seed)
    let output = Output(id: OutputID(1), name: "eDP-1")
    var story = Story(
      try Stories.uikit(rules),
      Scene(
        app: App(supported: chance.next(3) == 0 ? [.portrait] : nil), outputs: [output],
        windows: [chance.window(1), chance.window(2), chance.window(3)], key: WindowID(1)))
    for _ in 0..<30 { story.send(chance.event()) }
    #expect(story.verdicts.count > 20)
    for verdict in story.verdicts {
      let explanation = Explanation(verdict, rules: story.rules, names: [WindowID(2): "w2"])
      let first = explanation.text(.short)
      #expect(!first.contains("  ") && !first.hasSuffix(": ") && !first.hasSuffix("- "), "\(first)")
      let lines = explanation.text().split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= Explanation.mostLines)
      #expect(explanation.code.rawValue == first.prefix(6))
      for conflict in verdict.conflicts where ExplanationCode(conflict) == explanation.code {
        for case .window(let id) in conflict.culprits {
          #expect(first.contains(explanation.evidence.quotedName(of: id)), "\(first)")
        }
      }
    }
  }
}

/// Every record states why nothing turned.
struct BlockedReasonTests {
  @Test(arguments: RandomDecisions.ruleSets.indices)
  func everyBlockedTurnHasItsReason(_ index: Int) {
    let rules = RandomDecisions.ruleSets[index]
    for seed in 1...CaseCount.of(6, optimised: 40) {
      let run = RandomDecisions(
        seed: UInt64(seed) &* 101, rules: rules, windows: seed % 6 + 1, events: 10)
      for verdict in run.decisions.map(\.verdict) {
        let place = "\(rules.id), seed \(seed), step \(verdict.step)"
        for language in Language.allCases {
          let style = TextStyle(language: language)
          let explanation = Explanation(verdict, rules: rules, style: style)
          let first = explanation.text(.short)
          for phrase in [HeadlinePhrase.unknown, .nothingKnown] {
            let words = phrase.patterns
            let pattern = language == .english ? words.english : words.chinese
            let isDevice = verdict.after.device.orientation == .unknown
            #expect(isDevice || !first.hasSuffix(" \(pattern)"), "\(place): \(first)")
          }
          #expect(!first.contains("?"), "\(place): \(first)")
          guard verdict.outcome == .blocked else { continue }
          // The request was blocked, so the headline must not say that all is as wanted.
          let phrases: [any Phrase] = [
            BlockPhrase.standsAsWanted, DesktopPhrase.standsAsWanted,
          ]
          for words in phrases.map(\.patterns) {
            let stands = language == .english ? words.english : words.chinese
            #expect(!first.contains(stands), "\(place): \(first)")
          }
        }
        let stop = FirstBlockedGate(verdict)
        guard verdict.outcome == .blocked else { continue }
        #expect(stop.gate != nil || !verdict.asked.isEmpty, "\(place): \(stop)")
      }
    }
  }
}

/// A generator of the same numbers in every run.
private struct Chance {
  var state: UInt64

  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  mutating func mask() -> OrientationMask {
    [.all, .allButUpsideDown, .portrait, .landscape, .landscapeLeft][next(5)]
  }

  mutating func policy() -> DeclaredPolicy {
    DeclaredPolicy(
      autorotate: [nil, true, false][next(3)], supported: next(2) == 0 ? nil : mask())
  }

  mutating func window(_ number: Int32) -> Window {
    var window = Window.declared(
      number, "w\(number)", level: Int32(next(3)) * 1000, isHidden: next(4) == 0, policy(),
      shell: ShellTraits(mayVeto: next(2) == 0))
    if next(6) == 0 { window.root = nil }
    if next(8) == 0 { window.isFollower = true }
    return window
  }

  mutating func event() -> Event {
    let id = WindowID(Int32(next(4) + 1))
    switch next(18) {
    case 0...5: return .device(.turned(DeviceOrientation.allCases[next(7)]))
    case 6: return .window(id, next(2) == 0 ? .show : .hide)
    case 7: return .window(id, .makeKey)
    case 8: return .window(id, .setRoot(Controller(id: "r", policy: .declared(policy()))))
    case 9: return .window(id, next(2) == 0 ? .disableAutorotation : .enableAutorotation)
    case 10: return .add(window(id.rawValue), makesKey: next(2) == 0)
    case 11: return .window(id, .remove)
    case 12: return .app(next(2) == 0 ? .background : .foreground)
    case 13: return .device(next(2) == 0 ? .forced(.portrait) : .rotationLock(next(2) == 0))
    case 15: return .observe
    case 16: return .output(.transform(OutputID(1), Transform.allCases[next(8)]))
    case 14: return .window(id, .requestGeometry(mask()))
    default: return .app(next(2) == 0 ? .attemptRotation : .setStatusBar(.landscapeLeft))
    }
  }
}
