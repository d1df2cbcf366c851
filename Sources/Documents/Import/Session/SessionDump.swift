// SPDX-License-Identifier: Apache-2.0
public import Desktop
public import Formats
import Orientation
import Text

/// The outputs and windows that tools of a Linux session print.
///
/// The format is recognised by its contents: sway's tree (`swaymsg -t get_tree -r`), Hyprland's
/// `hyprctl -j clients` and `monitors`, niri's `niri msg --json windows`, `outputs` and
/// `workspaces`, KWin's `qdbus org.kde.KWin /KWin queryWindowInfo` and `kscreen-doctor -j`, and
/// `swivel windows --json`. One text may contain several documents.
public struct SessionDump: Sendable {
  /// The largest text that is read, in bytes.
  public static let maximumBytes = DumpText.maximumBytes
  /// The maximum number of windows, and of outputs.
  private static let most = 1000

  /// The enabled outputs or, if the texts contain none, one assumed built-in output.
  public private(set) var outputs: [DesktopOutput] = []
  /// The windows in the order of the texts, except that Hyprland's and then niri's come last.
  public private(set) var windows: [DesktopWindow] = []
  /// The names of the programs whose output was recognised.
  public private(set) var programs: [String] = []
  /// Notes about missing values and conclusions drawn, one sentence each.
  public private(set) var notes: [String] = []

  private var hyprland = HyprlandDump()
  private var niri = NiriDump()

  /// Reads texts; throws if one has an unknown format, or if there are more than 1000 windows or
  /// outputs.
  public init(_ texts: [(file: String, bytes: [UInt8])]) throws(InputError) {
    for text in texts { try read(text.bytes, file: text.file) }
    outputs += hyprland.outputs + niri.outputs
    for window in hyprland.windows + niri.windows { add(window) }
    guard windows.count <= Self.most, outputs.count <= Self.most else {
      throw InputError(
        file: texts.map(\.file).joined(separator: ", "),
        problem: "more than \(Self.most) windows or outputs are in it; no session has so many")
    }
    if outputs.isEmpty {
      let named = windows.flatMap(\.outputs)
      let first = named.first { DesktopOutput(name: $0).isInternal } ?? named.first ?? "eDP-1"
      var output = DesktopOutput(name: first)
      output.enabled = true
      // Only the shape of the mode counts; without a mode the panel would be landscape.
      output.modeSize = Size(width: 800, height: 1280)
      outputs = [output]
      notes.append(
        "nothing is said of outputs; \(first) is taken as the built-in panel, portrait and unturned"
      )
    }
  }

  private mutating func add(_ window: DesktopWindow) {
    var window = window
    window.id = UInt32(windows.count + 1)
    windows.append(window)
  }

  private mutating func read(_ bytes: [UInt8], file: String) throws(InputError) {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      let text = DumpText(bytes, file: file)
      try text.checkLength()
      let found = KWinDump.windows(in: text, atMost: Self.most)
      guard !found.isEmpty else { throw Self.unknown(bytes, file) }
      for window in found { add(window) }
      return note("KWin")
    }
    for value in try JSONValue.parseSequence(bytes, file: file) {
      try read(value, file: file)
    }
  }

  private static let valid = [
    "`swaymsg -t get_tree -r`", "`hyprctl -j clients`", "`hyprctl -j monitors`",
    "`niri msg --json windows`", "`niri msg --json outputs`", "`niri msg --json workspaces`",
    "`qdbus org.kde.KWin /KWin queryWindowInfo`", "`kscreen-doctor -j`", "`swivel windows --json`",
  ]

  private static func unknown(_ bytes: [UInt8], _ file: String) -> InputError {
    let text = DumpText(Array(bytes.prefix(4096)) + [0x0A], file: file)
    guard let line = text.lines.first(where: { _ in true }) else {
      return InputError(
        file: file, problem: "nothing is in it that could be read", valid: valid
      )
    }
    return InputError(
      file: file, line: line.number, column: line.indent + 1,
      problem:
        "\(UntrustedText(String(line.text.prefix(60))).quoted) and no list of windows or outputs",
      valid: valid)
  }

  private mutating func note(_ program: String) {
    if !programs.contains(program) { programs.append(program) }
  }

  private mutating func read(_ value: JSONValue, file: String) throws(InputError) {
    if value["type"]?.string == "root" {
      note("sway")
      outputs += SwayTree.dumpedOutputs(in: value)
      for view in SwayTree.views(in: value) { add(view.window) }
    } else if hyprland.read(value) {
      note("Hyprland")
    } else if niri.read(value) {
      note("niri")
    } else if value["outputs"]?.array != nil {
      note("KScreen")
      outputs += KWinDump.outputs(in: value)
    } else if let list = value.array, list.contains(where: { $0["app-id"] != nil }) {
      note("swivel")
      for item in list { add(Self.window(item)) }
    } else if value.array?.isEmpty == true {
      notes.append("\(file) holds an empty list")
    } else {
      throw InputError(
        file: file, line: 1, column: 1,
        problem: "JSON of another shape: \(Self.shape(of: value))",
        valid: Self.valid)
    }
  }

  private static func shape(of value: JSONValue) -> String {
    switch value {
    case .object(let members):
      "an object with \(UntrustedText.list(members.map(\.name), atMost: 4))"
    case .array(let items): "a list of \(counted(items.count, "value"))"
    case .string: "a text"
    case .null, .bool, .int, .double: UntrustedText(value.compact()).quoted
    }
  }

  /// Returns a window from an entry of `swivel windows --json`.
  private static func window(_ item: JSONValue) -> DesktopWindow {
    var window = DesktopWindow(id: 0)
    window.appID = UntrustedText(item["app-id"]?.string ?? "")
    window.title = UntrustedText(item["title"]?.string ?? "")
    window.outputs = (item["outputs"]?.array ?? []).compactMap(\.string).sorted()
    window.activated = item["focused"]?.bool == true
    window.fullscreen = item["fullscreen"]?.bool == true
    window.maximized = item["maximized"]?.bool == true
    window.minimized = item["minimized"]?.bool == true
    window.isHidden = item["hidden"]?.bool == true
    window.floating = item["floating"]?.bool == true
    return window
  }
}

extension DesktopOutput {
  init(name: String, mode: Size?, transform: Transform) {
    self.init(name: name)
    self.transform = transform
    modeSize = mode ?? Size(width: 0, height: 0)
    enabled = true
  }
}

extension JSONValue {
  /// The `width` and `height` of an object as a size; nil unless both are from 1 to 100000.
  var screenSize: Size? {
    guard let width = self["width"]?.int, let height = self["height"]?.int,
      (1...100_000).contains(width), (1...100_000).contains(height)
    else { return nil }
    return Size(width: Int32(width), height: Int32(height))
  }
}
