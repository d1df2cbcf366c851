// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A watch on a file, which reports that the file was written, replaced, created or removed.
///
/// The watch observes directories, since editors replace files: the directory of the path and that
/// of a symbolic link's target, or the nearest existing parent.
public final class FileWatch {
  /// The debounce time: a change is reported when the file has been unchanged for this long.
  public static let quietPeriod = Duration.milliseconds(100)

  private let path: String
  private let loop: EventLoop
  private let descriptor: OwnedDescriptor
  private let onChange: () -> Void
  private var token: Token?
  private var timer: Token?
  private var watches: Set<Int32> = []
  private var names: Set<String> = []

  /// Begins to watch; `onChange` is called `quietPeriod` after the last of a series of changes.
  ///
  /// Throws if inotify fails, for example at a limit. An unreadable directory is no error, but
  /// changes in it are not reported.
  public init(
    _ path: String, on loop: EventLoop, onChange: @escaping () -> Void
  ) throws(SystemError) {
    self.path = path
    self.loop = loop
    self.onChange = onChange
    descriptor = try OwnedDescriptor(
      call: "inotify_init1", inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)))
    try look()
    token = try loop.add(descriptor.raw, for: .readable) { [weak self] _ in self?.read() }
  }

  deinit {
    if let token { loop.remove(token) }
    if let timer { loop.remove(timer) }
  }

  /// Watches the directories that are relevant now instead of the former ones.
  private func look() throws(SystemError) {
    let changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
    let mask = UInt32(changes | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    var found: Set<Int32> = []
    for directory in directories() {
      let watch = unsafe inotify_add_watch(descriptor.raw, directory, mask)
      if watch >= 0 {
        found.insert(watch)
      } else if errno != ENOENT, errno != ENOTDIR, errno != EACCES {
        throw SystemError(call: "inotify_add_watch \(directory)", code: errno)
      }
    }
    for old in watches.subtracting(found) { inotify_rm_watch(descriptor.raw, old) }
    watches = found
  }

  /// Returns the directories to watch now, and sets `names` to all components of the path and of the
  /// file that it resolves to.
  private func directories() -> [String] {
    var directory = Self.directory(of: path)
    while unsafe access(directory, F_OK) != 0, directory != "/", directory != "." {
      directory = Self.directory(of: directory)
    }
    names = Set(path.split(separator: "/").map(String.init))
    guard let pointer = unsafe realpath(path, nil) else { return [directory] }
    defer { unsafe free(pointer) }
    let real = unsafe String(cString: pointer)
    names.formUnion(real.split(separator: "/").map(String.init))
    return [directory, Self.directory(of: real)]
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var concerns = false
    while true {
      let count = unsafe Glibc.read(descriptor.raw, &buffer, buffer.count)
      guard count > 0 else { break }
      if hasOurName(buffer[..<count]) { concerns = true }
    }
    guard concerns else { return }
    // The directories to watch may have changed; if watching them fails, the current watches
    // remain.
    try? look()
    if let timer { loop.remove(timer) }
    timer = loop.schedule(after: Self.quietPeriod) { [weak self] in
      self?.timer = nil
      self?.onChange()
    }
  }

  /// Returns whether one of several events of inotify(7) has the name of the file, of its target or
  /// of a directory above them, or concerns a watched directory itself.
  private func hasOurName(_ events: ArraySlice<UInt8>) -> Bool {
    let header = MemoryLayout<inotify_event>.size
    var rest = events
    while rest.count >= header {
      // The length of the name is the last of the header's four words.
      let length = rest.dropFirst(header - 4).prefix(4).reversed()
        .reduce(0) { $0 << 8 | Int($1) }
      let name = rest.dropFirst(header).prefix(length).prefix { $0 != 0 }
      if name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) { return true }
      rest = rest.dropFirst(header + length)
    }
    return false
  }
}
