// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

/// A cache of the orientations that applications state in their desktop files, by app id.
///
/// A file is found by its id, as the Desktop Entry Specification defines it: the file's path below
/// `applications` with `-` for `/`, in the data directories, the user's first. If no file has the
/// id, the comparison is repeated without case, and then with `StartupWMClass`. A file is read when
/// a window first needs it, and again for a new window if the file or its path has changed.
package struct ApplicationFiles: Sendable {
  /// The maximum number of cached app ids; clients choose the ids, so a full cache is cleared.
  static let mostKnown = 256
  /// The maximum number of folder levels that are listed, including `applications` itself.
  static let deepest = 3
  /// The maximum number of listed desktop files, in all data directories together.
  static let mostFiles = 8192

  private struct Known: Sendable {
    var path: String?
    var stamp: FileStamp?
    var stated: StatedOrientations?
  }

  private struct Folder: Sendable {
    var path: String
    var stamp: FileStamp?
  }

  private let roots: [String]
  private let home: String?
  private var known: [String: Known] = [:]
  private var folders: [Folder] = []
  private var paths: [String: String] = [:]
  private var foldedPaths: [String: String] = [:]
  private var files: [String] = []
  /// The paths by `StartupWMClass` in lower case; `nil` until a window needs them.
  private var classes: [String: String]?
  private var problems: [String] = []

  package init(environment: (String) -> String?) {
    roots = BaseDirectory.dataDirectories(in: environment).map { "\($0)/applications" }
    home = BaseDirectory.home(in: environment)
  }

  /// Returns the orientations that an application's desktop file states; `nil` if it states none,
  /// cannot be found, or has an error, which `takeProblems` then returns.
  ///
  /// Unless `isNew`, a cached result is returned without a look at the files.
  package mutating func stated(by appID: String, isNew: Bool) -> StatedOrientations? {
    guard !appID.isEmpty, appID.utf8.count <= 255 else { return nil }
    if !isNew, let known = known[appID] { return known.stated }
    let path = path(of: appID)
    let stamp = path.flatMap { FileStamp(at: $0) }
    if let known = known[appID], known.path == path, known.stamp == stamp { return known.stated }
    if known.count >= Self.mostKnown { known = [:] }
    let stated = path.flatMap { read($0) }
    known[appID] = Known(path: path, stamp: stamp, stated: stated)
    return stated
  }

  var knownCount: Int { known.count }

  package mutating func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  private mutating func read(_ path: String) -> StatedOrientations? {
    do throws(InputError) {
      return try StatedOrientations(
        try DesktopEntry.load(path: path), file: BaseDirectory.abbreviated(path, home: home))
    } catch {
      problems.append("\(error.description); swivel ignores the orientations in this file")
      return nil
    }
  }

  private mutating func path(of appID: String) -> String? {
    if folders.isEmpty || folders.contains(where: { FileStamp(at: $0.path) != $0.stamp }) { list() }
    if let path = paths[appID] ?? foldedPaths[appID.lowercased()] { return path }
    if classes == nil { readClasses() }
    return classes?[appID.lowercased()]
  }

  private mutating func list() {
    (folders, paths, foldedPaths, files, classes) = ([], [:], [:], [], nil)
    for root in roots { list(root, prefix: "", depth: 0) }
  }

  // Symbolic links can form cycles, so both the depth and the number of files are limited.
  private mutating func list(_ folder: String, prefix: String, depth: Int) {
    guard depth < Self.deepest, files.count < Self.mostFiles else { return }
    folders.append(Folder(path: folder, stamp: FileStamp(at: folder)))
    for name in DirectoryListing.names(in: folder) {
      let path = "\(folder)/\(name)"
      guard name.hasSuffix(".desktop") else {
        if FileStamp(at: path)?.isDirectory == true {
          list(path, prefix: "\(prefix)\(name)-", depth: depth + 1)
        }
        continue
      }
      guard files.count < Self.mostFiles else { return }
      let id = prefix + name.dropLast(".desktop".count)
      guard paths[id] == nil else { continue }
      paths[id] = path
      files.append(path)
      if foldedPaths[id.lowercased()] == nil { foldedPaths[id.lowercased()] = path }
    }
  }

  private mutating func readClasses() {
    var found: [String: String] = [:]
    for path in files {
      // An unreadable file is reported only if its application has a window.
      guard let entry = try? DesktopEntry.load(path: path),
        let name = try? entry.value(of: "StartupWMClass")?.text.lowercased(), found[name] == nil
      else { continue }
      found[name] = path
    }
    classes = found
  }
}
