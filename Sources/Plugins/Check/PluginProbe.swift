// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

/// Loads a plug-in and tries it; runs in a process of its own, since the plug-in may end that.
public final class PluginProbe {
  private let descriptor: Int32
  private(set) var slowest: Int64 = 0
  private(set) var calls = 0
  private var lines = 0

  /// Reports to a descriptor, a line of JSON at a time.
  public init(reportingTo descriptor: Int32) { self.descriptor = descriptor }

  /// Loads the plug-in of a manifest and tries everything that it offers.
  public func run(path: String) {
    // A crash is expected here; nobody wants the memory image.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    do {
      begin("reading the manifest")
      let manifest = try PluginSearch.manifest(at: path)
      find(.ok, "manifest: \(manifest.kind.rawValue) \"\(manifest.id)\", interface \(manifest.abi)")
      begin("loading the library and calling \(PluginABI.entry)")
      let plugin = try LibraryPlugin.load(manifest) { [weak self] _ in self?.lines += 1 }
      find(.ok, "library: loaded, \(PluginABI.entry) called, tables checked")
      switch manifest.kind {
      case .policy: tryPolicy(try LibraryPolicy(plugin))
      case .ruleSet: try tryRuleSet(LibraryRuleSet(plugin))
      case .sensor: try trySensor(LibrarySource(plugin))
      }
      judgeTime(manifest)
      begin("stopping")
      plugin.stop()
      judgeLog(plugin)
      find(.ok, "it ends")
    } catch {
      find(.problem, "\(error)")
    }
  }

  /// Says what is about to be tried, so that a crash can be placed.
  func begin(_ step: String) { write(.object([.init("step", .string(step))])) }

  /// Reports something.
  func find(_ level: PluginFinding.Level, _ text: String) {
    write(PluginFinding(level, text).json)
  }

  /// Calls something and notes how long it took.
  func timed<Result>(_ body: () -> Result) -> Result {
    let start = Stopwatch.now
    let result = body()
    slowest = max(slowest, Stopwatch.now &- start)
    calls += 1
    return result
  }

  private func judgeTime(_ manifest: PluginManifest) {
    let text = "\(calls) calls, the slowest \(slowest / 1_000) us of \(manifest.budget / 1_000) us"
    slowest > manifest.budget
      ? find(.problem, "\(text): three such calls mute it; raise budget-microseconds or be faster")
      : find(.ok, text)
  }

  private func judgeLog(_ plugin: LibraryPlugin) {
    if plugin.host.dropped > 0 {
      find(.problem, "it floods the log: \(plugin.host.dropped) lines were left out")
    } else if lines > 0 {
      find(.note, "it wrote \(lines) lines into the log")
    }
  }

  private func write(_ json: JSONValue) {
    let line = Array((json.compact() + "\n").utf8)
    _ = Glibc.write(descriptor, line, line.count)
  }
}
