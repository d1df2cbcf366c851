// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
  name: "linked-example",
  dependencies: [
    // In a package of your own: the address of Swivel's repository.
    .package(name: "swivel", path: "../../..")
  ],
  targets: [
    .executableTarget(
      name: "linked-example",
      dependencies: [
        .product(name: "Arbitration", package: "swivel"),
        .product(name: "Orientation", package: "swivel"),
        .product(name: "Daemon", package: "swivel"),
        .product(name: "Plugins", package: "swivel"),
      ])
  ])
