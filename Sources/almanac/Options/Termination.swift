import Foundation
import Synchronization

/// SIGTERM and SIGINT ask a run to stop between two batches; a second one stops it at once.
enum Termination {
  private static let requested = Atomic<Bool>(false)

  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// For all verbs: a limit on file sizes is an error of a call, not our end.
  static func outliveFileSizes() { signal(SIGXFSZ, SIG_IGN) }

  static func install() {
    prepare()
    // A reader that goes away is an error of a call, not our end.
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGTERM, SIGINT] {
      signal(number) { number in
        if Termination.requested.exchange(true, ordering: .relaxed) { Termination.end(number) }
      }
    }
  }

  /// For work that may stop anywhere: the signals end it as ever, on a clean screen.
  static func clearScreenFirst() {
    prepare()
    for number in [SIGTERM, SIGINT] { signal(number) { Termination.end($0) } }
  }

  /// Makes what a handler touches: it must not be the first to.
  private static func prepare() {
    requested.store(false, ordering: .relaxed)
    StandardErrorScreen.prepareForHandler()
  }

  /// Called by handlers.
  private static func end(_ number: Int32) {
    StandardErrorScreen.endInHandler()
    signal(number, SIG_DFL)
    raise(number)
  }
}
