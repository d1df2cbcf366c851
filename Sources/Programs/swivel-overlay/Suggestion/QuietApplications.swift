// SPDX-License-Identifier: Apache-2.0
import Formats

/// The applications for which nothing is to be suggested, kept from one run to the next.
struct QuietApplications {
  /// With more than this the oldest are forgotten.
  static let most = 256

  /// The file; nil without a home.
  private let path: String?

  /// The file in `$XDG_STATE_HOME/swivel`, or in `~/.local/state/swivel`.
  init(environment: (String) -> String?) {
    path = BaseDirectory.state.path(in: environment).map { "\($0)/swivel/suggest.json" }
  }

  /// Reads the file; none if it is not there.
  ///
  /// Throws for what is wrong with it.
  func load() throws(InputError) -> [String] {
    guard let path, FileStamp(at: path) != nil else { return [] }
    let json = try JSONValue.parse(try InputFile.read(path: path), file: path)
    return Array((json["never"]?.array ?? []).compactMap(\.string).suffix(Self.most))
  }

  /// Writes the file; returns what keeps it from lasting.
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
