public import Foundation
import Synchronization

/// A file of which most will be read soon.
public final class ReadAhead: Sendable {
  /// The kernel takes no more at once than a disk reads ahead.
  private static let step = 2 << 20

  private let url: URL
  private let hasBegun = Atomic(false)

  public init(_ url: URL) { self.url = url }

  /// Lets the kernel begin to read the whole file, in large steps and in the background, the first time that
  /// it is asked. Who reads it here and there, as a database does, waits for the disk at each step
  /// otherwise: for a gigabyte that no cache holds 8 s instead of a half.
  ///
  /// What fails shows to who reads the file. A file that takes more than half of the machine's memory is left
  /// alone: its beginning would be gone before it is read.
  public func begin() {
    #if os(Linux)
      guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
      let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      defer { close(descriptor) }
      var facts = stat()
      guard fstat(descriptor, &facts) == 0 else { return }
      let size = Int(facts.st_size)
      guard size > Self.step, size < Self.memorySize / 2 else { return }
      for start in stride(from: 0, to: size, by: Self.step) {
        _ = posix_fadvise(descriptor, off_t(start), off_t(Self.step), POSIX_FADV_WILLNEED)
      }
    #endif
  }

  private static var memorySize: Int {
    max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
  }
}
