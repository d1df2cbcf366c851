// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc

/// Starts programs, without a shell and in a process group of their own.
enum ProgramStart {
  /// Starts a program that is found in PATH unless its name has a slash; returns its process number.
  ///
  /// Its input is empty, its output goes where our errors go. Nothing else of ours reaches it but the
  /// environment.
  static func start(
    _ words: [String], _ variables: [(name: String, value: String)]
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The loop has taken signals out of ordinary delivery, and SIGPIPE is ignored here.
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var argv = words.map { strdup($0) } + [nil]
    var envp = environment(variables).map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw SystemError(call: words[0], code: code) }
    return process
  }

  /// Our environment with these variables in it.
  private static func environment(_ variables: [(name: String, value: String)]) -> [String] {
    var result: [String] = []
    var entry = environ
    while let text = entry.pointee {
      let line = String(cString: text)
      let name = line.prefix { $0 != "=" }
      if !variables.contains(where: { $0.name == name }) { result.append(line) }
      entry += 1
    }
    return result + variables.map { "\($0.name)=\($0.value)" }
  }
}
