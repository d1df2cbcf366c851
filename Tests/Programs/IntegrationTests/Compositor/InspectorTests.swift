// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Drawing
import Foundation
import HeadlessCompositor
import Orientation
import Pixels
import Experiments
import Scenarios
import Testing
import WindowBackend

@testable import swivel_tablet

/// The inspector of `swivel tablet`: as a value, and in a window on a real host.
@Suite(.serialized) struct InspectorTests {
  private static let story = "\(Swivel.packageRoot)/examples/scenarios/split-in-sight.yaml"

  /// The story's split under its own rules, as the inspector shows it.
  private func subject(step: Int = 1, whatIf: [String] = []) throws -> InspectorSubject {
    let simulation = Simulation(try Scenario.load(path: Self.story, rules: nil))
    return InspectorSubject(
      verdict: simulation.steps[step].verdict, rules: simulation.scenario.rules,
      decisions: 0..<3, whatIf: whatIf)
  }

  private let menu = WindowID(1)

  @Test func theInspectorShowsASplitAsCards() throws {
    let model = InspectorModel(
      try subject(), InspectorState(), width: InspectorModel.usualWidth, height: 700)
    #expect(
      model.text == """
        [Save the story] Rules: uikit-8
        [5] [6] [7] [8*] [13] [16] [26] [27] [android]
        [android-14] [android-16] [chromeos]
        [chromeos-w3c] [desktop]
        What helps
        [menu=follow-key]
        safe: bar and page stay portrait
        [menu=NO]
        safe: bar and page stay portrait
        [rules uikit-8+follow-key]
        Windows, the topmost first
        -!
        !menu
        level 2000, hidden, shown landscape-right
        asked via menu.root
        !turn? YES, default
        !supports P U R L, default
        turned to R; moved the bar
        [Show] [YES*] [NO] [follow] [default]
        [P*] [U*] [R*] [L*]
        --
        main
        level 0, key, shown portrait
        asked via main.root
        turn? NO, written
        stayed
        [Hide] [Key*] [YES] [NO*] [follow] [default]
        [P*] [U] [R] [L]
        """)
  }

  @Test func clicksOnChipsMapToActions() throws {
    let subject = try subject()
    let model = InspectorModel(subject, InspectorState(), width: 360, height: 700)
    func click(_ label: String, _ index: Int = 0) -> InspectorAction? {
      let chips = model.items.filter { $0.text == label && $0.action != nil }
      guard chips.indices.contains(index) else { return nil }
      let frame = chips[index].frame
      return model.action(at: frame.x + frame.width / 2, frame.y + frame.height / 2)
    }
    #expect(click("Show") == .show(menu, true))
    #expect(click("Hide") == .show(WindowID(0), false))
    #expect(click("Key") == .makeKey(WindowID(0)))
    #expect(click("NO") == .answer(menu, .refuses))
    #expect(click("YES", 1) == .answer(WindowID(0), .agrees))
    #expect(click("P") == .answer(menu, .supports([.portraitUpsideDown, .landscape])))
    #expect(click("L", 1) == .answer(WindowID(0), .supports([.portrait, .landscapeLeft])))
    #expect(click("menu=follow-key") == .apply([.window(menu, .follows)]))
    #expect(click("7") == .use("uikit-7"))
    #expect(click("desktop") == .use("desktop"))
    #expect(click("Save the story") == .save)
    #expect(model.action(at: 1, 1) == nil)
  }

  /// In the past the same clicks ask what would have been.
  @Test func aPastDecisionOffersWhatIfAnswersButNoRepairs() throws {
    var state = InspectorState(decision: 1)
    state.edits = [.window(menu, .refuses)]
    let model = InspectorModel(
      try subject(whatIf: ["it would have stayed"]), state, width: 360, height: 700)
    let lines = model.text.split(separator: "\n").map(String.init)
    #expect(lines.contains("it would have stayed"))
    #expect(lines.contains("[Forget]"))
    #expect(lines.contains { $0.contains("[NO*]") })
    #expect(!model.text.contains("[Key"))
    #expect(!model.text.contains("menu=follow-key"))
  }

  /// However small it gets, nothing lies outside, and no chip is without its card.
  @Test func inspectorItemsStayWithinTheHeightAtEverySize() throws {
    let subject = try subject()
    for width in [1.0, 20, 160, 330, 2000] {
      for height in [1.0, 40, 100, 300, 3000] {
        for scroll in [0, 1, 7] {
          var state = InspectorState()
          state.scroll = scroll
          let model = InspectorModel(subject, state, width: width, height: height)
          for item in model.items {
            #expect(item.frame.y + item.frame.height <= height)
            #expect(item.frame.width > 0)
          }
          let cards = model.items.filter { [.card, .badCard].contains($0.look) }.map(\.frame)
          for chip in model.items where isAboutWindow(chip.action) {
            #expect(cards.contains { encloses($0, chip.frame) }, "\(chip)")
          }
          // Where there is room for everything, everything is there.
          if width >= InspectorModel.leastWidth, height == 3000 {
            #expect(model.items.contains { isAboutWindow($0.action) })
            #expect(cards.count == model.cards - min(scroll, model.cards - 1))
          }
        }
      }
    }
  }

  /// Whether an action is one of the choices on a window's card.
  private func isAboutWindow(_ action: InspectorAction?) -> Bool {
    switch action {
    case .show, .makeKey, .answer: true
    default: false
    }
  }

  private func encloses(_ outer: Area, _ inner: Area) -> Bool {
    outer.x <= inner.x && outer.x + outer.width >= inner.x + inner.width && outer.y <= inner.y
      && outer.y + outer.height >= inner.y + inner.height
  }

  /// However the device turns, drawing what has changed gives the same as drawing everything.
  @Test(arguments: [Int32(120), 150], [false, true])
  func damagedPartsAreDrawnLikeTheWholePicture(_ scale: Int32, _ hasInspector: Bool) throws {
    let panel = Size(width: 160, height: 240)
    let layout = TabletLayout(
      shape: HostShape(size: Size(width: 400, height: 300), scale: scale, isExact: true),
      panel: panel, panelScale: (scale + 119) / 120, hasInspector: hasInspector)
    try #require((layout.inspectorWidth > 0) == hasInspector)
    let frame = layout.inspectorFrame
    let model = InspectorModel(
      try subject(), InspectorState(), width: frame.width, height: frame.height)
    let list = DrawList(
      panel: layout.panelPixels, scale: layout.panelScale, background: 0xFF20_4060,
      items: [
        SceneItem(
          content: .colour(0xFFE0_C020),
          destination: Rectangle(origin: Point(x: 9, y: 9), size: Size(width: 60, height: 30)))
      ])
    let parts = TabletPainter()
    let canvas = try #require(Canvas(size: layout.shape.pixels))
    var last: TabletTrace?
    let verdict = try subject().verdict
    for angle in [0, 0.5, 37, 90, 133] {
      var look = TabletLook(
        layout: layout, angle: angle, isFlat: angle == 133, groups: [],
        status: angle < 90 ? "portrait" : "other", marked: angle == 37 ? [.lock] : [],
        inspector: hasInspector ? model : nil)
      (look.hovered, look.hasHint) = (angle > 0 ? .flat : nil, angle > 30)
      if angle > 80 {
        look.caption = Caption(verdict, rulesID: "uikit-8", names: [:], isPast: true)
        look.ghosts = Ghost.all(of: verdict, turnsOutputs: false, showsAll: angle == 90)
        look.isPast = angle == 90
      }
      let picture = TabletPicture(look: look, list: list)
      let damage = last.map { parts.damage(from: $0, to: picture) } ?? nil
      #expect((damage == nil) == (last == nil))
      parts.draw(picture, on: canvas, damage: damage)
      last = picture.trace
      let whole = try #require(Canvas(size: canvas.size))
      TabletPainter().draw(picture, on: whole, damage: nil)
      // Slanted pixels are sums that begin elsewhere.
      #expect(Self.mostDifference(canvas, whole) <= 2, "\(angle)")
    }
  }

  /// By how much a colour differs most between two pictures of one size.
  private static func mostDifference(_ one: Canvas, _ other: Canvas) -> Int {
    var most = 0
    for (a, b) in zip(one.words, other.words) where a != b {
      for shift in [UInt32(0), 8, 16] {
        let (left, right) = (Int((a >> shift) & 255), Int((b >> shift) & 255))
        most = max(most, abs(left - right))
      }
    }
    return most
  }

  @Test func interventionsMapToEvents() throws {
    let subject = try subject()
    let scene = subject.verdict.after
    func steps(_ changes: Intervention...) -> [AnswerChange]? {
      AnswerChange.steps(for: changes, in: scene, subject.rules)
    }
    let root = Controller(id: "menu.root", forwardsTo: WindowID(0))
    #expect(steps(.window(menu, .follows)) == [.handle(.window(menu, .setRoot(root)))])
    #expect(steps(.window(menu, .shows(true))) == [.show(menu, true)])
    #expect(steps(.window(menu, .leaves)) == nil)
    #expect(steps(Intervention(.lock, .refuses)) == [.handle(.device(.rotationLock(true)))])
    // An app's list is in its package, and no event changes it.
    #expect(steps(Intervention(.party(.app), .supports(.portrait))) == nil)
    #expect(
      steps(Intervention(.party(.delegate), .supports(.portrait)))
        == [.handle(.app(.setDelegate(DelegateMasks(standard: .portrait))))])
  }

  @Test func fileNumbersGoBeforeTheExtension() {
    #expect(NumberedFile.name("a.b/turn.jsonl", 1) == "a.b/turn.jsonl")
    #expect(NumberedFile.name("a.b/turn.jsonl", 2) == "a.b/turn-2.jsonl")
    #expect(NumberedFile.name("a.b/turn", 3) == "a.b/turn-3")
    #expect(NumberedFile.name(".turn", 2) == ".turn-2")
  }

  // MARK: - In a window

  /// A hidden menu over a page that says no: made, mended and saved by clicks alone.
  @Test func clicksProduceRepairAndSaveASplit() throws {
    let hosted = try HostedCompositor(
      on: try Compositor(.sway), OutputSpecification(size: Size(width: 240, height: 320)),
      isTablet: true
    ) { options in
      if let rules = RuleSetCatalog.make("uikit-8") { options.rules = rules }
    }
    let hand = try TabletHand(hosted)
    var verdicts: [Verdict] = []
    hosted.compositor.onVerdict = { verdicts.append($0) }
    let main = try WindowProbe(hosted, name: "main")
    let menu = try WindowProbe(hosted, name: "menu")
    let probes = [main, menu]
    // There is room for the inspector.
    let inspected = try #require(hosted.tablet?.layout?.inspectorWidth)
    #expect(inspected == InspectorModel.usualWidth)

    try hand.click("Hide", 0, probes)
    #expect(hosted.compositor.scene.windows.map(\.isHidden) == [false, true])
    try hand.click("Key", 0, probes)
    #expect(hosted.compositor.scene.keyWindow == hosted.compositor.scene.windows.first?.id)
    // The page is the lower card; the menu's own answers stand above it.
    try hand.click("NO", 1, probes)
    hosted.turnDevice(1)
    try hosted.wait("the split", probes: probes) { hosted.compositor.verdict?.outcome == .split }
    try hosted.settle(menu)
    let split = try #require(hosted.compositor.verdict)
    #expect(split.conflicts.map(\.kind) == [.hijack])

    // The past is asked, and the present stays.
    let count = verdicts.count
    try hand.click(TabletButton.back, probes)
    try hand.click(TabletButton.forth, probes)
    try hand.click(TabletButton.back, probes)
    try hand.click("NO", 0, probes)
    #expect(try hand.text().contains("[Forget]"))
    try hand.click(TabletButton.now, probes)
    #expect(verdicts.count == count)

    try hand.click("menu=follow-key", 0, probes)
    let mended = try #require(hosted.compositor.verdict)
    #expect(mended.conflicts.isEmpty)
    #expect(mended.outcome == .blocked)
    #expect(mended.after.statusBar.orientation == mended.page?.orientation)

    try hand.click("Save the story", 0, probes)
    let path = "\(hosted.folder?.path ?? "")/story.yaml"
    let simulation = Simulation(try Scenario.load(path: path, rules: nil))
    #expect(simulation.failures().isEmpty)
    #expect(Self.told(simulation.steps.map(\.verdict)) == Self.told(verdicts))
    let replay = try Swivel.run(["replay", "\(hosted.folder?.path ?? "")/story.jsonl"])
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")

    // Other rules place all of it anew, and one can go back from there.
    for (chip, rules) in [("7", "uikit-7"), ("desktop", "desktop"), ("8", "uikit-8")] {
      try hand.click(chip, 0, probes)
      #expect(hosted.compositor.stack.rules.id == rules)
      #expect(hosted.compositor.verdict?.event == .setUp)
      #expect(hosted.compositor.verdict?.step == 0)
    }
    #expect(hosted.failures.isEmpty)
  }

  /// What is seen of decisions, without those that only set the scene.
  private static func told(_ verdicts: [Verdict]) -> [String] {
    verdicts.compactMap { verdict in
      switch verdict.event {
      case .setUp, .observe, .app(.setPolicy), .window(_, .shell), .window(_, .resignKey):
        return nil
      default: break
      }
      let conflicts = verdict.conflicts.map(\.kind.rawValue).joined(separator: "+")
      return "\(verdict.outcome.rawValue) \(verdict.after.statusBar.orientation.name) "
        + "\(verdict.page?.orientation.name ?? "-") \(conflicts)"
    }
  }

  /// From programs that answer live to a file that says what they said.
  @Test func aStoryWithLivePoliciesIsSaved() throws {
    let stage = try TabletStage()
    let folder = stage.folder
    let file = "\(folder.path)/mine.yaml"
    let tablet = try stage.start([Self.story, "--no-animation", "--save", file])
    defer { tablet.stop() }
    _ = try tablet.waitForLine { $0.hasPrefix("step 2:") }
    try stage.awaitPointer()
    let inspector = TabletStage.layout.inspectorFrame
    let model = InspectorModel(
      try subject(step: 2), InspectorState(), width: inspector.width, height: inspector.height)
    var button = try #require(model.items.first { $0.action == .save }).frame
    (button.x, button.y) = (button.x + inspector.x, button.y + inspector.y)
    try stage.click(button)
    _ = try tablet.waitForLine { $0 == "saved: \(file) and \(file.dropLast(5)).jsonl" }
    let simulated = try Swivel.run(["simulate", file])
    #expect(simulated.status == 0, "\(simulated.output)\(simulated.errors)")
    #expect(simulated.output.contains("split: the status bar turned, the page did not"))
    #expect(simulated.output.contains("hidden window \"menu\" answered YES"))
    try stage.click(button)
    _ = try tablet.waitForLine { $0.hasPrefix("saved: \(folder.path)/mine-2.yaml") }
  }

  /// Toggled at every size, down to a pixel, it neither fails nor covers the buttons.
  @Test func theInspectorTakesAtMostHalfOfASmallWindow() throws {
    let host = try Compositor(.sway)
    let hosted = try HostedCompositor(
      on: host, OutputSpecification(size: Size(width: 240, height: 320)), isTablet: true)
    let hand = try TabletHand(hosted)
    // Closed and opened by hand, it stays open in narrow windows too.
    for _ in 0..<2 { try hand.click(TabletButton.why, []) }
    for (width, height) in [(400, 300), (330, 90), (200, 200), (75, 60), (1, 1), (900, 700)] {
      _ = try host.run(
        "swaymsg",
        ["floating enable, resize set \(width) px \(height) px, move position 0 0"])
      try hosted.wait("the size") {
        // Sway makes no window smaller than this.
        hosted.tablet?.layout?.shape.size
          == Size(width: Int32(max(width, 75)), height: Int32(max(height, 50)))
      }
      try hosted.settle()
      let layout = try #require(hosted.tablet?.layout)
      #expect(layout.inspectorWidth <= Double(layout.shape.size.width) / 2)
    }
    #expect(try hand.text().contains("Rules: uikit-7"))
    #expect(hosted.failures.isEmpty)
  }

  /// Where the host leaves the size to it the window grows by the inspector, and the device stays as it is.
  @Test func openingTheInspectorWidensAFloatingWindow() throws {
    let host = try Compositor(.sway)
    let hosted = try HostedCompositor(
      on: host, OutputSpecification(size: Size(width: 240, height: 320)), isTablet: true)
    let hand = try TabletHand(hosted)
    func size() throws -> Size { try #require(hosted.tablet?.layout?.shape.size) }
    func isSeen(_ size: Size) throws -> Bool {
      let tree = try host.run("swaymsg", ["-t", "get_tree", "-r"]).output
      return tree.filter { !$0.isWhitespace }
        .contains("\"width\":\(size.width),\"height\":\(size.height)")
    }
    // Where there is room it is open, and beside others the host says how large the window is.
    #expect(hosted.tablet?.layout?.inspectorWidth == InspectorModel.usualWidth)
    try hand.click(TabletButton.why, [])
    #expect(try size() == Size(width: 1280, height: 800))
    #expect(hosted.tablet?.layout?.inspectorWidth == 0)
    let small = Size(width: 500, height: 480)
    _ = try host.run(
      "swaymsg", ["floating enable, resize set 500 px 480 px, move position 0 0"])
    try hosted.wait("the size") { try size() == small }
    try hosted.settle()
    let zoom = try #require(hosted.tablet?.layout).zoom
    let wide = Size(width: 500 + Int32(InspectorModel.usualWidth), height: 480)
    for _ in 0..<2 {
      try hand.click(TabletButton.why, [])
      #expect(try size() == wide)
      #expect(hosted.tablet?.layout?.zoom == zoom)
      #expect(hosted.tablet?.layout?.inspectorWidth == InspectorModel.usualWidth)
      try hosted.wait("the wide window on the host") { try isSeen(wide) }
      try hand.click(TabletButton.why, [])
      #expect(try size() == small)
      try hosted.wait("the small window on the host") { try isSeen(small) }
    }
    // Somebody has resized it meanwhile, and that stays.
    try hand.click(TabletButton.why, [])
    _ = try host.run("swaymsg", ["resize set 700 px 480 px, move position 0 0"])
    try hosted.wait("the size") { try size() == Size(width: 700, height: 480) }
    try hosted.settle()
    try hand.click(TabletButton.why, [])
    #expect(try size() == Size(width: 700, height: 480))
    #expect(hosted.failures.isEmpty)
  }
}
