// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Imports run downwards only; `scripts/check-imports` compares the sources with this table.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "swivel",
  products: [
    .executable(name: "swivel", targets: ["swivel"]),
    .library(name: "Orientation", targets: ["Orientation"]),
    .library(name: "Arbitration", targets: ["Arbitration"]),
    .library(name: "WaylandClient", targets: ["WaylandClient"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // The core: values only.
    .target(name: "Orientation", swiftSettings: strict),
    .target(name: "Arbitration", dependencies: ["Orientation"], swiftSettings: strict),
    .target(name: "Diagnosis", dependencies: ["Arbitration"], swiftSettings: strict),

    // Files in, JSON out.
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(
      name: "Scenarios", dependencies: ["Diagnosis", "Sensing", "CYAML"], swiftSettings: strict),
    .target(name: "Sensing", dependencies: ["Orientation"], swiftSettings: strict),

    // Wayland: generated bindings over libwayland, knowing nothing of rotation.
    .systemLibrary(
      name: "CWaylandClient", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .target(name: "WaylandABI", dependencies: ["CWaylandClient"], swiftSettings: strict),
    .target(name: "ProtocolXML", swiftSettings: strict),
    .executableTarget(
      name: "WaylandScanner", dependencies: ["ProtocolXML"], swiftSettings: strict),
    .plugin(
      name: "WaylandScannerPlugin", capability: .buildTool(), dependencies: ["WaylandScanner"]),
    .target(
      name: "WaylandClient", dependencies: ["WaylandABI", "CWaylandClient"],
      exclude: ["Protocols"], swiftSettings: strict, plugins: ["WaylandScannerPlugin"]),

    // The shell: one thread, one loop.
    .systemLibrary(name: "CLinux"),
    .target(name: "EventLoop", dependencies: ["CLinux"], swiftSettings: strict),
    .target(
      name: "Desktop", dependencies: ["Orientation", "Arbitration", "WaylandClient"],
      swiftSettings: strict),
    .target(
      name: "Daemon",
      dependencies: ["Desktop", "Sensing", "Scenarios", "EventLoop"], swiftSettings: strict),
    .executableTarget(
      name: "swivel",
      dependencies: [
        "Daemon",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),

    .executableTarget(
      name: "swivel-bench-decisions", dependencies: ["Arbitration"],
      path: "Benchmarks/decisions/swift", swiftSettings: strict),
    // Measured by Benchmarks/dispatch/run, beside the same loop in C.
    .executableTarget(
      name: "swivel-bench-dispatch", dependencies: ["WaylandClient"],
      path: "Benchmarks/dispatch/swift", swiftSettings: strict),

    // What several test targets share: scenes and events out of a seed.
    .target(
      name: "RandomScenes", dependencies: ["Arbitration"], path: "Tests/RandomScenes",
      swiftSettings: strict),
    .testTarget(name: "OrientationTests", dependencies: ["Orientation"], swiftSettings: strict),
    .testTarget(
      name: "ArbitrationTests", dependencies: ["Arbitration", "Scenarios", "RandomScenes"],
      swiftSettings: strict),
    .testTarget(
      name: "DiagnosisTests", dependencies: ["Diagnosis", "RandomScenes"], swiftSettings: strict),
    .testTarget(
      name: "ScenariosTests", dependencies: ["Scenarios", "RandomScenes"], swiftSettings: strict),
    .testTarget(name: "SensingTests", dependencies: ["Sensing"], swiftSettings: strict),
    .testTarget(
      name: "WaylandTests", dependencies: ["ProtocolXML", "WaylandClient", "CWaylandClient"],
      exclude: ["Facts"], swiftSettings: strict),
    .testTarget(
      name: "DesktopTests", dependencies: ["Desktop", "Orientation"], swiftSettings: strict),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop"], swiftSettings: strict),
    .testTarget(
      name: "IntegrationTests",
      dependencies: ["Desktop", "Daemon", "WaylandClient", "Orientation"], swiftSettings: strict),
  ]
)
