// SPDX-License-Identifier: Apache-2.0
import Formats

/// The applications for which no rotation is suggested, stored between runs.
struct QuietApplications {
  /// The largest number of applications; the oldest are dropped.
  static let most = 256

  /// The file's path; nil without a home directory.
  private let path: String?

  /// Creates a store at `$XDG_STATE_HOME/swivel`, or at `~/.local/state/swivel`.
  init(environment: (String) -> String?) {
    path = BaseDirectory.state.path(in: environment).map { "\($0)/swivel/suggest.json" }
  }

  /// Reads the file; returns an empty list if there is none.
  ///
  /// - Throws: an error if the file cannot be read or parsed.
  func load() throws(InputError) -> [String] {
    guard let path, FileStamp(at: path) != nil else { return [] }
    let json = try JSONValue.parse(try InputFile.read(path: path), file: path)
    return Array((json["never"]?.array ?? []).compactMap(\.string).suffix(Self.most))
  }

  /// Writes the file; returns the error message, or nil.
  func keep(_ applications: [String]) -> String? {
    guard let path else {
      return "never lasts until the end: neither XDG_STATE_HOME nor HOME is an absolute path"
    }
    let names = applications.suffix(Self.most).map { JSONValue.string($0) }
    FilePath.makeDirectories(above: path)
    do throws(FileError) {
      let json: JSONValue = ["swivel": 1, "never": .array(names)]
      try OutputFile.write(json.compact() + "\n", to: path, .userOnly)
      return nil
    } catch {
      return "never lasts until the end: \(error)"
    }
  }
}
