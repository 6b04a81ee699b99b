import Glibc

/// A joinable thread.
///
/// Joining matters: libcrypto frees its thread-local state after our last statement, and crashes if
/// the process has begun to exit by then.
final class JoinableThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let handle: pthread_t

  /// Returns nil if the system cannot create a thread.
  init?(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    var handle = pthread_t()
    let code = pthread_create(
      &handle, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      return nil
    }
    self.handle = handle
  }

  /// Waits for the end of the thread. Call it exactly once.
  func join() { pthread_join(handle, nil) }
}
