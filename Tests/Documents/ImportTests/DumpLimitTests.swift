// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Formats
import Testing

@testable import Import

/// The limits of dumps, at the bound and one past it.
@Suite struct DumpLimitTests {
  private enum Kind: CaseIterable { case android, uikit, session }

  /// Returns the message with which a dump is refused; nil if it is taken.
  private static func refusal(_ kind: Kind, _ text: String) -> String? {
    let dump = [(file: "dump", bytes: Array(text.utf8))]
    do throws(InputError) {
      switch kind {
      case .android: _ = try AndroidImport(dump)
      case .uikit: _ = try UIKitImport(dump, rules: "uikit-8")
      case .session: _ = try SessionDump(dump)
      }
      return nil
    } catch { return error.description }
  }

  @Test(arguments: Kind.allCases)
  private func aTextOfTheMostLinesIsReadAndOneLineMoreIsRefused(kind: Kind) {
    let most = String(repeating: "\n", count: DumpText.maximumLines)
    #expect(Self.refusal(kind, most)?.contains("nothing is in it") == true)
    let words = "more than \(DumpText.maximumLines) lines"
    #expect(Self.refusal(kind, most + "\n")?.contains(words) == true)
  }

  @Test func aLineIsReadUpToItsLimit() {
    let longest = String(repeating: "a", count: DumpText.longestLine)
    for end in ["", "b"] {
      let text = DumpText(Array("\(longest)\(end)\nlast\n".utf8), file: "dump")
      #expect(text.lines.map { String($0.text) } == [longest, "last"])
    }
  }

  @Test(arguments: [
    ("displays", 500), ("activities", 500), ("windows", 500), ("lines of sensors", 100_000),
  ])
  func anAndroidDumpOfTheMostIsReadAndOneMoreIsRefused(what: String, most: Int) {
    let head = "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n"
    let first = "  Display: mDisplayId=0\n"
    func lines(_ count: Int, _ line: (Int) -> String) -> String {
      (0..<count).map { line($0) + "\n" }.joined()
    }
    func dump(_ count: Int) -> String {
      switch what {
      case "displays": head + lines(count) { "  Display: mDisplayId=\($0)" }
      case "activities":
        head + first + "    Application tokens in top down Z order:\n"
          + lines(count) { "    * ActivityRecord{\($0) u0 a/.F t1}" }
      case "windows":
        "WINDOW MANAGER WINDOWS (dumpsys window windows)\n"
          + lines(count) { "  Window #\($0) Window{a\($0) u0 b}:" }
      // The heading is one of them.
      default: "Sensor List:\n" + lines(count - 1) { "  \($0)" }
      }
    }
    #expect(Self.refusal(.android, dump(most))?.contains("more than") != true)
    #expect(Self.refusal(.android, dump(most + 1))?.contains("more than \(most) \(what)") == true)
  }

  @Test(arguments: [("windows", 1000), ("windows again", 10_000), ("controllers", 1000)])
  func aDebuggersDumpOfTheMostIsReadAndOneMoreIsRefused(what: String, most: Int) {
    func dump(_ count: Int) -> String {
      (0..<count).map { index in
        let number = what == "windows" ? index : 0
        return what == "controllers"
          ? "<Page 0x\(index)>, state: appeared, view: <UIView 0x2>\n"
          : "<UIWindow: 0x\(number); frame = (0 0; 320 480)>\n"
      }.joined()
    }
    let count = what == "windows again" ? most + 1 : most
    #expect(Self.refusal(.uikit, dump(count)) == nil)
    #expect(Self.refusal(.uikit, dump(count + 1))?.contains("windows or controllers") == true)
  }

  @Test func aSessionOfTheMostWindowsIsReadAndOneMoreIsRefused() {
    func dump(_ count: Int) -> String {
      "[" + (0..<count).map { #"{"app-id": "a\#($0)"}"# }.joined(separator: ",") + "]"
    }
    #expect(Self.refusal(.session, dump(1000)) == nil)
    #expect(Self.refusal(.session, dump(1001))?.contains("more than 1000 windows") == true)
  }

  /// A dump is named by its kind: its text may be as long as the whole file.
  @Test func jsonOfAnotherShapeIsNamedShortly() {
    let text = String(repeating: "a", count: 1 << 20)
    for (dump, words) in [
      ("[\"\(text)\"]", "a list of 1 value"), ("[] \"\(text)\"", "a text"),
      ("{\"\(text)\": 1, \"b\": 2}", "an object with aaa"), ("[] 17", "\"17\""),
    ] {
      let refusal = Self.refusal(.session, dump)
      #expect(refusal?.contains(words) == true, "\(refusal ?? "none")")
      #expect((refusal?.utf8.count ?? 0) < 2000)
    }
  }
}
