// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// The house: each layer is a folder of Sources/ and of Tests/, the lowest first, with its targets and
// what each of them imports. A target under Sources/ imports its own layer and lower ones, where Service
// and Simulator do not see each other. `scripts/check-imports` compares the sources with this table.
//
// The kinds: a library; a program; tests; a suite, which are tests that start no program; a library that
// tests share; a library of the system, with its names for pkg-config and apt; a benchmark in
// Benchmarks/; what wlcs loads; the fuzzer.
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
    library RotationProtocol: Arbitration Orientation
    shared ProjectFiles:
    shared RandomScenes: Arbitration Orientation
    shared Promela: Arbitration ModelChecker
    suite OrientationTests: Orientation
    suite SensingTests: Judging Orientation ProjectFiles Sensing
    suite ArbitrationTests: Arbitration Counterfactuals Experiments Orientation RandomScenes Scenarios
    suite CounterfactualsTests: Arbitration Counterfactuals Orientation RandomScenes
    suite ModelCheckerTests: Arbitration Explanation ModelChecker Orientation ProjectFiles Promela RandomScenes
    suite ExplanationTests: Arbitration Counterfactuals Experiments Explanation Orientation ProjectFiles RandomScenes \
      Text
    suite RotationProtocolTests: Arbitration Orientation RotationProtocol
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
    library ProtocolXML: XML
    program WaylandScanner: ProtocolXML
    library WaylandABI: CWaylandClient
    library WaylandClient: CLinux CWaylandClient Text WaylandABI
    library WaylandServer: CWaylandServer EventLoop WaylandABI
    library RotationWire: Orientation RotationProtocol WaylandServer
    shared WireMessages:
    tests EventLoopTests: EventLoop Orientation
    suite FormatsTests: Configuration Formats ProjectFiles Recording Text XML
    tests WaylandTests: CWaylandClient ProjectFiles ProtocolXML RandomScenes WaylandClient
    benchmark dispatch: WaylandClient
  Machine: sensors, and the outputs and windows of compositors
    library Sensors: Bus CLinux EventLoop Formats Orientation Sensing Text
    library Desktop: Bus EventLoop Formats Orientation Text WaylandClient
    tests SensorsTests: Bus EventLoop Orientation ProjectFiles Sensing Sensors Text
    tests DesktopTests: Desktop EventLoop Formats Orientation ProjectFiles RandomScenes Text WaylandClient WireMessages
    benchmark apply: Desktop Orientation WaylandClient
  Documents: files and messages that are read and written
    library Configuration: Arbitration CPCRE2 Explanation Formats Orientation Sensing Text
    library Recording: Arbitration Formats Orientation Sensing Text
    library Scenarios: Arbitration Formats Orientation Recording Sensing Text
    library Experiments: Arbitration Explanation Formats ModelChecker Orientation Recording Scenarios Text
    library Import: Arbitration Desktop Experiments Explanation Formats Orientation Scenarios Text
    library Report: Arbitration Explanation Formats Judging Orientation Recording Scenarios Sensing Text
    library Playground: Arbitration Experiments Explanation Formats Import ModelChecker Recording Scenarios Text
    library Control: Arbitration EventLoop Explanation Formats Orientation Text
    suite ConfigurationTests: Arbitration Configuration Formats Orientation ProjectFiles Sensing Text
    suite RecordingTests: Arbitration Experiments Explanation Formats Judging Orientation ProjectFiles RandomScenes \
      Recording Scenarios Sensing
    suite ScenariosTests: Arbitration Configuration Experiments Explanation Formats ModelChecker Orientation \
      ProjectFiles RandomScenes Recording Scenarios Text
    tests PeersTests: Arbitration Experiments Formats Judging Orientation ProjectFiles RandomScenes Scenarios Sensing
    tests ImportTests: Arbitration Configuration Daemon Desktop Experiments Formats Import ModelChecker Orientation \
      ProjectFiles RandomScenes Scenarios Text
    tests ReportTests: Arbitration Explanation Formats Judging Orientation ProjectFiles Recording Report Scenarios \
      Sensing Text
    tests ControlTests: Arbitration Control EventLoop Explanation Formats Orientation Text
    benchmark check: Experiments Formats ModelChecker Promela Scenarios
  Service: the daemon, its plug-ins, the examination of a machine
    system CSwivelPlugin:
    library Plugins: Arbitration Configuration CSwivelPlugin Desktop EventLoop Explanation Formats Orientation Sensors \
      Text
    library Daemon: Arbitration Bus Configuration Control Desktop EventLoop Experiments Explanation Formats \
      ModelChecker Orientation Plugins Recording RotationProtocol RotationWire Scenarios Sensing Sensors Text \
      WaylandABI WaylandClient WaylandServer
    library Doctor: Bus Configuration Control Desktop EventLoop Formats Orientation Sensing Sensors Text WaylandClient \
      XML
    tests PluginsTests: Arbitration Configuration Counterfactuals EventLoop Explanation Formats Orientation Plugins \
      ProjectFiles RandomScenes Sensors Text
    tests DaemonTests: Arbitration Bus Configuration Control CSystemd CWaylandClient Daemon Desktop EventLoop \
      Explanation Formats Orientation Plugins ProjectFiles RandomScenes Sensors Text WaylandABI WaylandClient \
      WaylandServer
    tests DoctorTests: Configuration Control Desktop Doctor Formats Orientation ProjectFiles Sensing Sensors Text
    benchmark plugins: Arbitration Orientation Plugins
  Simulator: a compositor without a screen, and programs that show one
    library Pixels: CPixman CPNG Formats Orientation
    library ClientDrawing: CLinux EventLoop Orientation WaylandClient
    library Drawing: CPangoCairo Orientation
    library HeadlessCompositor: Arbitration CLinux EventLoop Orientation Pixels RotationProtocol RotationWire \
      WaylandABI WaylandServer
    library WindowBackend: ClientDrawing EventLoop HeadlessCompositor Orientation Pixels WaylandClient
    program swivel-tablet: Arbitration Bus Configuration Control Counterfactuals Drawing EventLoop Experiments \
      Explanation Formats HeadlessCompositor Judging Orientation Pixels Recording Scenarios Sensing Sensors Text \
      WindowBackend
    program swivel-scene: Arbitration ClientDrawing Drawing Formats Orientation Pixels Scenarios WaylandClient
    tests PixelsTests: Orientation Pixels ProjectFiles
    tests CompositorTests: Arbitration CLinux Configuration Daemon Desktop EventLoop HeadlessCompositor Orientation \
      Pixels RandomScenes RotationProtocol Text WaylandABI WaylandClient WaylandServer WindowBackend WireMessages
    benchmark compositor: Arbitration CLinux EventLoop HeadlessCompositor Orientation Pixels WaylandClient
    wlcs WlcsGlue: Arbitration CWaylandClient CWaylandServer CWlcs EventLoop HeadlessCompositor Orientation \
      WaylandServer
  Programs: commands
    program swivel-overlay: Arbitration Bus ClientDrawing Control Drawing EventLoop Explanation Formats Orientation \
      Text WaylandClient
    program swivel: Arbitration ArgumentParser Configuration Control Daemon Doctor EventLoop Experiments Explanation \
      Formats HeadlessCompositor Import Judging ModelChecker Orientation Pixels Plugins Recording Report Scenarios \
      Sensing Sensors Text WindowBackend
    tests OverlayTests: Control Drawing Explanation Formats Orientation ProjectFiles Text swivel-overlay
    tests IntegrationTests: Arbitration Bus ClientDrawing Configuration Control CPangoCairo Daemon Desktop Doctor \
      Drawing EventLoop Experiments Explanation Formats HeadlessCompositor Judging Orientation Pixels Plugins \
      ProjectFiles RandomScenes Recording Scenarios Sensing Sensors swivel-tablet Text WaylandClient WaylandServer \
      WindowBackend
    fuzzer swivel-fuzz: Arbitration Bus CFuzzer Configuration Control CWaylandClient Daemon Desktop Doctor EventLoop \
      Experiments Explanation Formats HeadlessCompositor Import Judging ModelChecker Orientation Plugins ProtocolXML \
      Recording Report Scenarios Sensing Sensors Text WaylandClient WaylandServer WireMessages
    benchmark decisions: Arbitration Orientation
  """

let tested: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
// Delivered targets also mark each use of memory that the compiler cannot check;
// docs/design/memory-safety.md says what keeps that memory valid.
let strict = tested + [.strictMemorySafety()]

// Files below a target that are no Swift sources; from Protocols the Wayland bindings are generated.
let excluded = [
  "WaylandClient": ["Protocols"], "WaylandServer": ["Protocols"], "WaylandTests": ["Facts"],
  "ImportTests": ["Dumps"], "ReportTests": ["track-event.proto"], "PixelsTests": ["References"],
  "IntegrationTests": ["Programs"], "swivel-fuzz": ["CFuzzer", "dictionaries", "run", "seeds"],
]

/// Returns the target of a line of the table.
func target(_ kind: String, _ name: String, _ words: [String], in layer: String) -> Target {
  let isDelivered = !["shared", "tests", "suite", "fuzzer"].contains(kind)
  let others = [
    "benchmark": "Benchmarks/\(name)/swift", "wlcs": "Tests/wlcs/glue", "fuzzer": "Tests/Fuzz",
  ]
  let path = others[kind] ?? "\(isDelivered ? "Sources" : "Tests")/\(layer)/\(name)"
  let settings = isDelivered ? strict : tested
  let target: Target
  switch kind {
  case "system":
    return .systemLibrary(
      name: name, path: path, pkgConfig: words.first,
      providers: words.isEmpty ? nil : [.apt([words[1]])])
  case "program", "fuzzer":
    target = .executableTarget(name: name, path: path, swiftSettings: settings)
  case "benchmark":
    target = .executableTarget(name: "swivel-bench-\(name)", path: path, swiftSettings: settings)
  case "tests", "suite":
    target = .testTarget(name: name, path: path, swiftSettings: settings)
    // A third of the processor's time of a first build. After an edit a small module is compiled as quickly as
    // its changed files.
    let flags = ["-disable-batch-mode", "-wmo", "-num-threads", "2"]
    // Debian's Swift 6.2.3 lacks the library of the overlay for Foundation, which adds attachments alone.
    target.swiftSettings? += [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
    if name != "IntegrationTests" {
      target.swiftSettings? += [.unsafeFlags(flags, .when(configuration: .debug))]
    }
  default: target = .target(name: name, path: path, swiftSettings: settings)
  }
  target.dependencies = words.map {
    $0 == "ArgumentParser"
      ? .product(name: $0, package: "swift-argument-parser") : .byName(name: $0)
  }
  target.exclude = excluded[name] ?? []
  if target.exclude == ["Protocols"] { target.plugins = ["WaylandScannerPlugin"] }
  if name == "Plugins" { target.resources = [.embedInCode("Templates")] }
  return target
}

// `make fuzz` builds with SWIVEL_FUZZ, `make quick` with SWIVEL_QUICK in the environment.
let isFuzzing = Context.environment["SWIVEL_FUZZ"] != nil
let isQuick = Context.environment["SWIVEL_QUICK"] != nil
var targets: [Target] = [
  .plugin(
    name: "WaylandScannerPlugin", capability: .buildTool(), dependencies: ["WaylandScanner"]),
  // The binary interface between wlcs and the library that it loads.
  .target(name: "CWlcs", path: "Tests/wlcs/abi"),
]
var (layer, needed) = ("", Set<String>())
for line in house.split(separator: "\n") {
  let parts = line.split(separator: ":")
  let head = parts[0].split(separator: " ").map(String.init)
  if head.count == 1 { layer = head[0] }
  guard head.count == 2, head[0] != "fuzzer" || isFuzzing else { continue }
  let words = parts.dropFirst().first?.split(separator: " ").map(String.init) ?? []
  targets.append(target(head[0], head[1], words, in: layer))
  if head[0] == "suite" { needed.insert(head[1]) }
}
if isFuzzing {
  targets.append(.systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"))
  for target in targets where target.type == .regular {
    target.swiftSettings? += [.unsafeFlags(["-sanitize=fuzzer"])]
  }
  for target in targets where target.type == .executable {
    target.linkerSettings = [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
  }
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
  if let folder = Context.environment["SWIVEL_ARGUMENT_PARSER"] { .package(path: folder) } else {
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  }

let package = Package(
  name: "swivel",
  products: isQuick ? [] : products + programs.map { .executable(name: $0, targets: [$0]) },
  dependencies: isQuick ? [] : [argumentParser],
  targets: targets)
