// SPDX-License-Identifier: Apache-2.0

/// The number of a rule: the name by which decisions, explanations and documents cite it.
///
/// The raw value is the printed number. There is no M-22; numbers are never reused.
public enum RuleID: String, CaseIterable, Sendable, Hashable {
  // iOS 5 and earlier.
  case a1 = "A-1"
  case a2 = "A-2"
  case a3 = "A-3"
  case a4 = "A-4"
  case a5 = "A-5"
  case a6 = "A-6"
  case a7 = "A-7"
  case a8 = "A-8"
  case a9 = "A-9"

  // iOS 6 and 7, kept by later versions unless replaced.
  case b1 = "B-1"
  case b2 = "B-2"
  case b3 = "B-3"
  case b4 = "B-4"
  case b5 = "B-5"
  case b6 = "B-6"
  case b7 = "B-7"
  case b8 = "B-8"
  case b9 = "B-9"
  case b10 = "B-10"
  case b11 = "B-11"
  case b12 = "B-12"
  case b13 = "B-13"
  case b14 = "B-14"
  case b15 = "B-15"

  // New in iOS 8 to 12.
  case c1 = "C-1"
  case c2 = "C-2"
  case c3 = "C-3"
  case c4 = "C-4"
  case c5 = "C-5"
  case c6 = "C-6"
  case c7 = "C-7"
  case c8 = "C-8"
  case c9 = "C-9"
  case c10 = "C-10"
  case c11 = "C-11"

  // New in iOS 13 to 15.
  case d1 = "D-1"
  case d2 = "D-2"
  case d3 = "D-3"
  case d4 = "D-4"
  case d5 = "D-5"
  case d6 = "D-6"

  // New in iOS 16 and later.
  case e1 = "E-1"
  case e2 = "E-2"
  case e3 = "E-3"
  case e4 = "E-4"
  case e5 = "E-5"
  case e6 = "E-6"
  case e7 = "E-7"
  case e8 = "E-8"
  case e9 = "E-9"
  case e10 = "E-10"

  // Pad multitasking.
  case p1 = "P-1"
  case p2 = "P-2"
  case p3 = "P-3"
  case p4 = "P-4"
  case p5 = "P-5"
  case p6 = "P-6"
  case p7 = "P-7"

  // Vocabulary, defaults and launch.
  case v1 = "V-1"
  case v2 = "V-2"
  case v3 = "V-3"
  case v4 = "V-4"
  case v5 = "V-5"
  case v6 = "V-6"
  case v7 = "V-7"
  case v8 = "V-8"
  case v9 = "V-9"
  case v10 = "V-10"
  case v11 = "V-11"
  case v12 = "V-12"
  case v13 = "V-13"
  case v14 = "V-14"
  case v15 = "V-15"

  // Several windows.
  case m1 = "M-1"
  case m2 = "M-2"
  case m3 = "M-3"
  case m4 = "M-4"
  case m5 = "M-5"
  case m6 = "M-6"
  case m7 = "M-7"
  case m8 = "M-8"
  case m9 = "M-9"
  case m10 = "M-10"
  case m11 = "M-11"
  case m12 = "M-12"
  case m13 = "M-13"
  case m14 = "M-14"
  case m15 = "M-15"
  case m16 = "M-16"
  case m17 = "M-17"
  case m18 = "M-18"
  case m19 = "M-19"
  case m20 = "M-20"
  case m21 = "M-21"
  case m23 = "M-23"
  case m24 = "M-24"

  // Containers and children.
  case k1 = "K-1"
  case k2 = "K-2"
  case k3 = "K-3"
  case k4 = "K-4"
  case k5 = "K-5"
  case k6 = "K-6"

  // Device notifications.
  case n1 = "N-1"
  case n2 = "N-2"
  case n3 = "N-3"
  case n4 = "N-4"
  case n5 = "N-5"

  // Forcing and locking.
  case f1 = "F-1"
  case f2 = "F-2"
  case f3 = "F-3"
  case f4 = "F-4"
  case f5 = "F-5"
  case f6 = "F-6"
  case f7 = "F-7"
  case f8 = "F-8"
  case f9 = "F-9"
  case f10 = "F-10"
  case f11 = "F-11"

  // Exceptions.
  case x1 = "X-1"
  case x2 = "X-2"
  case x3 = "X-3"
  case x4 = "X-4"

  // Conventions of scenario files, where the platform leaves it open.
  case formatZOrder = "format:z-order"
  case formatLaunch = "format:launch"
  case formatSetUp = "format:set-up"
  case formatMultitasking = "format:multitasking"
  case formatPlacing = "format:placing"
  case formatPresenting = "format:presenting"
  case formatTopmost = "format:topmost"
  case formatCycle = "format:cycle"
  case formatWriter = "format:writer"
  case formatMainWindow = "format:main-window"
  case formatKey = "format:key"
  case formatPage = "format:page"
  case formatVoter = "format:voter"
  case formatFollowers = "format:followers"
  case formatScene = "format:scene"
  case formatArbitration = "format:arbitration"
  case formatDelegate = "format:delegate"
  case formatDevice = "format:device"
  case formatBarHidden = "format:bar-hidden"
  case formatAccelerometer = "format:accelerometer"
  case formatDisplay = "format:display"

  // The desktop rule set.
  case w1 = "W-1"
  case w2 = "W-2"
  case w3 = "W-3"
  case w4 = "W-4"
  case w5 = "W-5"
  case w6 = "W-6"
  case w7 = "W-7"
  case w8 = "W-8"
  case w9 = "W-9"
  case w10 = "W-10"
  case w11 = "W-11"
  case w12 = "W-12"
  case w13 = "W-13"
  case w14 = "W-14"

  // Android: the display's chain of gates, then the walk over the windows.
  case an1 = "AN-1"
  case an2 = "AN-2"
  case an3 = "AN-3"
  case an4 = "AN-4"
  case an5 = "AN-5"
  case an6 = "AN-6"
  case an7 = "AN-7"
  case an8 = "AN-8"
  case an9 = "AN-9"
  case an10 = "AN-10"
  case an11 = "AN-11"
  case an12 = "AN-12"
  case an13 = "AN-13"
  case an14 = "AN-14"
  case an15 = "AN-15"
  case an16 = "AN-16"
  case an17 = "AN-17"
  case an18 = "AN-18"
  case an19 = "AN-19"
  case an20 = "AN-20"
  case an21 = "AN-21"
  case an22 = "AN-22"
  case an23 = "AN-23"
  case an24 = "AN-24"
  case an25 = "AN-25"
  case an26 = "AN-26"
  case an27 = "AN-27"

  // ChromeOS: the steps for a sample, then the resolution of locks.
  case cr1 = "CR-1"
  case cr2 = "CR-2"
  case cr3 = "CR-3"
  case cr4 = "CR-4"
  case cr5 = "CR-5"
  case cr6 = "CR-6"
  case cr7 = "CR-7"
  case cr8 = "CR-8"
  case cr9 = "CR-9"
  case cr10 = "CR-10"
  case cr11 = "CR-11"
  case cr12 = "CR-12"
  case cr13 = "CR-13"
  case cr14 = "CR-14"
  case cr15 = "CR-15"
  case cr16 = "CR-16"
  case cr17 = "CR-17"
  case cr18 = "CR-18"
  case cr19 = "CR-19"
}

extension RuleID {
  /// The group in which the rule is numbered.
  public var family: RuleFamily {
    let prefix = rawValue.prefix { $0 != "-" && $0 != ":" }
    // The tests prove that every prefix names a family.
    return RuleFamily(rawValue: String(prefix)) ?? .format
  }

  /// Whether a decision of the named rule set may rest on this rule.
  ///
  /// A rule applies if it holds in some version that the set stands for; uikit-8, for example,
  /// stands for iOS 8 to 12. The idiom is not considered: family P applies on pads only. False for
  /// unknown names.
  public func applies(to ruleSet: String) -> Bool { scope.covers(ruleSet) }

  private var scope: RuleScope { Self.scopes[self] ?? family.scope }

  /// The scopes that differ from the family's.
  private static let scopes: [RuleID: RuleScope] = bScopes.merging(laterScopes) { first, _ in first
  }
  .merging(windowScopes) { first, _ in first }
  .merging(formatScopes) { first, _ in first }

  private static let bScopes: [RuleID: RuleScope] = [
    // E-1 takes shouldAutorotate out of the decision, C-7 tells covered controllers too, and the
    // scene delegate of E-10 replaces the app's.
    .b2: .uikit(6...15), .b4: .uikit(6...26), .b8: .uikit(from: 7), .b9: .uikit(6...15),
    .b13: .uikit(6...7),
  ]

  private static let laterScopes: [RuleID: RuleScope] = [
    .c5: .uikit(8...15), .c9: .uikit(from: 9), .c10: .uikit(8...8), .c11: .uikit(from: 9),
    .d5: .uikit(from: 15), .d6: .uikit(13...15),
    .e8: .uikit(from: 26), .e9: .uikit(from: 26), .e10: .uikit(from: 27),
    .p6: .uikit(from: 26),
    .v6: .uikit(from: 8), .v8: .uikit(from: 6), .v9: .uikit(upTo: 15), .v11: .uikit(from: 6),
    .v15: .uikit(from: 9),
    .k1: .uikit(5...7), .k2: .uikit(from: 8), .k4: .uikit(from: 8), .k5: .uikit(5...6),
    .f1: .uikit(upTo: 15), .f2: .uikit(upTo: 15), .f3: .uikit(upTo: 15), .f4: .uikit(5...15),
    .f5: .uikit(6...15), .f6: .uikit(from: 16), .f7: .uikit(from: 6), .f8: .uikit(upTo: 15),
    .f11: .uikit(from: 6),
  ]

  /// The versions in which a rule about several windows was seen.
  ///
  /// M-4, M-7 and M-15 were seen in fewer versions than stand here: the scenario format lets every
  /// set with windows that decide alone rest on them, and nothing says that they ended.
  private static let windowScopes: [RuleID: RuleScope] = [
    .m1: .uikit(6...15), .m2: .uikit(6...15), .m3: .uikit(6...15), .m4: .uikit(6...15),
    .m5: .uikit(8...15), .m6: .uikit(from: 6), .m7: .uikit(from: 6), .m8: .uikit(6...15),
    .m9: .uikit(from: 9), .m11: .uikit(7...12), .m12: .uikit(from: 6), .m14: .nowhere,
    .m15: .uikit(from: 3), .m16: .uikit(5...12), .m17: .uikit(8...10), .m18: .uikit(8...8),
    .m19: .uikit(7...9), .m21: .uikit(), .m23: .uikit(from: 16),
  ]

  private static let formatScopes: [RuleID: RuleScope] = [
    .formatZOrder: .everywhere, .formatWriter: .everywhere, .formatKey: .everywhere,
    .formatPage: .everywhere, .formatDevice: .everywhere, .formatAccelerometer: .everywhere,
    .formatMultitasking: .uikit(from: 8), .formatScene: .uikit(from: 16),
    .formatDelegate: .uikit(from: 6), .formatBarHidden: .uikit(from: 8),
    .formatDisplay: .displays,
  ]
}
