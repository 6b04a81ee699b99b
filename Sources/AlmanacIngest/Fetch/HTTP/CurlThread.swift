import Glibc

/// A thread whose end can be waited for, with what libraries do at it: libcrypto frees what it kept for
/// a thread behind the last line of ours, and crashes where the process has begun to end by then.
final class CurlThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let handle: pthread_t

  /// nil where the system has no thread to give.
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

  /// Returns when nothing of the thread is left. To be called once.
  func join() { pthread_join(handle, nil) }
}
