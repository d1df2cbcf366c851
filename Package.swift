// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Imports run downwards only; `scripts/check-imports` compares the sources with this table.
let tested: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
// What is delivered also marks each use of memory that the compiler cannot check; who keeps that
// memory valid is in docs/design/memory-safety.md.
let strict = tested + [.strictMemorySafety()]

let package = Package(
  name: "swivel",
  products: [
    .executable(name: "swivel", targets: ["swivel"]),
    .executable(name: "swivel-plot", targets: ["swivel-plot"]),
    .executable(name: "swivel-scene", targets: ["swivel-scene"]),
    .executable(name: "swivel-overlay", targets: ["swivel-overlay"]),
    .executable(name: "swivel-tablet", targets: ["swivel-tablet"]),
    .library(name: "Orientation", targets: ["Orientation"]),
    .library(name: "Arbitration", targets: ["Arbitration"]),
    .library(name: "WaylandClient", targets: ["WaylandClient"]),
    // With the modules whose protocols a linked sensor or applier conforms to.
    .library(name: "Plugins", targets: ["Plugins", "Desktop", "Sensors"]),
    .library(name: "Daemon", targets: ["Daemon"]),
    // Loaded by wlcs, which runs its tests of conformance against the compositor.
    .library(name: "swivel-wlcs", type: .dynamic, targets: ["WlcsGlue", "CWlcs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // The core: values only.
    .target(name: "Orientation", swiftSettings: strict),
    .target(name: "Arbitration", dependencies: ["Orientation"], swiftSettings: strict),
    // Deciding again with other answers: who keeps it so, and what would change it.
    .target(
      name: "Counterfactuals", dependencies: ["Arbitration", "Orientation"], swiftSettings: strict),
    // Every state that a stack of windows can reach.
    .target(
      name: "ModelChecker", dependencies: ["Arbitration", "Orientation"], swiftSettings: strict),
    // A verdict in words.
    .target(
      name: "Explanation", dependencies: ["Arbitration", "Counterfactuals", "Orientation"],
      swiftSettings: strict),

    // Files, JSON and YAML; what they say is for others to know.
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "Formats", dependencies: ["CLinux", "CYAML"], swiftSettings: strict),

    .target(name: "Sensing", dependencies: ["Orientation"], swiftSettings: strict),
    // What people set.
    .target(
      name: "Configuration", dependencies: ["Arbitration", "Formats", "Orientation", "Sensing"],
      swiftSettings: strict),
    // What happened, and the same again.
    .target(
      name: "Recording",
      dependencies: ["Arbitration", "Explanation", "Formats", "Orientation", "Sensing"],
      swiftSettings: strict),
    // Files that tell a story, and what is done with them.
    .target(
      name: "Scenarios",
      dependencies: [
        "Configuration", "Explanation", "Formats", "ModelChecker", "Recording", "Sensing",
      ],
      swiftSettings: strict),
    // What other systems say about their windows, as scenarios.
    .target(
      name: "Import",
      dependencies: [
        "Arbitration", "Desktop", "Explanation", "Formats", "Orientation", "Scenarios",
      ], swiftSettings: strict),
    // What happened, for ui.perfetto.dev.
    .target(
      name: "Trace", dependencies: ["Arbitration", "Formats", "Orientation", "Recording"],
      swiftSettings: strict),
    // A run as pictures and one HTML file.
    .target(
      name: "Report", dependencies: ["Formats", "Recording", "Scenarios", "Explanation"],
      swiftSettings: strict),

    // What the daemon and the command line say to each other.
    .target(
      name: "Control",
      dependencies: ["Arbitration", "Explanation", "EventLoop", "Formats", "Orientation"],
      swiftSettings: strict),

    // The window that shows the last decision; a program of its own, since Cairo and Pango load
    // some forty libraries.
    .target(
      name: "Overlay",
      dependencies: [
        "Arbitration", "Bus", "CPangoCairo", "ClientDrawing", "Control", "Explanation",
        "EventLoop", "Formats", "Orientation", "WaylandClient",
      ], swiftSettings: strict),
    .executableTarget(
      name: "swivel-overlay", dependencies: ["Overlay", "Control", "Formats"],
      swiftSettings: strict),

    // Wayland: generated bindings over libwayland, knowing nothing of rotation.
    .systemLibrary(
      name: "CWaylandClient", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .target(name: "WaylandABI", dependencies: ["CWaylandClient"], swiftSettings: strict),
    .target(name: "ProtocolXML", swiftSettings: strict),
    .executableTarget(name: "WaylandScanner", dependencies: ["ProtocolXML"], swiftSettings: strict),
    .plugin(
      name: "WaylandScannerPlugin", capability: .buildTool(), dependencies: ["WaylandScanner"]),
    .target(
      name: "WaylandClient", dependencies: ["CLinux", "CWaylandClient", "WaylandABI"],
      exclude: ["Protocols"], swiftSettings: strict, plugins: ["WaylandScannerPlugin"]),

    // What our own clients have in common: shared memory to draw in, a connection on a loop.
    .target(
      name: "ClientDrawing", dependencies: ["CLinux", "EventLoop", "Orientation", "WaylandClient"],
      swiftSettings: strict),

    // Pictures in memory and in files; the drawing itself is pixman's.
    .systemLibrary(name: "CPixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .target(
      name: "Pixels", dependencies: ["Formats", "Orientation", "CPixman", "CPNG"],
      swiftSettings: strict),

    .systemLibrary(
      name: "CWaylandServer", pkgConfig: "wayland-server", providers: [.apt(["libwayland-dev"])]),
    .target(
      name: "WaylandServer", dependencies: ["WaylandABI", "CWaylandServer", "EventLoop"],
      exclude: ["Protocols"], swiftSettings: strict, plugins: ["WaylandScannerPlugin"]),

    // One policy of swivel-rotation as a value, and its messages on the wire.
    .target(
      name: "RotationProtocol", dependencies: ["Orientation", "Arbitration"],
      swiftSettings: strict),
    .target(
      name: "RotationWire", dependencies: ["Orientation", "RotationProtocol", "WaylandServer"],
      swiftSettings: strict),

    // A small real compositor, whose windows turn one by one.
    .target(
      name: "HeadlessCompositor",
      dependencies: [
        "Orientation", "Arbitration", "Pixels", "WaylandServer", "EventLoop", "CLinux",
        "RotationProtocol", "RotationWire",
      ],
      swiftSettings: strict),

    // The compositor in a window of another one.
    .target(
      name: "WindowBackend",
      dependencies: [
        "ClientDrawing", "EventLoop", "HeadlessCompositor", "Orientation", "Pixels",
        "WaylandClient",
      ], swiftSettings: strict),

    // A drawn tablet around it; a program of its own because of Cairo and Pango.
    .target(
      name: "Tablet",
      dependencies: [
        "Arbitration", "CPangoCairo", "Control", "EventLoop", "Formats", "HeadlessCompositor",
        "Orientation", "Pixels", "Recording", "Scenarios", "Sensors", "WindowBackend",
      ], swiftSettings: strict),
    .executableTarget(
      name: "swivel-tablet", dependencies: ["Control", "Formats", "Tablet"], swiftSettings: strict),

    // The shell: one thread, one loop.
    .systemLibrary(name: "CLinux"),
    .target(name: "EventLoop", dependencies: ["CLinux", "Orientation"], swiftSettings: strict),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .target(
      name: "Bus", dependencies: ["EventLoop", "Orientation", "CSystemd"], swiftSettings: strict),
    .target(
      name: "Sensors",
      dependencies: ["Orientation", "Sensing", "Bus", "EventLoop", "Formats", "CLinux"],
      swiftSettings: strict),
    // Outputs and windows, over Wayland and over what some compositors tell and do beside it.
    .target(
      name: "Desktop",
      dependencies: ["Orientation", "Arbitration", "Bus", "EventLoop", "Formats", "WaylandClient"],
      swiftSettings: strict),
    // What others can add: policies, rule sets, sensors; linked, behind C, or in a process.
    .systemLibrary(name: "CSwivelPlugin"),
    .target(
      name: "Plugins",
      dependencies: [
        "Orientation", "Arbitration", "Configuration", "Formats", "Recording", "Control", "Desktop",
        "Sensors", "EventLoop", "CSwivelPlugin",
      ],
      resources: [.embedInCode("Templates")], swiftSettings: strict),
    .target(
      name: "Daemon",
      dependencies: [
        "Bus", "CLinux", "Configuration", "Control", "Desktop", "EventLoop", "Formats", "Plugins",
        "Recording", "RotationProtocol", "RotationWire", "Scenarios", "Sensing", "Sensors",
        "WaylandServer",
      ], swiftSettings: strict),
    // What is wrong with this machine: facts gathered in one place, judged in others.
    .target(
      name: "Doctor",
      dependencies: [
        "Bus", "Configuration", "Desktop", "EventLoop", "Formats", "Orientation",
        "Sensing", "Sensors",
      ], swiftSettings: strict),
    .executableTarget(
      name: "swivel",
      dependencies: [
        "Daemon", "Doctor", "HeadlessCompositor", "Import", "Pixels", "Plugins", "Report",
        "Sensors", "Trace", "WindowBackend",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    // Apart from the command, so that the daemon does not load a drawing library.
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .executableTarget(
      name: "swivel-plot", dependencies: ["Formats", "Recording", "CCairo"], swiftSettings: strict),
    // The windows of a scenario as real clients; fonts and drawing stay out of the compositor.
    .systemLibrary(
      name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .executableTarget(
      name: "swivel-scene",
      dependencies: [
        "Arbitration", "CPangoCairo", "ClientDrawing", "Orientation", "Pixels", "Formats",
        "Scenarios", "WaylandClient",
      ], swiftSettings: strict),

    .executableTarget(
      name: "swivel-bench-decisions", dependencies: ["Arbitration"],
      path: "Benchmarks/decisions/swift", swiftSettings: strict),
    // Measured by Benchmarks/dispatch/run, beside the same loop in C.
    .executableTarget(
      name: "swivel-bench-dispatch", dependencies: ["WaylandClient"],
      path: "Benchmarks/dispatch/swift", swiftSettings: strict),
    // Measured by Benchmarks/apply/run, beside the same client in C.
    .executableTarget(
      name: "swivel-bench-apply",
      dependencies: ["Arbitration", "Desktop", "Orientation", "WaylandClient"],
      path: "Benchmarks/apply/swift", swiftSettings: strict),

    // Measured by Benchmarks/compositor/run.
    .executableTarget(
      name: "swivel-bench-compositor",
      dependencies: [
        "Arbitration", "CLinux", "EventLoop", "HeadlessCompositor", "Orientation", "Pixels",
        "WaylandClient",
      ],
      path: "Benchmarks/compositor/swift", swiftSettings: strict),

    // The library that wlcs loads, and the binary interface between the two.
    .target(name: "CWlcs", path: "Tests/wlcs/abi"),
    .target(
      name: "WlcsGlue",
      dependencies: [
        "Arbitration", "CWaylandClient", "CWaylandServer", "CWlcs", "EventLoop",
        "HeadlessCompositor", "Orientation", "WaylandServer",
      ],
      path: "Tests/wlcs/glue", swiftSettings: strict),
    // Measured by Benchmarks/plugins/run, which gives it a library to load.
    .executableTarget(
      name: "swivel-bench-plugins", dependencies: ["Arbitration", "Orientation", "Plugins"],
      path: "Benchmarks/plugins/swift", swiftSettings: strict),

    // What tests share around the core: numbers, scenes and events out of a seed, windows, verdicts.
    .target(
      name: "RandomScenes", dependencies: ["Arbitration"], path: "Tests/RandomScenes",
      swiftSettings: tested),
    .testTarget(
      name: "RotationProtocolTests",
      dependencies: ["Arbitration", "Orientation", "RotationProtocol"]),
    // What all tests share: the package's examples and documents, folders, programs.
    .target(name: "ProjectFiles", path: "Tests/ProjectFiles", swiftSettings: tested),
    .testTarget(name: "FormatsTests", dependencies: ["Configuration", "Formats", "Recording"]),
    .testTarget(name: "ConfigurationTests", dependencies: ["Configuration", "Formats"]),
    .testTarget(
      name: "RecordingTests",
      dependencies: ["Explanation", "Formats", "RandomScenes", "Recording", "Scenarios"]),
    .testTarget(name: "OrientationTests", dependencies: ["Orientation"]),
    .testTarget(
      name: "ArbitrationTests", dependencies: ["Arbitration", "Scenarios", "RandomScenes"]),
    .testTarget(name: "CounterfactualsTests", dependencies: ["Counterfactuals", "RandomScenes"]),
    .testTarget(
      name: "ModelCheckerTests", dependencies: ["Explanation", "ModelChecker", "RandomScenes"]),
    .testTarget(name: "ExplanationTests", dependencies: ["Explanation", "RandomScenes"]),
    .testTarget(name: "ScenariosTests", dependencies: ["RandomScenes", "Scenarios", "Sensing"]),
    .testTarget(
      name: "ImportTests",
      dependencies: [
        "Arbitration", "Configuration", "Daemon", "Desktop", "Formats", "Import", "ModelChecker",
        "Orientation", "RandomScenes", "Scenarios",
      ], exclude: ["Dumps"]),
    .testTarget(
      name: "TraceTests",
      dependencies: [
        "Arbitration", "Formats", "Orientation", "Recording", "Scenarios", "Trace",
      ], exclude: ["track-event.proto"]),
    .testTarget(
      name: "ControlTests",
      dependencies: ["Arbitration", "Control", "Explanation", "Orientation", "Formats"]),
    .testTarget(name: "ReportTests", dependencies: ["Report", "Explanation", "Scenarios"]),
    .testTarget(
      name: "OverlayTests", dependencies: ["Overlay", "Control", "Explanation", "Formats"]),
    .testTarget(name: "SensingTests", dependencies: ["Sensing"]),
    .testTarget(
      name: "WaylandTests",
      dependencies: [
        "ProtocolXML", "WaylandClient", "CWaylandClient", "RandomScenes",
      ], exclude: ["Facts"]),
    .testTarget(
      name: "DesktopTests",
      dependencies: [
        "Arbitration", "Desktop", "Formats", "Orientation", "WaylandClient", "RandomScenes",
      ]),
    .testTarget(
      name: "PixelsTests", dependencies: ["Pixels", "Orientation"], exclude: ["References"]),
    .testTarget(
      name: "CompositorTests",
      dependencies: [
        "Arbitration", "CLinux", "Daemon", "EventLoop", "HeadlessCompositor", "Orientation",
        "Pixels", "RotationProtocol", "Configuration", "WaylandABI", "WaylandClient",
        "WaylandServer", "WindowBackend", "Desktop", "RandomScenes",
      ]),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "Orientation"]),
    .testTarget(name: "SensorsTests", dependencies: ["Sensors", "Sensing", "Bus", "EventLoop"]),
    .testTarget(
      name: "PluginsTests",
      dependencies: [
        "Plugins", "Arbitration", "Explanation", "Orientation", "RandomScenes", "Configuration",
        "Formats", "Sensors", "EventLoop",
      ]),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Arbitration", "Bus", "CSystemd", "CWaylandClient", "Configuration", "Control", "Daemon",
        "Desktop", "EventLoop", "Formats", "Orientation", "Plugins", "RandomScenes", "Sensors",
        "WaylandABI", "WaylandClient", "WaylandServer",
      ]),
    .testTarget(
      name: "DoctorTests",
      dependencies: ["Doctor", "Desktop", "Orientation", "Configuration", "Formats", "Sensors"]),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "Arbitration", "Bus", "CCairo", "ClientDrawing", "Configuration", "Desktop", "Daemon",
        "Doctor", "EventLoop", "HeadlessCompositor", "Orientation", "Pixels", "WindowBackend",
        "Plugins", "RandomScenes", "Sensing", "Sensors", "Overlay", "Tablet", "WaylandClient",
      ], exclude: ["Programs"]),
  ]
)

for target in package.targets where target.type == .test {
  target.dependencies.append("ProjectFiles")
  target.swiftSettings = tested
}

// `make fuzz` alone: what is delivered is instrumented for libFuzzer, which no other build is.
if Context.environment["SWIVEL_FUZZ"] != nil {
  let linked: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
  for target in package.targets where target.type == .regular {
    target.swiftSettings? += [.unsafeFlags(["-sanitize=fuzzer"])]
  }
  for target in package.targets where target.type == .executable { target.linkerSettings = linked }
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .executableTarget(
      name: "swivel-fuzz",
      dependencies: [
        "Arbitration", "Bus", "CFuzzer", "CWaylandClient", "Configuration", "Control", "Desktop",
        "Doctor", "EventLoop", "Formats", "HeadlessCompositor", "Import", "ModelChecker",
        "Orientation", "Plugins", "ProtocolXML", "Recording", "Scenarios", "Sensing", "Sensors",
        "Trace", "WaylandClient", "WaylandServer",
      ],
      path: "Tests/Fuzz", exclude: ["CFuzzer", "dictionaries", "run", "seeds"],
      swiftSettings: tested, linkerSettings: linked),
  ]
}

// `make quick` alone: the suites that start no program, and the targets that they need.
if Context.environment["SWIVEL_QUICK"] != nil {
  var needed: Set = [
    "ArbitrationTests", "ConfigurationTests", "CounterfactualsTests", "ExplanationTests",
    "FormatsTests", "ModelCheckerTests", "OrientationTests", "RecordingTests",
    "RotationProtocolTests", "ScenariosTests", "SensingTests",
  ]
  for _ in package.targets {
    for target in package.targets where needed.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
  package.dependencies = []
}
