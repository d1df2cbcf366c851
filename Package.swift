// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// The house: each layer is a folder of Sources/ and of Tests/, the lowest first, with its targets and what each of them
// imports. A target under Sources/ imports its own layer and lower ones, where Service and Simulator do not see each
// other. `scripts/check-imports` compares the sources with this table.
//
// The kinds: a library; a program; tests; a suite, which are tests that start no program; a library that tests share; a
// library of the system, with its names for pkg-config and apt; a benchmark in Benchmarks/; what wlcs loads; a fuzzer.
// `base` means Arbitration, Formats and Orientation; `!` marks files in the target's folder that are no Swift sources.
// From those in Protocols the Wayland bindings are generated.
let base = ["Arbitration", "Formats", "Orientation"]
let house = """
  Core: values only: no clock, no input or output, no concurrency
    library Orientation:
    library Sensing: Orientation
    library Text:
    library Judging: Orientation Sensing
    library Arbitration: Orientation
    library Counterfactuals: Arbitration Orientation
    library ModelChecker: Arbitration Orientation
    library Explanation: Arbitration Counterfactuals Orientation Text
    shared Fixtures: Arbitration Orientation
    shared Promela: Arbitration ModelChecker
    suite OrientationTests: Orientation
    suite SensingTests: Fixtures Judging Orientation Sensing
    suite ArbitrationTests: Arbitration Counterfactuals Experiments Fixtures Orientation Scenarios
    suite ModelCheckerTests: Arbitration Explanation Fixtures ModelChecker Orientation Promela
    suite ExplanationTests: Arbitration Counterfactuals Experiments Explanation Fixtures Orientation Text
  Platform: C libraries, the event loop, files, the Wayland bindings
    system CLinux:
    system CSystemd: libsystemd libsystemd-dev
    system CYAML: yaml-0.1 libyaml-dev
    system CPCRE2: libpcre2-8 libpcre2-dev
    system CExpat: expat libexpat1-dev
    system CPixman: pixman-1 libpixman-1-dev
    system CPNG: libpng libpng-dev
    system CPangoCairo: pangocairo libpango1.0-dev
    system CWaylandClient: wayland-client libwayland-dev
    system CWaylandServer: wayland-server libwayland-dev
    library EventLoop: CLinux Orientation
    library Bus: CSystemd EventLoop Orientation Text
    library Formats: CLinux CYAML Text
    library XML: CExpat
    program WaylandScanner: XML
    library WaylandABI: CWaylandClient
    library WaylandClient: CLinux CWaylandClient Text WaylandABI !Protocols
    library WaylandServer: CWaylandServer EventLoop WaylandABI !Protocols
    library RotationProtocol: Arbitration Orientation WaylandServer
    tests EventLoopTests: EventLoop Orientation
    suite FormatsTests: Configuration Fixtures Formats Recording Text XML
    tests WaylandTests: CWaylandClient Fixtures WaylandClient XML !Facts
    benchmark dispatch: WaylandClient
  Machine: sensors, and the outputs and windows of compositors
    library Sensors: Bus CLinux EventLoop Formats Orientation Sensing Text
    library Desktop: Bus EventLoop Formats Orientation Text WaylandClient
    tests SensorsTests: Bus EventLoop Fixtures Orientation Sensing Sensors Text
    tests DesktopTests: Desktop EventLoop Fixtures Formats Orientation Text WaylandClient
    benchmark apply: Desktop Orientation WaylandClient
  Documents: files and messages that are read and written
    library Configuration: base CPCRE2 Explanation Sensing Text
    library Recording: base Sensing Text
    library Scenarios: base Recording Sensing Text
    library Experiments: base Explanation ModelChecker Recording Scenarios Text
    library Import: base Desktop Experiments Explanation Scenarios Text
    library Report: base Explanation Judging Recording Scenarios Sensing Text
    library Playground: Arbitration Experiments Explanation Formats Import ModelChecker Recording Scenarios Text
    library Control: base EventLoop Explanation Text
    suite ConfigurationTests: base Configuration Fixtures Sensing Text
    suite RecordingTests: base Experiments Explanation Fixtures Judging Recording Scenarios Sensing
    suite ScenariosTests: base Configuration Experiments Explanation Fixtures ModelChecker Recording Scenarios Text
    tests PeersTests: base Experiments Fixtures Judging Scenarios Sensing
    tests ImportTests: base Configuration Daemon Desktop Experiments Fixtures Import ModelChecker Scenarios Text !Dumps
    tests ReportTests: base Explanation Fixtures Judging Recording Report Scenarios Sensing Text !track-event.proto
    tests ControlTests: base Control EventLoop Explanation Text
    benchmark check: Arbitration Experiments Formats ModelChecker Promela Scenarios
  Service: the daemon, its plug-ins, the examination of a machine
    system CSwivelPlugin:
    library Plugins: base Configuration CSwivelPlugin Desktop EventLoop Explanation Sensors Text
    library Daemon: base Bus Configuration Control Desktop EventLoop Experiments Explanation ModelChecker Plugins \
      Recording RotationProtocol Scenarios Sensing Sensors Text WaylandABI WaylandClient WaylandServer
    library Doctor: Bus Configuration Control Desktop EventLoop Formats Orientation Sensing Sensors Text WaylandClient \
      XML
    tests PluginsTests: base Configuration Counterfactuals EventLoop Explanation Fixtures Plugins Sensors Text
    tests DaemonTests: base Bus Configuration Control CSystemd CWaylandClient Daemon Desktop EventLoop Explanation \
      Fixtures Plugins RotationProtocol Sensors Text WaylandABI WaylandClient WaylandServer
    tests DoctorTests: Configuration Control Desktop Doctor Fixtures Formats Orientation Sensing Sensors Text
    benchmark plugins: Arbitration Orientation Plugins
  Simulator: a compositor without a screen, and programs that show one
    library Pixels: CPixman CPNG Formats Orientation
    library ClientDrawing: CLinux EventLoop Orientation WaylandClient
    library Drawing: CPangoCairo Orientation
    library HeadlessCompositor: Arbitration CLinux EventLoop Orientation Pixels RotationProtocol WaylandABI \
      WaylandServer
    library WindowBackend: ClientDrawing EventLoop HeadlessCompositor Orientation Pixels WaylandClient
    program swivel-tablet: base Bus Configuration Control Counterfactuals Drawing EventLoop Experiments Explanation \
      HeadlessCompositor Judging Pixels Recording Scenarios Sensing Sensors Text WindowBackend
    program swivel-scene: base ClientDrawing Drawing Pixels Scenarios WaylandClient
    tests PixelsTests: Fixtures Orientation Pixels !References
    tests CompositorTests: Arbitration CLinux Configuration Daemon Desktop EventLoop Fixtures HeadlessCompositor \
      Orientation Pixels RotationProtocol Text WaylandABI WaylandClient WaylandServer WindowBackend
    benchmark compositor: Arbitration CLinux EventLoop HeadlessCompositor Orientation Pixels WaylandClient
    wlcs WlcsGlue: Arbitration CWaylandClient CWaylandServer CWlcs EventLoop HeadlessCompositor Orientation \
      WaylandServer
  Programs: commands
    program swivel-overlay: base Bus ClientDrawing Control Drawing EventLoop Explanation Text WaylandClient
    program swivel: base ArgumentParser Configuration Control Daemon Doctor EventLoop Experiments Explanation \
      HeadlessCompositor Import Judging ModelChecker Pixels Plugins Recording Report Scenarios Sensing Sensors Text \
      WindowBackend
    tests OverlayTests: Control Drawing Explanation Fixtures Formats Orientation swivel-overlay Text
    tests IntegrationTests: base Bus ClientDrawing Configuration Control CPangoCairo Daemon Desktop Doctor Drawing \
      EventLoop Experiments Explanation Fixtures HeadlessCompositor Judging Pixels Plugins Recording Scenarios Sensing \
      Sensors swivel-tablet Text WaylandClient WaylandServer WindowBackend !Programs
    fuzzer swivel-fuzz: base Bus CFuzzer Configuration Control CWaylandClient Daemon Desktop Doctor EventLoop \
      Experiments Explanation Fixtures HeadlessCompositor Import Judging ModelChecker Plugins Recording Report \
      Scenarios Sensing Sensors Text WaylandClient WaylandServer XML !CFuzzer !dictionaries !run !seeds
    benchmark decisions: Arbitration Orientation
  """

// With SWIVEL_FAST_CORE in the environment the targets that decide are optimised for speed in every build: scripts/build
// sets this for the tests, which decide millions of times, and scripts/build-release, which optimises the rest for size.
// `make fuzz` builds with SWIVEL_FUZZ, and `make quick`, which compiles often, with SWIVEL_QUICK.
let isFuzzing = Context.environment["SWIVEL_FUZZ"] != nil
let isQuick = Context.environment["SWIVEL_QUICK"] != nil
let hasFastCore = Context.environment["SWIVEL_FAST_CORE"] != nil && !isQuick

// Compiles a module at once into an object for each file, as the package manager expects of a debug build.
let wholeModule = ["-disable-batch-mode", "-wmo", "-num-threads", "2"]

let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
let tested: [SwiftSetting] =
  [.treatAllWarnings(as: .error)] + features.map { .enableUpcomingFeature($0) }
// Delivered targets also mark each use of memory that the compiler cannot check (docs/design/memory-safety.md).
let strict = tested + [.strictMemorySafety()]

/// Returns the target of a line of the table.
func target(_ kind: String, _ name: String, _ words: [String], in layer: String) -> Target {
  let target: Target
  switch kind {
  case "system":
    return .systemLibrary(
      name: name, path: "Sources/\(layer)/\(name)", pkgConfig: words.first,
      providers: words.dropFirst().map { .apt([$0]) })
  case "program", "fuzzer": target = .executableTarget(name: name)
  case "benchmark": target = .executableTarget(name: "swivel-bench-\(name)")
  case "tests", "suite": target = .testTarget(name: name)
  default: target = .target(name: name)
  }
  let isDelivered = !["shared", "tests", "suite", "fuzzer"].contains(kind)
  let others = [
    "benchmark": "Benchmarks/\(name)/swift", "wlcs": "Tests/wlcs/glue", "fuzzer": "Tests/Fuzz",
  ]
  target.path = others[kind] ?? "\(isDelivered ? "Sources" : "Tests")/\(layer)/\(name)"
  target.swiftSettings = isDelivered ? strict : tested
  if target.type == .test {
    // Debian's Swift 6.2.3 lacks the library of the overlay for Foundation, which adds attachments alone.
    target.swiftSettings? += [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
    // A third of the processor's time of a first build. After an edit a small module is compiled as quickly as
    // its changed files.
    let flags = name == "IntegrationTests" ? [] : wholeModule
    target.swiftSettings? += [.unsafeFlags(flags, .when(configuration: .debug))]
  }
  if hasFastCore, ["Arbitration", "ModelChecker", "Orientation"].contains(name) {
    // A debug build checks assertions, optimised or not.
    let debug = wholeModule + ["-assert-config", "Debug"]
    target.swiftSettings? += [
      .unsafeFlags(debug, .when(configuration: .debug)), .unsafeFlags(["-Xfrontend", "-O"]),
    ]
  }
  target.exclude = words.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
  target.dependencies = words.filter { !$0.hasPrefix("!") }.map {
    $0 == "ArgumentParser"
      ? .product(name: $0, package: "swift-argument-parser") : .byName(name: $0)
  }
  if target.exclude == ["Protocols"] { target.plugins = ["WaylandScannerPlugin"] }
  if name == "Plugins" { target.resources = [.embedInCode("Templates")] }
  return target
}

var targets: [Target] = [
  .plugin(
    name: "WaylandScannerPlugin", capability: .buildTool(), dependencies: ["WaylandScanner"]),
  // The binary interface between wlcs and the library that it loads.
  .target(name: "CWlcs", path: "Tests/wlcs/abi"),
  .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
]
var (layer, needed) = ("", Set<String>())
for line in house.split(separator: "\n") {
  let parts = line.split(separator: ":")
  let head = parts[0].split(separator: " ").map(String.init)
  if head.count == 1 { layer = head[0] }
  guard head.count == 2, head[0] != "fuzzer" || isFuzzing else { continue }
  let words = parts.dropFirst().joined().split(separator: " ").map(String.init)
  targets.append(target(head[0], head[1], words.flatMap { $0 == "base" ? base : [$0] }, in: layer))
  if head[0] == "suite" { needed.insert(head[1]) }
}
// Code at the top level of a file, which programs have, cannot be instrumented.
for target in targets where isFuzzing {
  let flags = ["-sanitize=fuzzer"]
  if target.type == .regular { target.swiftSettings? += [.unsafeFlags(flags)] }
  if target.type == .executable { target.linkerSettings = [.unsafeFlags(flags + ["-use-ld=lld"])] }
}
if isQuick {
  // Every target comes after those that it imports.
  for target in targets.reversed() where needed.contains(target.name) {
    for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
  }
  targets.removeAll { !needed.contains($0.name) }
}

let products: [Product] = [
  .library(name: "Orientation", targets: ["Orientation"]),
  .library(name: "Arbitration", targets: ["Arbitration"]),
  .library(name: "WaylandClient", targets: ["WaylandClient"]),
  // With the modules whose protocols a linked sensor or applier conforms to.
  .library(name: "Plugins", targets: ["Plugins", "Desktop", "Sensors"]),
  .library(name: "Daemon", targets: ["Daemon", "Judging"]),
  // Loaded by wlcs, which runs its tests of conformance against the compositor.
  .library(name: "swivel-wlcs", type: .dynamic, targets: ["WlcsGlue", "CWlcs"]),
]
let programs = ["swivel", "swivel-scene", "swivel-overlay", "swivel-tablet"]

// Who builds without a network names the folder of its sources, `…/swift-argument-parser`.
let argumentParser: Package.Dependency =
  Context.environment["SWIVEL_ARGUMENT_PARSER"].map { .package(path: $0) }
  ?? .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")

let package = Package(
  name: "swivel",
  products: isQuick ? [] : products + programs.map { .executable(name: $0, targets: [$0]) },
  dependencies: isQuick ? [] : [argumentParser], targets: targets)
