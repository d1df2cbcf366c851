// SPDX-License-Identifier: Apache-2.0
import CFuzzer
import Glibc

// The fuzz targets: everything that reads what others wrote, one input after another in one process.
//
// libFuzzer makes the inputs from seeds and from what they reach in the instrumented code. A target
// must come back for any input: a trap, a leak, ten seconds or 2 GiB are findings, and so is a
// property that does not hold (`require`). `make fuzz` runs them; `Tests/Fuzz/run --help` says how.
// Begin with `FuzzTarget.swift`.

/// The target that was chosen; libFuzzer's function takes no context.
nonisolated(unsafe) var chosen: FuzzTarget?

let words = CommandLine.arguments
guard words.count > 1, words[1] != "--list" else {
  for target in FuzzTarget.all { print("\(target.name)\t\(target.seeds.joined(separator: " "))") }
  exit(0)
}
chosen = FuzzTarget.all.first { $0.name == words[1] }
guard chosen != nil else {
  let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
  print("swivel-fuzz: no target '\(words[1])'; there are \(names)")
  exit(2)
}
var rest: [UnsafeMutablePointer<CChar>?] =
  ([words[0]] + words.dropFirst(2)).map { strdup($0) } + [nil]
var count = CInt(rest.count - 1)
let status = rest.withUnsafeMutableBufferPointer { buffer -> CInt in
  var start = buffer.baseAddress
  return LLVMFuzzerRunDriver(&count, &start) { data, size in
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    chosen?.run(bytes)
    return 0
  }
}
exit(status)
