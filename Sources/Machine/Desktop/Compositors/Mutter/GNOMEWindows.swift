// SPDX-License-Identifier: Apache-2.0
import Bus
import Text

/// The windows of GNOME Shell, which Swivel's extension reports on the session bus.
///
/// `packaging/gnome-shell/README.md` describes the interface. The extension may start and stop at
/// any time: with the lock screen of an old shell, when the user enables or disables it, or with
/// the shell.
final class GNOMEWindows: WindowSource {
  /// The extension's name on the bus, which is also its interface's name.
  static let service = "io.github.swivel.Windows1"
  private static let path = "/io/github/swivel/Windows1"
  private static let version: UInt32 = 1
  /// The time limit of an answer; the shell never waits for another program before it answers.
  private static let answerTimeout = Duration.seconds(3)
  private static let mostNotes = 32

  var interface: WindowInterface { .gnome }
  /// The windows of the extension's last report, kept while the extension is gone.
  private(set) var windows: [DesktopWindow] = []
  /// Whether the extension runs and has reported the windows.
  private(set) var isReporting = false

  private var bus: BusConnection
  private var list = GNOMEWindowList()
  private var ownerSubscription: Subscription?
  /// The unique bus name of the service's owner; `nil` if there is none or it is unknown.
  private var owner: String?
  private var signals: Subscription?
  private var said: Set<String> = []
  private var onReport: () -> Void = {}
  private var onNote: (String) -> Void = { _ in }
  /// Called once, when the request for the windows has ended; `nil` from then on.
  private var onEnd: ((String?) -> Void)?

  init(_ bus: BusConnection) { self.bus = bus }

  /// Requests the windows; `onEnd` gets `nil` when they are known, otherwise the reason.
  ///
  /// From then on, `onReport` is called whenever the windows have changed or the extension has
  /// started or stopped; `onNote` gets each message once, and at most 32 messages.
  func start(
    onReport: @escaping () -> Void, onNote: @escaping (String) -> Void,
    onEnd: @escaping (String?) -> Void
  ) {
    self.onReport = onReport
    self.onNote = onNote
    self.onEnd = onEnd
    watchOwner()
  }

  /// Called when the bus connection is lost.
  func suspend() { receive(owner: nil) }

  /// Continues with a new connection after the loss of the previous one.
  func resume(on bus: BusConnection) {
    self.bus = bus
    watchOwner()
  }

  private func watchOwner() {
    do throws(BusError) {
      ownerSubscription = try bus.subscribe(toOwnerOf: Self.service) { [weak self] in
        self?.receive(owner: $0)
      }
    } catch {
      end("\(error)")
    }
  }

  private func receive(owner: String?) {
    // The answer to the query for the owner may name one that a signal has already reported.
    if let owner, owner == self.owner { return }
    let wasReporting = isReporting
    self.owner = owner
    (isReporting, signals) = (false, nil)
    list.clear()
    if wasReporting { onReport() }
    guard let owner else {
      if onEnd != nil { explainAbsence() }
      return
    }
    let match = SignalMatch(
      sender: owner, path: Self.path, interface: Self.service, member: "Changed")
    do throws(BusError) {
      signals = try bus.subscribe(to: match) { [weak self] in self?.receive(changes: $0) }
    } catch {
      return end("\(error)")
    }
    bus.property(
      "Version", of: Self.service, at: Self.path, in: owner, limit: Self.answerTimeout
    ) { [weak self] in
      guard let self, self.owner == owner else { return }
      switch $0 {
      case .failure(let error): end("GNOME Shell's extension does not answer: \(error)")
      case .success(.uint32(Self.version)): watch()
      case .success(let other):
        end(
          "GNOME Shell's extension speaks version \(Self.words(other)) of its interface, and this "
            + "program version \(Self.version): install the one that came with it, and log in again"
        )
      }
    }
  }

  private func watch() {
    guard let owner else { return }
    let call = BusCall(owner, Self.path, Self.service, "Watch", [.boolean(true)])
    bus.call(call, limit: Self.answerTimeout) { [weak self] reply in
      guard let self, self.owner == owner else { return }
      switch reply {
      case .failure(let error): end("GNOME Shell's extension does not report windows: \(error)")
      case .success(let values):
        guard list.apply(values, isWhole: true) else { return end(Self.unreadable) }
        isReporting = true
        publish()
        end(nil)
        onReport()
      }
    }
  }

  private func receive(changes: [BusValue]) {
    // The extension sends signals only to its watchers, so the answer to an earlier `Watch` was
    // lost.
    guard isReporting else { return watch() }
    guard list.apply(changes, isWhole: false) else { return say(Self.unreadable) }
    publish()
    onReport()
  }

  private func publish() {
    windows = list.windows
    for problem in list.takeProblems() { say(problem) }
  }

  private func end(_ problem: String?) {
    guard let onEnd else {
      if let problem { say(problem) }
      return
    }
    self.onEnd = nil
    if let problem { said.insert(problem) }
    onEnd(problem)
  }

  private func say(_ text: String) {
    // Some messages contain the extension's text, so their number is limited.
    guard said.count < Self.mostNotes, said.insert(text).inserted else { return }
    onNote(text)
  }

  private static let unreadable =
    "GNOME Shell's extension sent a report that cannot be read; the report is left out"

  private static func words(_ version: BusValue) -> String {
    if case .uint32(let number) = version { "\(number)" } else { "?" }
  }

  /// Asks the shell why the bus name has no owner, and ends the search with that reason.
  private func explainAbsence() {
    let shell = "org.gnome.Shell"
    bus.property(
      "ShellVersion", of: shell, at: "/org/gnome/Shell", in: shell, limit: Self.answerTimeout
    ) { [weak self] in
      let version = (try? $0.get())?.string ?? ""
      let id = GNOMEExtension.id(shell: version)
      let call = BusCall(
        shell, "/org/gnome/Shell", "org.gnome.Shell.Extensions", "GetExtensionInfo", [.string(id)])
      self?.bus.call(call, limit: Self.answerTimeout) { [weak self] reply in
        guard let self, owner == nil else { return }
        let facts = (try? reply.get())?.first?.dictionary ?? [:]
        end(GNOMEExtension(id, facts).problem)
      }
    }
  }
}

struct GNOMEExtension: Equatable {
  /// The states in `js/misc/extensionUtils.js` of GNOME Shell 43 to 51 that need a remedy of their
  /// own.
  private enum State: Double {
    case active = 1
    case error = 3
    case outOfDate = 4
  }

  private let id: String
  private let isInstalled: Bool
  private let state: State?
  private let error: String

  /// Creates the state from the answer to GetExtensionInfo, which is empty if the extension is not
  /// installed.
  init(_ id: String, _ facts: [String: BusValue]) {
    self.id = id
    isInstalled = !facts.isEmpty
    if case .variant(.double(let number))? = facts["state"] {
      state = State(rawValue: number)
    } else {
      state = nil
    }
    error = facts["error"]?.string ?? ""
  }

  /// Returns the identifier of the extension for a shell version; since 45 the shell loads
  /// extensions as modules.
  static func id(shell version: String) -> String {
    let major = version.prefix { $0.isNumber }
    return Int(major).map { $0 < 45 } == true
      ? "windows-43@swivel.github.io" : "windows@swivel.github.io"
  }

  var problem: String {
    let name = "Swivel's extension \(id)"
    guard isInstalled else {
      return "GNOME Shell reports no windows, since \(name) is not installed: install it with "
        + "'make install' or from the package, log in again, and run 'gnome-extensions enable \(id)'"
    }
    return switch state {
    case .active:
      "GNOME Shell reports no windows, since \(name) is enabled but not on the session bus: log in again"
    case .error:
      "GNOME Shell reports no windows, since \(name) has failed (\(error.prefix(200))): log in again"
    case .outOfDate:
      "GNOME Shell reports no windows, since \(name) is for another version of the shell: install the "
        + "one that came with this program"
    case nil:
      "GNOME Shell reports no windows, since \(name) is off: run 'gnome-extensions enable \(id)'"
    }
  }
}

struct GNOMEWindowList {
  private struct State: OptionSet {
    let rawValue: UInt32
    static let fullscreen = State(rawValue: 1)
    static let maximized = State(rawValue: 2)
    static let minimized = State(rawValue: 4)
    static let hidden = State(rawValue: 8)
    static let everyWorkspace = State(rawValue: 16)
    static let dialog = State(rawValue: 32)
  }

  /// The maximum number of windows that are stored, besides the one with the focus; the extension
  /// reports fewer.
  static let most = 1000

  private var known: [UInt32: DesktopWindow] = [:]
  private var focus: UInt32 = 0
  private var lastNumber: UInt32 = 0
  private var problems: [String] = []

  var windows: [DesktopWindow] {
    var windows = known
    windows[focus]?.activated = true
    return windows.values.sorted { $0.id < $1.id }
  }

  mutating func clear() { (known, focus) = ([:], 0) }

  /// Applies `(uua(usssiu))`, the whole list, or `(uua(usssiu)au)`, changes of the list.
  ///
  /// Returns `false` for values of other types, which change nothing.
  mutating func apply(_ values: [BusValue], isWhole: Bool) -> Bool {
    guard values.count >= (isWhole ? 3 : 4), case .uint32(let focus) = values[0],
      case .uint32(let untold) = values[1], case .array(let entries, "(usssiu)") = values[2]
    else { return false }
    var gone: [UInt32] = []
    if !isWhole {
      guard case .array(let numbers, "u") = values[3] else { return false }
      for case .uint32(let number) in numbers { gone.append(number) }
    }
    if isWhole { known = [:] }
    for number in gone { known[number] = nil }
    for entry in entries {
      guard case .structure(let fields) = entry, fields.count == 6 else { continue }
      update(fields, focus: focus)
    }
    self.focus = focus
    if untold > 0 {
      note(
        "GNOME Shell has too many windows: only the newest and those that last had the focus count")
    }
    return true
  }

  mutating func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  private mutating func update(_ fields: [BusValue], focus: UInt32) {
    guard case .uint32(let number) = fields[0], number != 0, case .string(let appID) = fields[1],
      case .string(let title) = fields[2], case .string(let connector) = fields[3],
      case .int32(let workspace) = fields[4], case .uint32(let bits) = fields[5]
    else { return }
    if known[number] == nil, known.count >= Self.most, number != focus {
      return note(
        "GNOME Shell's extension reports more than \(Self.most) windows: the rest is not asked")
    }
    if known[number] == nil { lastNumber += 1 }
    var window = DesktopWindow(id: known[number]?.id ?? lastNumber)
    let state = State(rawValue: bits)
    if appID.utf8.count <= WindowBounds.longestAppID {
      window.appID = UntrustedText(appID)
    } else {
      note("an app id of more than \(WindowBounds.longestAppID) bytes is ignored")
    }
    window.title = UntrustedText(
      title.utf8.count <= WindowBounds.longestTitle
        ? title : String(decoding: title.utf8.prefix(WindowBounds.longestTitle), as: UTF8.self))
    window.outputs = connector.isEmpty || connector.utf8.count > 256 ? [] : [connector]
    window.fullscreen = state.contains(.fullscreen)
    window.maximized = state.contains(.maximized)
    window.minimized = state.contains(.minimized)
    window.isHidden = state.contains(.hidden)
    window.sticky = state.contains(.everyWorkspace)
    window.isDialog = state.contains(.dialog)
    // The interface counts workspaces from 0, users count from 1.
    window.workspace = workspace >= 0 ? "\(Int64(workspace) + 1)" : ""
    known[number] = window
  }

  private mutating func note(_ problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
