public import Foundation

/// The lock that excludes a second run.
///
/// Uses `flock` on an open descriptor. The kernel releases it when the process ends, so a stale
/// lock can't exist. The lock belongs to the open file, which a child process shares between fork
/// and exec. So `deinit` unlocks it explicitly; closing the descriptor would not suffice.
public final class FileLock: Sendable {
  private let descriptor: Int32

  /// Acquires the lock; nil if another process holds it. Doesn't wait.
  public init?(at url: URL) throws(FileError) {
    let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .last(url) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = FileError.last(url)
      close(descriptor)
      if error.code == EWOULDBLOCK { return nil }
      throw error
    }
    self.descriptor = descriptor
  }

  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
