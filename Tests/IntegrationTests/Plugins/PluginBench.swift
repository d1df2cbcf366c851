// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A folder in which plug-ins are built for the command to load.
struct PluginBench {
  static let header = "\(Swivel.packageRoot)/Sources/CSwivelPlugin"
  static let examples = "\(Swivel.packageRoot)/examples/plugins"
  /// How long a build may take on a busy machine, in seconds.
  static let patience = 1_200.0

  let directory: RuntimeDirectory
  var path: String { directory.path }

  init() throws { directory = try RuntimeDirectory() }

  /// The environment of builds: a home for the tools' caches, and our command in the path.
  var environment: [String: String] {
    var environment = Command.plainEnvironment
    let own = URL(fileURLWithPath: Swivel.path).deletingLastPathComponent().path
    environment["PATH"] = "\(own):\(environment["PATH"] ?? "")"
    environment["HOME"] = ProcessInfo.processInfo.environment["HOME"] ?? path
    for name in ["RUSTUP_HOME", "CARGO_HOME", "XDG_CACHE_HOME"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return environment
  }

  /// Runs a build tool; throws what it said when it fails.
  @discardableResult
  func run(_ program: String, _ arguments: [String]) throws -> String {
    let result = try Command.run(
      program, arguments, environment: environment, within: Self.patience)
    guard result.status == 0 else {
      throw Deadline.Passed(
        description: "\(program) \(arguments): \(result.output)\(result.errors)")
    }
    return result.output
  }

  /// Builds a package below `examples` that depends on ours; its executable of that name.
  ///
  /// It is built in a folder beside our own build, so that a second run has little to do. The plan of
  /// that build is made anew each time: SwiftPM does not see which of our sources have moved since.
  func build(package: String, executable: String) throws -> String {
    let own = URL(fileURLWithPath: Swivel.path).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let build = [
      "build", "-debug-info-format", "none", "--disable-build-manifest-caching", "--package-path",
      "\(Swivel.packageRoot)/examples/\(package)", "--scratch-path", "\(own)/\(executable)",
    ]
    try run("swift", build)
    let folder = try run("swift", build + ["--show-bin-path"])
    return "\(folder.trimmingCharacters(in: .whitespacesAndNewlines))/\(executable)"
  }

  /// Builds the examples in C into the folder.
  func buildExamples() throws { try run("make", ["-C", Self.examples, "OUT=\(path)"]) }

  /// Builds a policy from C whose confirm has this body, with its manifest; returns the latter's path.
  func policy(_ id: String, confirm body: String, head: String = "") throws -> String {
    let source = """
      #include "swivel-plugin.h"
      \(head)
      static int confirm(void *state, const swivel_query_v1 *query, swivel_answer_v1 *answer) {
        (void)state; (void)query; (void)answer;
        \(body)
      }
      static const swivel_policy_v1 policy = {.size = sizeof policy, .confirm = confirm};
      static const swivel_plugin_v1 plugin = {
        .size = sizeof plugin, .abi_major = 1, .kind = SWIVEL_KIND_POLICY, .id = "\(id)",
        .policy = &policy};
      const swivel_plugin_v1 *swivel_plugin_entry_v1(const swivel_host_v1 *host) {
        (void)host;
        return &plugin;
      }
      """
    let file = try directory.write(source, to: "\(id).c")
    try run("gcc", ["-fPIC", "-shared", "-I", Self.header, "-o", "\(path)/lib\(id).so", file])
    return try directory.write(
      """
      {"swivel-plugin": 1, "id": "\(id)", "kind": "policy", "abi": {"major": 1, "minor": 0},
       "library": "lib\(id).so"}
      """, to: "\(id).swivel-plugin.json")
  }
}
