// SPDX-License-Identifier: Apache-2.0
public import Configuration
public import Formats
import Glibc
import Text

/// The search path of plug-in libraries.
public struct PluginSearch: Sendable, Equatable {
  /// The folders, in the order of the search.
  public var directories: [String]

  static let system = ["/usr/local/lib/swivel/plugins", "/usr/lib/swivel/plugins"]

  /// Creates a path: `first`, `SWIVEL_PLUGIN_PATH`, the user's data folder and the system's
  /// folders.
  public init(first: [String] = [], environment: (String) -> String?) {
    let path = environment("SWIVEL_PLUGIN_PATH") ?? ""
    let named = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let home = BaseDirectory.data.path(in: environment)
    directories = first + named + (home.map { ["\($0)/swivel/plugins"] } ?? []) + Self.system
  }

  /// A manifest that was found.
  public struct Entry: Sendable, Equatable {
    /// The manifest's path.
    public var path: String
    /// The manifest, or its error.
    public var manifest: Result<PluginManifest, InputError>
  }

  /// All manifests in all folders, in the order of the search.
  public var entries: [Entry] {
    directories.flatMap { directory in
      Self.names(in: directory).map { name in
        let path = "\(directory)/\(name)"
        do throws(InputError) {
          return Entry(path: path, manifest: .success(try PluginManifest.load(path: path)))
        } catch {
          return Entry(path: path, manifest: .failure(error))
        }
      }
    }
  }

  /// Returns the manifest of a plug-in that a configuration lists.
  ///
  /// A name with a slash is a path: of a manifest, of a folder with exactly one, or of a library
  /// with its manifest beside it. Any other name is the id of a plug-in in one of the folders.
  public func find(_ choice: PluginChoice) throws(InputError) -> PluginManifest {
    if choice.id.contains("/") { return try Self.manifest(at: choice.id) }
    var ids: [String] = []
    for entry in entries {
      switch entry.manifest {
      case .success(let manifest):
        if manifest.id == choice.id { return manifest }
        ids.append(manifest.id)
      case .failure(let error):
        // A broken manifest may be the requested one; only its file name is known.
        if entry.path.hasSuffix("/\(choice.id)\(PluginManifest.suffix)") { throw error }
      }
    }
    let places = directories.joined(separator: ", ")
    throw choice.mark.error(
      "the plug-in \(UntrustedText(choice.id).quoted), which is in none of \(places)", valid: ids,
      near: choice.id)
  }

  /// Returns the manifest at a path.
  public static func manifest(at path: String) throws(InputError) -> PluginManifest {
    if path.hasSuffix(PluginManifest.suffix) { return try .load(path: path) }
    let names = names(in: path)
    if let name = names.first {
      guard names.count == 1 else {
        throw InputError(file: path, line: 0, column: 0, problem: "several manifests", valid: names)
      }
      return try .load(path: "\(path)/\(name)")
    }
    let directory = FilePath.directory(of: path)
    let beside = Self.names(in: directory.isEmpty ? "." : directory)
    for name in beside {
      let manifest = try? PluginManifest.load(path: directory + name)
      if let manifest, manifest.library == path { return manifest }
    }
    throw unsafe InputError(
      file: path, line: 0, column: 0,
      problem: access(path, F_OK) == 0
        ? "no manifest names this library" : "there is no such file",
      valid: ["NAME\(PluginManifest.suffix)", "a folder with one", "the library beside one"])
  }

  private static func names(in directory: String) -> [String] {
    DirectoryListing.names(in: directory).filter { $0.hasSuffix(PluginManifest.suffix) }
  }
}
