// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A watch on a directory, which reports added and removed entries, and changed permissions.
///
/// While the directory is missing, its nearest existing parent is watched, and every new entry of
/// that parent is reported too. Unlike `FileWatch`, this watch ignores writes to the entries, so
/// using device nodes causes no wake-ups, and it reports without a delay.
public final class DirectoryWatch {
  private let path: String
  private let descriptor: OwnedDescriptor
  private let onChange: () -> Void
  private var registration: Registration?
  private var watch: Int32 = -1

  /// Begins to watch; `onChange` is called once for changes that are read together.
  ///
  /// Throws if inotify has reached a limit or refuses the directory, for example since it is
  /// unreadable.
  public init(
    _ path: String, on loop: EventLoop, onChange: @escaping () -> Void
  ) throws(SystemError) {
    self.path = path
    self.onChange = onChange
    descriptor = try OwnedDescriptor(
      call: "inotify_init1", inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)))
    try follow()
    registration = Registration(
      try loop.add(descriptor.raw, for: .readable) { [weak self] _ in self?.read() }, on: loop)
  }

  /// Watches the directory, or its nearest existing parent.
  private func follow() throws(SystemError) {
    var directory = path
    while true {
      let isOwn = directory == path
      let changes =
        isOwn
        ? IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
        : IN_CREATE | IN_MOVED_TO
      let mask = UInt32(changes | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
      let found = unsafe inotify_add_watch(descriptor.raw, directory, mask)
      if found >= 0 {
        if watch >= 0, watch != found { inotify_rm_watch(descriptor.raw, watch) }
        watch = found
        // The directory may have been created before its parent was watched.
        if unsafe isOwn || access(path, F_OK) != 0 { return }
        directory = path
      } else {
        guard errno == ENOENT || errno == ENOTDIR, directory != "/", directory != "." else {
          throw SystemError(call: "inotify_add_watch \(directory)", code: errno)
        }
        let parent = directory.lastIndex(of: "/").map { directory[..<$0] } ?? "."
        directory = parent.isEmpty ? "/" : String(parent)
      }
    }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while unsafe Glibc.read(descriptor.raw, &buffer, buffer.count) > 0 {}
    // The directory to watch may have changed; if watching it fails, the current watch remains.
    try? follow()
    onChange()
  }
}
