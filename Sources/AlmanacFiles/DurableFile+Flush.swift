public import Foundation
import Synchronization

extension DurableFile {
  /// Flushes files in parallel. The file system then commits a few times for hundreds of files, not
  /// once per file.
  ///
  /// - Throws: `FileError`, the first one.
  public static func flush(files: [URL]) throws(FileError) {
    try ParallelFlush(files).run()
  }

  /// Starts writing a large file to disk in the background. Ignores errors: the later flush reports
  /// them.
  public static func beginFlush(_ url: URL) {
    DispatchQueue.global(qos: .utility).async {
      try? OpenFile(url.path, O_RDONLY).beginFlush()
    }
  }
}

/// Threads that each flush one file at a time.
private final class ParallelFlush: Sendable {
  /// May exceed the number of cores, because the threads mostly wait for the disk.
  private static let size = 8

  private let files: [URL]
  private let next = Atomic<Int>(0)
  private let failure = Mutex<FileError?>(nil)

  init(_ files: [URL]) { self.files = files }

  /// Flushes all files with the calling thread and up to seven others.
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

  /// Flushes one file after the other until none is left or one has failed.
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
