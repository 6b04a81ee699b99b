import Foundation
import Synchronization

/// SIGTERM and SIGINT ask a run to stop between two batches; a second one stops it at once.
enum Termination {
  private static let requested = Atomic<Bool>(false)

  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  static func install() {
    // A reader that goes away or a limit on file sizes is an error of a call, not our end.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for number in [SIGTERM, SIGINT] {
      signal(number) { number in
        Termination.requested.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }
}
