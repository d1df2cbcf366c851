// SPDX-License-Identifier: Apache-2.0
public import Configuration
public import Formats
import Glibc
import Text

/// Where libraries are looked for, and what is found there.
public struct PluginSearch: Sendable, Equatable {
  /// The folders, the first one first.
  public var directories: [String]

  static let system = ["/usr/local/lib/swivel/plugins", "/usr/lib/swivel/plugins"]

  /// Looks in `first`, then `SWIVEL_PLUGIN_PATH`, the user's data folder and the system's.
  public init(first: [String] = [], environment: (String) -> String?) {
    let path = environment("SWIVEL_PLUGIN_PATH") ?? ""
    let named = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let home = BaseDirectory.data.path(in: environment)
    directories = first + named + (home.map { ["\($0)/swivel/plugins"] } ?? []) + Self.system
  }

  /// What was found under one manifest's path.
  public struct Entry: Sendable, Equatable {
    /// The manifest's path.
    public var path: String
    /// The manifest, or what is wrong with it.
    public var manifest: Result<PluginManifest, InputError>
  }

  /// Every manifest in every folder, in the order in which they are looked for.
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

  /// The manifest of a plug-in that a configuration lists.
  ///
  /// A name with a slash is a path: of a manifest, of the folder that has just one, or of a library
  /// with its manifest beside it. Anything else is the id of a plug-in in one of the folders.
  public func find(_ choice: PluginChoice) throws(InputError) -> PluginManifest {
    if choice.id.contains("/") { return try Self.manifest(at: choice.id) }
    var ids: [String] = []
    for entry in entries {
      switch entry.manifest {
      case .success(let manifest):
        if manifest.id == choice.id { return manifest }
        ids.append(manifest.id)
      case .failure(let error):
        // A broken manifest can be the one meant; its name is all that is known of it.
        if entry.path.hasSuffix("/\(choice.id)\(PluginManifest.suffix)") { throw error }
      }
    }
    let places = directories.joined(separator: ", ")
    throw choice.mark.error(
      "the plug-in \(UntrustedText(choice.id).quoted), which is in none of \(places)", valid: ids,
      near: choice.id)
  }

  /// The manifest that a path stands for.
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
