import Foundation
import Synchronization

/// SIGTERM and SIGINT ask a run to stop between two batches; a second one stops it at once.
enum Termination {
  private static let requested = Atomic<Bool>(false)

  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// A limit on file sizes is an error of a call, not a signal that ends it.
  static func outliveFileSizes() { signal(SIGXFSZ, SIG_IGN) }

  static func install() {
    // The handler must not be the first to touch it.
    requested.store(false, ordering: .relaxed)
    // A reader that goes away is an error of a call, not a signal that ends it.
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGTERM, SIGINT] {
      signal(number) { number in
        if Termination.requested.exchange(true, ordering: .relaxed) {
          signal(number, SIG_DFL)
          raise(number)
        }
      }
    }
  }
}
