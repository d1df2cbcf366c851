// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Foundation
import Synchronization
import WaylandServer

/// A host compositor with shared memory and nothing else, on a thread of its own.
final class BareHost: Sendable {
  private let isEnding = Atomic(false)

  init(_ descriptor: Int32) {
    let thread = Thread { [self] in
      guard let loop = try? EventLoop(), let display = try? Display() else { return }
      try? display.offerSharedMemory()
      try? display.serve(in: loop)
      _ = try? display.add(client: descriptor)
      while !isEnding.load(ordering: .relaxed) {
        _ = try? loop.turn(waitingAtMost: .milliseconds(5))
      }
    }
    thread.start()
  }

  func stop() { isEnding.store(true, ordering: .relaxed) }
}
