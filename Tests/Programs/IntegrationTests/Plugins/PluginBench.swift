// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A folder in which plug-ins are built for the command to load.
struct PluginBench {
  static let header = "\(Swivel.packageRoot)/Sources/Service/CSwivelPlugin"
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

  /// Compiles the sources of a package below `examples` against the modules of our own build, and links
  /// the objects of our libraries; returns the path of the program.
  ///
  /// SwiftPM would build the libraries a second time for the same answer; `make test-long` lets it.
  func build(package: String, executable: String) throws -> String {
    let products = URL(fileURLWithPath: Swivel.path).deletingLastPathComponent().path
    let objects = try String(
      contentsOfFile: "\(products)/swivel.product/Objects.LinkFileList", encoding: .utf8)
    let libraries = try directory.write(
      objects.split(separator: "\n").filter { !$0.contains("/swivel.build/") }
        .joined(separator: "\n"), to: "libraries")
    let maps = try filePaths(below: "Sources") { $0.hasSuffix("/module.modulemap") }
    let sources = try filePaths(below: "examples/\(package)/Sources") { $0.hasSuffix(".swift") }
    let program = "\(path)/\(executable)"
    try run(
      "swiftc",
      ["-swift-version", "6", "-I", "\(products)/Modules", "-o", program, "@\(libraries)"]
        + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + sources)
    return program
  }

  /// Returns the files below a folder of the package that a condition holds for.
  private func filePaths(below folder: String, where isWanted: (String) -> Bool) throws -> [String]
  {
    let root = "\(Swivel.packageRoot)/\(folder)"
    return try FileManager.default.subpathsOfDirectory(atPath: root)
      .map { "\(root)/\($0)" }.filter(isWanted)
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
