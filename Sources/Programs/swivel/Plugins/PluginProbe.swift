// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Formats
import Glibc
import Orientation
import Plugins
import Sensors
import Text

/// The child-process side of `swivel plugins check`: loads a plug-in, which may crash, and calls
/// it.
final class PluginProbe {
  private let descriptor: Int32
  private var times: [Duration] = []
  private var lines = 0

  /// Creates a probe that writes its report, one JSON object per line, to a file descriptor.
  init(reportingTo descriptor: Int32) { self.descriptor = descriptor }

  func run(path: String) {
    // The plug-in may crash; a core dump would only use disk space.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    do {
      begin("reading the manifest")
      let manifest = try PluginSearch.manifest(at: path)
      find(.ok, "manifest: \(manifest.kind.rawValue) \"\(manifest.id)\", interface \(manifest.abi)")
      begin("loading the library and calling \(PluginABI.entry)")
      let plugin = try LibraryPlugin.load(manifest) { [weak self] _ in self?.lines += 1 }
      find(.ok, "library: loaded, \(PluginABI.entry) called, tables checked")
      switch manifest.kind {
      case .policy: tryPolicy(try LibraryPolicy(plugin))
      case .ruleSet: try tryRuleSet(LibraryRuleSet(plugin))
      case .sensor: try trySensor(LibrarySource(plugin))
      }
      judgeTime(manifest)
      begin("stopping")
      plugin.stop()
      judgeLog(plugin)
      find(.ok, PluginFinding.end)
    } catch {
      find(.problem, "\(error)")
    }
  }

  /// Reports the step that begins, so that the parent process can attribute a crash to it.
  private func begin(_ step: String) { write(["step": .string(step)]) }

  private func find(_ level: PluginFinding.Level, _ text: String) {
    write(PluginFinding(level, text).json)
  }

  private func timed<Result>(_ body: () -> Result) -> Result {
    let start = EventLoop.now
    let result = body()
    times.append(EventLoop.now - start)
    return result
  }

  /// Reports the number of calls and the slowest one, as a problem or a note if some exceeded the
  /// time budget.
  ///
  /// One or two slow calls among others are a note, since the process may have waited for a
  /// processor; the daemon mutes a plug-in only after three.
  private func judgeTime(_ manifest: PluginManifest) {
    let slowest = (times.max() ?? .zero).microseconds
    let budget = manifest.budget.microseconds
    let text = "\(times.count) calls, the slowest \(slowest) us of \(budget) us"
    switch times.count(where: { $0 > manifest.budget }) {
    case 0: find(.ok, text)
    case ..<min(3, times.count): find(.note, "\(text): run it again while the machine is idle")
    default:
      find(
        .problem,
        "\(text): after three such calls the daemon mutes the plug-in; raise budget-microseconds, or "
          + "make the plug-in faster")
    }
  }

  private func judgeLog(_ plugin: LibraryPlugin) {
    if plugin.droppedLines > 0 {
      find(
        .problem, "the plug-in floods the log: \(plugin.droppedLines) lines were left out")
    } else if lines > 0 {
      find(.note, "the plug-in wrote \(counted(lines, "line")) into the log")
    }
  }

  private func write(_ json: JSONValue) {
    let line = Array((json.compact() + "\n").utf8)
    _ = unsafe Glibc.write(descriptor, line, line.count)
  }
}

extension PluginProbe {
  /// Calls a policy's functions, `confirm` for each pair of orientations with and without full
  /// screen, and reports the number of answers; stops at the first fault.
  private func tryPolicy(_ policy: LibraryPolicy) {
    var (answers, abstentions) = (0, 0)
    for query in Self.queries {
      let turn = "confirm to \(query.proposed.name) from \(query.current.name)"
      begin(query.isFullscreen ? "\(turn), full screen" : turn)
      do throws(PolicyFault) {
        if let answer = try confirm(policy, query) {
          answers += 1
          if let mask = answer.supported, mask != mask.legal {
            return find(
              .problem,
              "confirm gave the mask 0x\(String(mask.rawValue, radix: 16)), which has bits that "
                + "are no orientation")
          }
        } else {
          abstentions += 1
        }
      } catch {
        return find(.problem, "confirm broke its contract: \(error)")
      }
    }
    find(.ok, "confirm: \(answers) answers, \(abstentions) times no opinion")
    if answers == 0 {
      find(
        .note, "the plug-in never has an opinion on windows with the app id org.example.probe")
    }
    begin("advise")
    for query in Self.queries.prefix(1) {
      timed { policy.advise(.appeared(query)) }
      timed { policy.advise(.decided(query, .turned)) }
      begin("handle")
      timed { policy.handle(.turned(query, from: .portrait)) }
      timed { policy.advise(.gone(query.window)) }
    }
    find(.ok, "advise and handle return")
  }

  private func confirm(
    _ policy: LibraryPolicy, _ query: PolicyQuery
  ) throws(PolicyFault) -> DeclaredPolicy? {
    try timed { () -> Result<DeclaredPolicy?, PolicyFault> in
      do throws(PolicyFault) {
        return .success(try policy.confirm(query))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  private static let queries: [PolicyQuery] = InterfaceOrientation.allCases.flatMap { proposed in
    InterfaceOrientation.fallbackOrder.flatMap { current in
      [false, true].map { isFullscreen in
        PolicyQuery(
          window: WindowID(1), appID: "org.example.probe", proposed: proposed, current: current,
          isFocused: true, isFullscreen: isFullscreen)
      }
    }
  }
}

extension PluginProbe {
  /// Calls a rule set for scenes of up to three windows, twice each: the results must be equal.
  private func tryRuleSet(_ rules: LibraryRuleSet) throws {
    var decided = 0
    for count in 0...3 {
      for held in [DeviceOrientation.portrait, .landscapeLeft, .faceUp] {
        begin("decide with \(count) windows, held \(held.name)")
        let scene = Self.scene(windows: count, held)
        let first = timed { Self.moves(rules, scene) }
        guard first == timed({ Self.moves(rules, scene) }) else {
          return find(
            .problem,
            "decide is no pure function, which explanations and replay need: the same scene was "
              + "decided in two ways")
        }
        if !first.isEmpty { decided += 1 }
      }
    }
    find(.ok, "decide: \(decided) of 12 scenes turned, each decided twice alike")
    if decided == 0 { find(.note, "the plug-in turned no scene") }
  }

  private static func moves(_ rules: LibraryRuleSet, _ scene: Scene) -> [Move] {
    var sink = MoveSink()
    _ = rules.decide(
      .turn(to: .landscapeLeft, only: nil), in: scene, answers: Answers(), sink: &sink)
    return sink.moves
  }

  private static func scene(windows count: Int, _ held: DeviceOrientation) -> Scene {
    let policies = [
      DeclaredPolicy(), DeclaredPolicy(supported: .landscape), DeclaredPolicy(autorotate: false),
    ]
    let windows = (0..<count).map { index in
      Window(
        id: WindowID(Int32(index + 1)), name: "w\(index + 1)",
        root: Controller(id: "w\(index + 1)", policy: .declared(policies[index])),
        shell: ShellTraits(appID: "org.example.probe\(index + 1)"))
    }
    var scene = Scene(
      outputs: [Output(id: OutputID(1), name: "probe")], windows: windows, key: windows.first?.id)
    scene.device.orientation = held
    return scene
  }
}

extension PluginProbe {
  private func trySensor(_ source: LibrarySource) throws {
    let loop = try EventLoop()
    var readings = 0
    var isLost = false
    let host = SensorHost(loop: loop) { [weak self] event in
      switch event {
      case .reading: readings += 1
      case .available(let text): self?.find(.ok, text.line)
      case .lost(let text):
        isLost = true
        self?.find(.problem, text.line)
      case .problem(let text): self?.find(.problem, text.line)
      case .note(let text): self?.find(.note, text.line)
      case .edgeUp, .tabletMode, .lidClosed, .hinge, .touch, .key, .sessionLocked, .sessionActive,
        .awoke, .ended, .solved:
        break
      }
    }
    begin("open")
    timed { source.start(in: host) }
    begin("claim and read")
    source.claim()
    let end = loop.now + .seconds(2)
    while loop.now < end, readings < 5, !isLost {
      try loop.turn(waitingAtMost: end - loop.now)
    }
    begin("close")
    source.stop()
    guard !isLost else { return }
    readings > 0
      ? find(.ok, "read: \(readings) readings")
      : find(.note, "no reading came within two seconds")
  }
}
