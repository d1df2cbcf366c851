// SPDX-License-Identifier: Apache-2.0

/// Who else may turn the screen.
public struct ArbiterFacts: Sendable {
  /// A process whose name says that it turns screens.
  public struct Process: Hashable, Sendable {
    /// Its number.
    public let id: Int32
    /// What it is known as, such as `rot8`.
    public let name: String

    /// Names a process.
    public init(id: Int32, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// What our own daemon is called among the processes.
  public static let ownName = "swivel run"

  /// Such processes.
  public var processes: [Process]
  /// Whether KWin is on the session bus.
  public var hasKWin: Bool
  /// Mutter's word on whether it turns the panel itself; nil if there is none.
  public var mutterManagesOrientation: Bool?
  /// Why the session bus could not be asked; nil if it was.
  public var busFailure: String?

  /// Takes what was found; nobody by default.
  public init(
    processes: [Process] = [], hasKWin: Bool = false, mutterManagesOrientation: Bool? = nil,
    busFailure: String? = nil
  ) {
    self.processes = processes
    self.hasKWin = hasKWin
    self.mutterManagesOrientation = mutterManagesOrientation
    self.busFailure = busFailure
  }
}
