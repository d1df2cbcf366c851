// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Formats
import Orientation

extension WindowInterface {
  /// Swivel's extension of GNOME Shell, on the session bus.
  public static let gnome = WindowInterface(name: GNOMEWindows.service, knows: .all)
}

/// The backend of Mutter and GNOME Shell, over one connection to the session bus.
///
/// A lost connection is replaced as long as the session lasts: the applier continues with the new
/// one, and the windows are reported again.
final class MutterBackend: CompositorBackend {
  static let way: ApplierChoice? = .mutter
  static let desktops = [
    DesktopKnowledge(
      "GNOME", process: "gnome-shell", by: .gnome, .played("gnome-shell"),
      remedy: "GNOME Shell reports windows only through Swivel's extension, which has to be on: "
        + "gnome-extensions enable \(GNOMEExtension.id(shell: ""))")
  ]
  static let frames = [
    FrameKnowledge(
      "GNOME", processes: ["gnome-shell", "mutter"], requests: .casing, reports: .casing,
      habit: "takes it out of transforms, modes and physical sizes",
      source: "mutter, src/backends/meta-output.c, meta-monitor.c (6b22394)")
  ]
  private static let rivalry =
    "GNOME turns the panel by itself; to leave it to swivel, lock the rotation there"
  private static let gone = "GNOME Shell's extension is gone"

  private unowned let session: Session
  private var link: BusLink?
  private var rotation: MutterApplier?
  private var shell: GNOMEWindows?

  init(_ session: Session) { self.session = session }

  /// The frames of Mutter, whatever the process's name; `nil` before its applier is found.
  var provenFrames: FrameKnowledge? { rotation == nil ? nil : Self.frames.first }

  func findApplier(from place: SearchPlace, onEnd: @escaping ApplierAnswer) {
    let applier: MutterApplier
    do throws(BusError) { applier = MutterApplier(try bus(place)) } catch {
      return onEnd(.absent("no session bus (\(error))"))
    }
    applier.start(onReport: { [weak session] in session?.refresh() }) { [weak self] error in
      guard let self else { return }
      if let error {
        return onEnd(
          .absent(
            error.isUnknownService
              ? "no process owns \(MutterApplier.service) on the session bus" : "\(error)"))
      }
      // The session bus may belong to another session than the compositor does.
      let names = session.outputs.filter(\.enabled).map(\.name)
      guard names.isEmpty || names.contains(where: { applier.transform(of: $0) != nil }) else {
        return onEnd(.absent("\(MutterApplier.service) knows none of this session's outputs"))
      }
      rotation = applier
      applier.onTakeover = { place.onNote(Self.rivalry) }
      onEnd(
        .found(
          FoundApplier(
            applier, reason: "\(MutterApplier.service) is on the session bus",
            warnings: applier.managesOrientation ? [Self.rivalry] : [])))
    }
  }

  func findWindows(from place: SearchPlace, onEnd: @escaping WindowsAnswer) {
    guard session.compositor?.name == "gnome-shell" else { return onEnd(.absent("")) }
    if let shell { return onEnd(shell.isReporting ? .found(shell) : .failed(Self.gone)) }
    let shell: GNOMEWindows
    do throws(BusError) { shell = GNOMEWindows(try bus(place)) } catch {
      return onEnd(.failed("GNOME Shell reports windows on the session bus only: \(error)"))
    }
    self.shell = shell
    shell.start(
      onReport: { [weak shell] in
        guard let shell else { return }
        if shell.isReporting {
          place.onReturn(shell, "GNOME Shell's extension reports windows now")
        } else {
          place.onLoss(Self.gone)
        }
      },
      onNote: place.onNote,
      onEnd: { [weak shell] problem in
        guard let shell else { return }
        onEnd(problem.map { .failed($0) } ?? .found(shell))
      })
  }

  private func bus(_ place: SearchPlace) throws(BusError) -> BusConnection {
    if let bus = link?.connection { return bus }
    let address = place.environment("DBUS_SESSION_BUS_ADDRESS")
    let link = BusLink(
      address.map { .address($0) } ?? .session, on: place.loop,
      onJoin: { [weak self] bus throws(BusError) in
        self?.rotation?.resume(on: bus)
        self?.shell?.resume(on: bus)
      }, onLoss: { [weak self] in self?.shell?.suspend() })
    try link.open()
    guard let bus = link.connection else { throw .disconnected }
    self.link = link
    return bus
  }
}
