// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
  name: "library-example",
  dependencies: [
    // In a package of your own: the address of Swivel's repository.
    .package(name: "swivel", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "library-example",
      dependencies: [
        .product(name: "Arbitration", package: "swivel"),
        .product(name: "Orientation", package: "swivel"),
      ])
  ])
