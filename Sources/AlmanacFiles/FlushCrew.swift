public import Foundation
import Synchronization

extension DurableFile {
  /// Flushes files that were written before, several at once: the file system then commits a few times
  /// for hundreds of files and not once for each.
  public static func flush(files: [URL]) throws(FileError) {
    try FlushCrew(files).run()
  }

  /// Lets the disk begin with a large file that nobody reads soon and that is flushed later; what fails
  /// is told then.
  public static func beginFlush(_ url: URL) {
    DispatchQueue.global(qos: .utility).async {
      let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      letGo(0..<0, of: descriptor)
      close(descriptor)
    }
  }

  /// Lets the disk begin with a part of a file that is flushed later, and memory go that holds what of it
  /// is on the disk already; what fails is told by the flush.
  ///
  /// - Parameter range: To the end of the file where it is empty.
  public static func letGo(_ range: Range<Int>, of descriptor: Int32) {
    #if os(Linux)
      // Linux begins to write what it is to let go of, and lets go of what is written.
      _ = posix_fadvise(
        descriptor, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_DONTNEED)
    #endif
  }
}

/// Threads that wait for the disk, each for a file of its own.
private final class FlushCrew: Sendable {
  /// Most of them only wait, so that there may be more than there are cores.
  private static let size = 8

  private let files: [URL]
  private let next = Atomic<Int>(0)
  private let failure = Mutex<FileError?>(nil)

  init(_ files: [URL]) { self.files = files }

  func run() throws(FileError) {
    let group = DispatchGroup()
    for _ in 1..<max(1, min(Self.size, files.count)) {
      group.enter()
      let thread = Thread { [self] in
        work()
        group.leave()
      }
      thread.start()
    }
    work()
    group.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// Flushes one file after the other until there is none left or one has failed.
  private func work() {
    while failure.withLock({ $0 == nil }) {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < files.count else { return }
      do throws(FileError) {
        try DurableFile.flush(file: files[index])
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
  }
}
