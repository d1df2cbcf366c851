// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The script for LLDB in Debian's own LLDB, as far as it goes without a machine of Apple's.
@Suite struct DebuggerScriptTests {
  static let script = "\(Swivel.packageRoot)/examples/lldb/swivel_uikit.py"

  /// Says these lines to LLDB, which has loaded the script.
  private func debugger(_ lines: String...) throws -> Command {
    let home = try RuntimeDirectory()
    var environment = Command.plainEnvironment
    environment["HOME"] = home.path
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    // Debian 12's LLDB looks for its Python modules where they are not.
    environment["PYTHONPATH"] = "\(try Self.modules()):/usr/lib/python3/dist-packages"
    let all = ["command script import \(Self.script)"] + lines
    return try Command.run(
      "/usr/bin/lldb", ["--no-lldbinit", "--batch"] + all.flatMap { ["--one-line", $0] },
      environment: environment, within: 120)
  }

  /// Where Debian has LLDB's Python modules.
  private static func modules() throws -> String {
    let found = try Command.run(
      "sh", ["-c", "ls -d /usr/lib/llvm-*/lib/python3*/*-packages/lldb/embedded_interpreter.py"])
    let first = try #require(found.output.split(separator: "\n").first, "\(found.errors)")
    return first.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" }
  }

  @Test func theLLDBCommandPrintsHelpAndRejectsArguments() throws {
    let help = try debugger("swivel_uikit --help", "help swivel_uikit")
    #expect(help.errors.isEmpty, "\(help.errors)")
    #expect(help.output.contains("swivel_uikit prints the app's windows as a scenario"))
    #expect(help.output.contains("`swivel import uikit FILE`"))
    #expect(help.output.contains("Syntax: swivel_uikit"))
    let wrong = try debugger("swivel_uikit all")
    #expect(wrong.errors.contains("swivel_uikit takes nothing but --help"), "\(wrong.errors)")
  }

  @Test func aMissingIOSAppIsReported() throws {
    let nothing = try debugger("swivel_uikit")
    #expect(nothing.errors.contains("no app is being debugged"), "\(nothing.errors)")
    let linux = try debugger(
      "target create /usr/bin/sleep",
      "process launch --stop-at-entry --disable-aslr false -- 60", "swivel_uikit", "process kill")
    #expect(
      linux.errors.contains("swivel_uikit: sleep has not loaded UIKit: it is no iOS app"),
      "\(linux.output)\(linux.errors)")
    #expect(!(linux.output + linux.errors).contains("Traceback"))
  }

  /// What the app is asked is Objective-C++, and the Swift toolchain's own Clang takes it.
  @Test(arguments: ["app", "window", "controller"])
  func clangAcceptsTheGeneratedExpressions(kind: String) throws {
    let code = try Command.run(
      "python3",
      [
        "-B", "-c",
        "import sys; sys.path.insert(0, sys.argv[1]); import swivel_uikit as s; "
          + "print(s.CODES[sys.argv[2]]('0x1234'), end='')",
        URL(filePath: Self.script).deletingLastPathComponent().path, kind,
      ])
    #expect(code.status == 0, "\(code.errors)")
    let lines = code.output.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.dropLast().joined(separator: "\n")
    let answer = try #require(lines.last)
    let directory = try RuntimeDirectory()
    func compile(_ body: String) throws -> Command {
      let source = """
        @interface NSString @end
        @interface NSConstantString : NSString { char *bytes; unsigned count; } @end
        extern "C" {
        id objc_getClass(const char *); SEL sel_registerName(const char *);
        Class object_getClass(id); Class class_getSuperclass(Class);
        void *class_getMethodImplementation(Class, SEL); const char *class_getImageName(Class);
        id NSStringFromClass(Class);
        }
        const char *answer() {
        \(body)
        return \(answer);
        }

        """
      // Debian's Swift has its Clang beside the compiler, in no folder of PATH.
      return try Command.run(
        "sh",
        [
          "-c",
          #"PATH="$PATH:$(dirname "$(readlink -f "$(command -v swift)")")" exec clang "$@""#,
          "clang", "-x", "objective-c++", "-fsyntax-only", "-Wno-objc-method-access",
          try directory.write(source, to: "question.mm"),
        ])
    }
    let compiled = try compile(body)
    #expect(compiled.status == 0 && compiled.errors.isEmpty, "\(compiled.errors)")
    #expect(try compile(body.replacing("objc_getClass", with: "objc_getClas")).status != 0)
  }
}
