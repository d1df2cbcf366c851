// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

/// The beginning of a plug-in: files that build, pass the check, and are there to be changed.
public struct PluginTemplate: Sendable {
  /// The languages that there is a beginning in.
  public enum Language: String, Sendable, CaseIterable {
    case c, swift, rust
  }

  /// One file to be written.
  public struct File: Sendable, Equatable {
    /// Where it goes, from the plug-in's folder on.
    public let path: String
    /// What is in it.
    public let text: String
  }

  /// The plug-in's name.
  public let id: String
  /// The language.
  public let language: Language

  /// A policy of that name; nil when it is no name for a plug-in.
  public init?(id: String, language: Language) {
    guard PluginName.isValid(id) else { return nil }
    self.id = id
    self.language = language
  }

  /// The name as a word of a programming language.
  public var identifier: String {
    String(id.map { $0 == "-" || $0 == "." ? "_" : $0 })
  }

  /// All files, the interface's header among them.
  public var files: [File] {
    let header = PackageResources.swivel_plugin_h
    var files = [
      file("\(id)\(PluginManifest.suffix)", PackageResources.manifest_txt),
      file("README.md", PackageResources.README_txt),
    ]
    let tail = PackageResources.Makefile_tail_txt
    switch language {
    case .c:
      files += [
        file("\(identifier).c", PackageResources.plugin_c_txt),
        file("Makefile", PackageResources.Makefile_c_txt + tail), file("swivel-plugin.h", header),
      ]
    case .swift:
      files += [
        file("Package.swift", PackageResources.Package_swift_txt),
        file("Sources/\(identifier)/Plugin.swift", PackageResources.plugin_swift_txt),
        file("Sources/CSwivelPlugin/module.modulemap", PackageResources.module_modulemap_txt),
        file("Sources/CSwivelPlugin/swivel-plugin.h", header),
        file("Makefile", PackageResources.Makefile_swift_txt + tail),
      ]
    case .rust:
      files += [
        file("\(identifier).rs", PackageResources.plugin_rs_txt),
        file("Makefile", PackageResources.Makefile_rust_txt + tail),
        file("swivel-plugin.h", header),
      ]
    }
    return files
  }

  private func file(_ path: String, _ bytes: [UInt8]) -> File {
    var text = ""
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    while let mark = rest.firstRange(of: "{{") {
      text += rest[..<mark.lowerBound]
      rest = rest[mark.upperBound...]
      guard let end = rest.firstRange(of: "}}") else { break }
      text += rest[..<end.lowerBound] == "id" ? id : identifier
      rest = rest[end.upperBound...]
    }
    return File(path: path, text: text + rest)
  }
}

extension PluginTemplate {
  /// Why nothing was written.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// Which file, and why.
    public let description: String
  }

  /// Writes all files into a new folder; one that is there already is left alone.
  public func write(to folder: String) throws(Failure) {
    guard unsafe access(folder, F_OK) != 0 else {
      throw Failure(description: "\(folder) is there already; a plug-in begins in a new folder")
    }
    for file in files {
      let path = "\(folder)/\(file.path)"
      FilePath.makeDirectories(above: path, mode: 0o777)
      do throws(FileError) {
        try NewFile.create(path).write(file.text.utf8)
      } catch {
        throw Failure(description: error.description)
      }
    }
  }
}
