// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Plugins

/// A folder in which plug-ins are built with the C compiler and loaded.
struct Workshop {
  let path: String
  /// The folder of the plug-ins' header.
  static let header = ExampleFiles.root.appending(path: "Sources/Service/CSwivelPlugin").path

  // A loaded library stays loaded, and so do its files until the process ends.
  private static let root: String = {
    let base = FileManager.default.temporaryDirectory.path
    atexit { try? FileManager.default.removeItem(atPath: Workshop.root) }
    return "\(base)/swivel-plugins-\(UUID().uuidString)"
  }()

  init() throws {
    path = "\(Self.root)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Writes a file into the folder.
  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  /// Builds a library from C and writes a manifest beside it; returns the manifest.
  ///
  /// The text gets the header before it. Each library has a file name of its own, since the loader
  /// knows libraries by their files.
  func build(
    _ id: String, kind: PluginKind = .policy, manifest extra: String = "", _ source: String
  ) throws -> PluginManifest {
    try write("#include \"swivel-plugin.h\"\n\(source)", to: "\(id).c")
    try Tool.run(
      [
        "gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-I", Self.header,
        "-o",
        "\(path)/lib\(id).so", "\(path)/\(id).c",
      ], withErrors: true)
    return try manifest(id, kind: kind, extra: extra)
  }

  /// Builds the examples of plug-ins into the folder.
  func makeExamples() throws {
    let examples = ExampleFiles.root.appending(path: "examples/plugins").path
    try Tool.run(["make", "-C", examples, "OUT=\(path)"], withErrors: true)
  }

  /// Writes a manifest and reads it.
  func manifest(
    _ id: String, kind: PluginKind = .policy, extra: String = ""
  ) throws -> PluginManifest {
    let name = "\(id)\(PluginManifest.suffix)"
    try write(
      """
      {"swivel-plugin": 1, "id": "\(id)", "kind": "\(kind.rawValue)",
       "abi": {"major": 1, "minor": 0}, "library": "lib\(id).so"\(extra)}
      """, to: name)
    return try PluginManifest.load(path: "\(path)/\(name)")
  }

  /// Returns a policy whose confirm has this body; `query`, `answer` and `host` can be used in it.
  static func policy(_ id: String, confirm body: String, head: String = "") -> String {
    """
    \(head)
    static const swivel_host_v1 *host;
    static int confirm(void *state, const swivel_query_v1 *query, swivel_answer_v1 *answer) {
      (void)state; (void)query; (void)answer; (void)host;
      \(body)
    }
    static const swivel_policy_v1 policy = {.size = sizeof policy, .confirm = confirm};
    \(entry(id, "SWIVEL_KIND_POLICY", ".policy = &policy"))
    """
  }

  /// Returns the entry function of a plug-in.
  static func entry(_ id: String, _ kind: String, _ fields: String) -> String {
    """
    static const swivel_plugin_v1 plugin = {
      .size = sizeof plugin, .abi_major = SWIVEL_ABI_MAJOR, .abi_minor = SWIVEL_ABI_MINOR,
      .kind = \(kind), .id = "\(id)", \(fields)};
    const swivel_plugin_v1 *swivel_plugin_entry_v1(const swivel_host_v1 *own) {
      host = own;
      return &plugin;
    }
    """
  }
}
