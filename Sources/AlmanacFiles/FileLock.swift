public import Foundation

/// The lock that keeps a second run out.
///
/// `flock` on an open descriptor: the kernel drops it when the process ends, however it ends, so a
/// stale lock can't exist. It belongs to what was opened, not to the descriptor, and a process that is
/// being started from here shares that until it has become its own program. So it is given back by
/// name, not left to the closing.
public final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock, or returns nil at once where another process holds it.
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
