// SPDX-License-Identifier: Apache-2.0
import Formats
import Playground

// The functions that the module exports and imports; docs/design/playground-module.md describes
// them.

/// The module has one thread.
nonisolated(unsafe) private let playground = Playground()

/// Reports to the host how many states a check has found so far.
@_extern(wasm, module: "swivel", name: "progress") @_extern(c, "swivel_progress")
func reportProgress(_ states: Int32)

/// Returns the address of memory for a request.
@_expose(wasm, "swivel_alloc") @_cdecl("swivel_alloc")
public func allocate(_ length: Int) -> UnsafeMutablePointer<UInt8> {
  .allocate(capacity: max(1, length))
}

/// Returns the address of the response to a request: its length as 4 bytes, then its text.
@_expose(wasm, "swivel_answer") @_cdecl("swivel_answer")
public func answer(_ request: UnsafePointer<UInt8>, _ length: Int) -> UnsafeMutablePointer<UInt8> {
  let bytes = Array(UnsafeBufferPointer(start: request, count: length))
  let text = Array(playground.answer(bytes) { reportProgress(Int32(clamping: $0)) }.utf8)
  let response = allocate(text.count + 4)
  for index in 0..<4 { response[index] = UInt8(truncatingIfNeeded: text.count >> (8 * index)) }
  (response + 4).update(from: text, count: text.count)
  return response
}

/// Releases the memory of a request or of a response.
@_expose(wasm, "swivel_free") @_cdecl("swivel_free")
public func release(_ address: UnsafeMutablePointer<UInt8>) { address.deallocate() }
