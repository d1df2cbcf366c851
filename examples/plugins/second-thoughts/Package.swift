// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
  name: "second_thoughts",
  products: [.library(name: "second_thoughts", type: .dynamic, targets: ["second_thoughts"])],
  targets: [
    .systemLibrary(name: "CSwivelPlugin"),
    .target(
      name: "second_thoughts", dependencies: ["CSwivelPlugin"],
      // Swift's runtime keeps pointers into a library: it must never be unloaded.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "nodelete"])]),
  ])
