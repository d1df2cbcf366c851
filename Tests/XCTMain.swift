// SPDX-License-Identifier: Apache-2.0
import Testing

/// The entry point of the tests: without one the package manager looks for XCTest's tests in an index of all sources.
@main
struct TestProgram {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
