// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

extension Configuration {
  /// Where the configuration is looked for when nobody names a file; nil without a home.
  ///
  /// `$XDG_CONFIG_HOME/swivel/config.yaml`, and `~/.config` in place of a variable that is not set
  /// or not an absolute path.
  public static func defaultPath(in environment: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { "\($0)/.config" }
    return home.map { "\($0)/swivel/config.yaml" }
  }

  /// Reads a file that has to be there.
  public static func load(path: String) throws(InputError) -> Configuration {
    try parse(try InputFile.read(path: path), file: path)
  }

  /// Reads the file at the default path; the defaults when there is none.
  public static func loadDefault(
    in environment: (String) -> String?
  ) throws(InputError) -> Configuration {
    guard let path = defaultPath(in: environment) else { return Configuration() }
    // A file that is there but cannot be read is a mistake that somebody wants to hear of.
    if access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR { return Configuration() }
    return try load(path: path)
  }
}
