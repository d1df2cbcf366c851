// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackagePlugin

/// Generates Swift for every protocol that has a marker in the target's `Protocols` folder.
///
/// A target whose name ends in `Server` gets resources, any other proxies.
///
/// SwiftPM asks a plug-in again only when something in the target's own folder changes. That is
/// why the list of protocols is a folder of marker files, and why a command of its own watches
/// the folder `protocols/`.
@main struct WaylandScannerPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let side = target.name.hasSuffix("Server") ? "server" : "client"
    let markers = target.directoryURL.appending(path: "Protocols")
    let protocols = context.package.directoryURL.appending(path: "protocols")
    let work = context.pluginWorkDirectoryURL
    let scanner = try context.tool(named: "WaylandScanner").url
    let names = try FileManager.default.contentsOfDirectory(atPath: markers.path)
      .filter { $0.hasSuffix(".protocol") }.sorted()

    // Every protocol file is meant for the client's side; a server serves those that it likes.
    var commands: [Command] = []
    if side == "client" {
      let stamp = work.appending(path: "ProtocolsChecked.swift")
      commands.append(
        .buildCommand(
          displayName: "Checking the list of Wayland protocols", executable: scanner,
          arguments: ["check", markers.path, protocols.path, stamp.path],
          inputFiles: [protocols] + names.map { markers.appending(path: $0) },
          outputFiles: [stamp]))
    }
    for name in names {
      let marker = markers.appending(path: name)
      let text = try String(contentsOf: marker, encoding: .utf8)
      guard let input = try source(text, marker: marker, package: context.package.directoryURL)
      else { continue }
      guard FileManager.default.fileExists(atPath: input.path) else {
        Diagnostics.error(
          "\(marker.path) names \(input.path), which does not exist: "
            + "restore or install the file, or remove the marker")
        continue
      }
      let output = work.appending(path: name.dropLast(".protocol".count) + ".swift")
      commands.append(
        .buildCommand(
          displayName: "Generating Swift for \(name)", executable: scanner,
          arguments: [side, input.path, output.path, marker.path],
          inputFiles: [input, marker], outputFiles: [output]))
    }
    return commands
  }

  /// The protocol file of a marker, or nil if no Swift is wanted or the marker is malformed.
  private func source(_ text: String, marker: URL, package: URL) throws -> URL? {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    let words = lines.first?.split(separator: " ") ?? []
    if words.first == "unused" { return nil }
    guard words.count == 2 else {
      Diagnostics.error(
        "\(marker.path) must begin with a line [unused] package|wayland|wayland-protocols PATH.xml")
      return nil
    }
    let path = String(words[1])
    switch words[0] {
    case "package": return package.appending(path: path)
    case "wayland": return try dataDirectory("wayland-scanner").appending(path: path)
    case "wayland-protocols":
      return try dataDirectory("wayland-protocols").appending(path: path)
    default:
      Diagnostics.error(
        "\(marker.path): '\(words[0])' is not package, wayland or wayland-protocols")
      return nil
    }
  }

  private func dataDirectory(_ module: String) throws -> URL {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pkg-config", "--variable=pkgdatadir", module]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    if process.terminationStatus != 0 || text.isEmpty {
      Diagnostics.error(
        "pkg-config does not know \(module): install libwayland-dev wayland-protocols")
    }
    // wayland-protocols answers with two slashes at the front.
    return URL(fileURLWithPath: "/" + text.drop { $0 == "/" })
  }
}
