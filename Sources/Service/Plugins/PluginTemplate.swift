// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

/// The template of a plug-in: files that build and pass `swivel plugins check`, for the user to
/// edit.
public struct PluginTemplate: Sendable {
  /// The languages of templates.
  public enum Language: String, Sendable, CaseIterable {
    case c, swift, rust
  }

  /// A file of the template.
  public struct File: Sendable, Equatable {
    /// The path of the file, relative to the plug-in's folder.
    public let path: String
    /// The contents of the file.
    public let text: String
  }

  /// The plug-in's name.
  public let id: String
  /// The programming language of the template.
  public let language: Language

  /// Creates a policy's template; nil if `id` is not a valid name.
  public init?(id: String, language: Language) {
    guard PluginName.isValid(id) else { return nil }
    self.id = id
    self.language = language
  }

  /// The name as an identifier of a programming language: `-` and `.` are replaced by `_`.
  public var identifier: String {
    String(id.map { $0 == "-" || $0 == "." ? "_" : $0 })
  }

  /// All files, including the interface's header.
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
  /// The error of a template that was not written.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// The file and the cause.
    public let description: String
  }

  /// Writes all files into a new folder; throws if the folder exists or a file cannot be written.
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
