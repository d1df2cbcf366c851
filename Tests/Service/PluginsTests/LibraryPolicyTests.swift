// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Orientation
import Plugins
import Testing

/// Policies in C: valid answers count, invalid ones do not.
@Suite struct LibraryPolicyTests {
  /// Turns a window of such a policy to landscape; the policy's fallback refuses.
  private static func turn(
    _ id: String, confirm: String, head: String = "", extra: String = "", turns: Int = 1
  ) throws -> (verdicts: [Verdict], reports: [PolicyReport], host: PolicyHost) {
    let manifest = try Workshop().build(
      id, manifest: extra, Workshop.policy(id, confirm: confirm, head: head))
    let policy = try LibraryPolicy(LibraryPlugin.load(manifest))
    let host = PolicyHost()
    var reports: [PolicyReport] = []
    host.onReport = { reports.append($0) }
    let number = host.register(
      policy, name: id, ring: .library, budget: CallBudget(limit: manifest.budget))
    let fallback = DeclaredPolicy(autorotate: false)
    var harness = PolicyTestHarness(
      rules: DesktopRuleSet(), scene: Staging.scene([number], host, fallback: fallback), host: host)
    var verdicts: [Verdict] = []
    for index in 0..<turns {
      verdicts += harness.play(.device(.turned(index % 2 == 0 ? .landscapeLeft : .portrait)))
    }
    return (verdicts, reports, host)
  }

  @Test func aPluginsAnswerDecidesAndIsNamedInTheVerdict() throws {
    let found = try Self.turn(
      "yes",
      confirm: """
        answer->given = SWIVEL_GIVES_AUTOROTATE | SWIVEL_GIVES_SUPPORTED;
        answer->autorotate = 1;
        answer->supported = 1u << query->proposed;
        return SWIVEL_ANSWERED;
        """)
    let verdict = try #require(found.verdicts.first)
    #expect(verdict.outcome == .turned)
    #expect(verdict.asked.map(\.by?.name) == ["yes", "yes"])
    #expect(verdict.asked.map(\.by?.ring) == [.library, .library])
    // Called once; the second question uses the same answer.
    #expect(verdict.asked.map { $0.by?.elapsed != nil } == [true, false])
    #expect(found.reports.isEmpty)
  }

  @Test func withoutAnOpinionTheConfigurationAnswers() throws {
    let verdict = try Self.turn("abstains", confirm: "return SWIVEL_NO_OPINION;").verdicts.first
    #expect(verdict?.outcome == .blocked)
    #expect(verdict?.asked.map(\.origin) == [.written])
  }

  @Test(arguments: [
    (
      "mask", "answer->given = SWIVEL_GIVES_SUPPORTED; answer->supported = 0xFF; return 0;",
      "the mask 0xff has bits that are no orientation"
    ),
    (
      "flag", "answer->given = SWIVEL_GIVES_AUTOROTATE; answer->autorotate = 9; return 0;",
      "autorotate is 9, which is neither 0 nor 1"
    ),
    (
      "wish", "answer->given = SWIVEL_GIVES_PREFERRED; answer->preferred = 77; return 0;",
      "it prefers 77, which is no orientation"
    ),
    ("bits", "answer->given = 0x80; return 0;", "given is 0x80, which has unknown bits"),
    ("fault", "return SWIVEL_FAULT;", "confirm returned -1"),
    ("weird", "return 42;", "confirm returned 42"),
  ])
  func anInvalidAnswerIsReportedAndTheConfigurationAnswers(
    id: String, confirm: String, reason: String
  ) throws {
    let found = try Self.turn(id, confirm: confirm, turns: 3)
    let asked = try #require(found.verdicts.first?.asked.first)
    #expect(found.verdicts.first?.outcome == .blocked)
    #expect(asked.origin == .failed && asked.answer == .flag(false) && asked.by?.name == id)
    // Reported once, not at every turn.
    #expect(found.reports == [.fault(policy: id, reason: reason)])
  }

  @Test func threeBudgetOverrunsMuteThePolicy() throws {
    let found = try Self.turn(
      "slow",
      confirm: """
        struct timespec pause = {0, 3000000};
        nanosleep(&pause, 0);
        answer->given = SWIVEL_GIVES_AUTOROTATE;
        answer->autorotate = 1;
        return SWIVEL_ANSWERED;
        """, head: "#include <time.h>", extra: ", \"budget-microseconds\": 1000", turns: 5)
    #expect(found.reports.count == 4)
    #expect(found.reports.last == .muted(policy: "slow"))
    #expect("\(found.reports[0])".contains("overrun 1 of 3"))
    #expect(found.host.status.map(\.isMuted) == [true])
    // A late answer still counts; a muted plug-in is not asked.
    #expect(
      found.verdicts.map { $0.asked.first?.origin } == [
        .written, .written, .written, .failed, .failed,
      ])
    #expect((found.verdicts[2].asked.first?.by?.elapsed ?? .zero) >= .milliseconds(3))
  }

  @Test func aFloodOfLogLinesIsCutOff() throws {
    let found = try Self.turn(
      "loud",
      confirm: """
        for (int i = 0; i < 1000; i++) host->log(host->context, 0, "\\x1b[2Jshout", 9);
        return SWIVEL_NO_OPINION;
        """)
    let lines = found.reports.compactMap { if case .said(_, let text) = $0 { text } else { nil } }
    #expect(lines.count == 21)
    #expect(lines.first == "U+001B[2Jshout")
    #expect(lines.last == "floods the log; its next lines are left out")
  }

  @Test func configuredOptionsReachThePlugin() throws {
    let option = """
      , "options": [{"name": "mask", "type": "int", "range": [0, 30], "default": 2}]
      """
    let manifest = try Workshop().build(
      "optional", manifest: option,
      Workshop.policy(
        "optional",
        confirm: """
          if (host->option(host->context, "none")) return SWIVEL_FAULT;
          answer->given = SWIVEL_GIVES_SUPPORTED;
          answer->supported = atoi(host->option(host->context, "mask"));
          return SWIVEL_ANSWERED;
          """, head: "#include <stdlib.h>"))
    let text = "plugins: [{id: optional, options: {mask: 24}}]"
    let settings = try Configuration.parse(text, file: "c").plugins.flatMap(\.options)
    let policy = try LibraryPolicy(LibraryPlugin.load(manifest, settings: settings))
    let answer = try policy.confirm(PolicyQuery(window: WindowID(1)))
    #expect(answer == DeclaredPolicy(supported: .landscape))
  }

  @Test func everyWindowFactReachesThePlugin() throws {
    let manifest = try Workshop().build(
      "facts",
      Workshop.policy(
        "facts",
        confirm: """
          int fits = query->size == sizeof *query && query->window == 7
            && query->proposed == SWIVEL_LANDSCAPE_LEFT && query->current == SWIVEL_PORTRAIT
            && query->flags == (SWIVEL_WINDOW_FOCUSED | SWIVEL_WINDOW_FULLSCREEN
              | SWIVEL_WINDOW_MINIMIZED | SWIVEL_WINDOW_MAY_VETO)
            && strcmp(query->app_id, "org.example.ü") == 0;
          answer->given = SWIVEL_GIVES_AUTOROTATE;
          answer->autorotate = fits;
          return SWIVEL_ANSWERED;
          """, head: "#include <string.h>"))
    let query = PolicyQuery(
      window: WindowID(7), appID: "org.example.ü", proposed: .landscapeLeft, current: .portrait,
      isFocused: true, isFullscreen: true, isHidden: true, mayVeto: true)
    let policy = try LibraryPolicy(LibraryPlugin.load(manifest))
    #expect(try policy.confirm(query) == DeclaredPolicy(autorotate: true))
  }
}
