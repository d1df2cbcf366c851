// SPDX-License-Identifier: Apache-2.0
import Daemon
import Glibc

/// The program that draws, which is not this one: only it loads a drawing library.
enum PlotProgram {
  private static let name = "swivel-plot"

  /// Runs it to its end: the one beside this program, or else the first in the PATH.
  static func run(_ arguments: [String]) throws(CommandFailure) {
    // What was printed so far comes before what the other program may print.
    fflush(nil)
    var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var process = pid_t()
    var result = beside.map { posix_spawn(&process, $0, nil, nil, words, environ) } ?? ENOENT
    if result == ENOENT { result = posix_spawnp(&process, name, nil, nil, words, environ) }
    guard result == 0 else {
      throw CommandFailure(.failed, "cannot run \(name): \(String(cString: strerror(result)))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw CommandFailure(.failed, "\(name) did not draw the picture") }
  }

  private static var beside: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    let own = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
  }
}
