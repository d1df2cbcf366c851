// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc

/// Has something done on the thread of the loop while another thread waits for it.
final class Errands {
  private var ends: [Int32] = [-1, -1]
  private var answers: [Int32] = [-1, -1]
  private var errand: (() -> Void)?

  init() {
    unsafe pipe(&ends)
    unsafe pipe(&answers)
  }

  deinit { for descriptor in ends + answers { close(descriptor) } }

  /// Lets a loop do the errands from now on.
  func serve(in loop: EventLoop) throws(SystemError) {
    _ = try loop.add(ends[0], for: .readable) { [unowned self] _ in
      var byte: UInt8 = 0
      guard unsafe read(ends[0], &byte, 1) == 1 else { return }
      errand?()
      errand = nil
      unsafe write(answers[1], &byte, 1)
    }
  }

  /// Has it done; only one thread may ask.
  func run(_ errand: @escaping () -> Void) {
    self.errand = errand
    var byte: UInt8 = 0
    guard unsafe write(ends[1], &byte, 1) == 1 else { return }
    // A server that has ended answers no more: the test must not hang for it.
    var request = pollfd(fd: answers[0], events: Int16(POLLIN), revents: 0)
    if unsafe poll(&request, 1, 5000) == 1 { _ = unsafe read(answers[0], &byte, 1) }
  }
}
