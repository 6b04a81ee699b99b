import Dispatch
import Synchronization

/// Reads a document part by part, maps the parts in batches, and takes the results in document
/// order.
///
/// A large document is read on two threads: one reads parts, the other one takes results. Both map
/// batches, so that neither waits long. The batches, and so the results, do not depend on that.
/// The reading thread belongs to no pool, so it always runs while the caller waits for it.
enum DocumentPipeline {
  /// The size at which a batch is complete: about 50 items of a feed.
  private static let batchBytes = 1 << 17

  /// - Parameters:
  ///   - isConcurrent: Whether to use a second thread.
  ///   - read: Reads the document and puts each part with its approximate size in bytes.
  ///   - map: Maps a batch; must not depend on other batches.
  ///   - take: Called on the caller's thread with the results in document order.
  /// - Returns: The result of `read`.
  static func run<Part: Sendable, Mapped: Sendable, End: Sendable>(
    isConcurrent: Bool,
    read: @escaping @Sendable (_ put: (Part, _ size: Int) -> Void) -> End,
    map: @escaping @Sendable ([Part]) -> Mapped, take: (inout Mapped) -> Void
  ) -> End {
    if isConcurrent {
      let board = BatchBoard<Part, Mapped, End>(map)
      let thread = JoinableThread { board.close(with: batches(of: read) { board.post($0) }) }
      if let thread {
        defer { thread.join() }
        return board.takeAll(take)
      }
    }
    return batches(of: read) { parts in
      var mapped = map(parts)
      take(&mapped)
    }
  }

  private static func batches<Part, End>(
    of read: @escaping ((Part, Int) -> Void) -> End, each handle: ([Part]) -> Void
  ) -> End {
    var batch: [Part] = []
    var bytes = 0
    let end = read { part, size in
      batch.append(part)
      bytes += size
      guard bytes >= batchBytes else { return }
      handle(batch)
      batch = []
      bytes = 0
    }
    if !batch.isEmpty { handle(batch) }
    return end
  }
}

/// The batches between the reading thread and the taking thread.
private final class BatchBoard<Part: Sendable, Mapped: Sendable, End: Sendable>: Sendable {
  private struct Job {
    let number: Int
    let parts: [Part]
  }

  private struct Batch {
    let parts: [Part]
    var mapped: Mapped
  }

  private struct State {
    /// Batches that no thread maps yet, in document order.
    var waiting: [Job] = []
    /// The batches that were not taken, by number.
    var mapped: [Int: Batch] = [:]
    /// Batches that were taken. The thread that allocated their parts frees them: the other one
    /// would wait for the heap's lock.
    var used: [Batch] = []
    var posted = 0
    var taken = 0
    /// The result of reading; nil before the last batch is posted.
    var end: End?

    mutating func next() -> Batch? {
      let batch = mapped.removeValue(forKey: taken)
      if batch != nil { taken += 1 }
      return batch
    }

    mutating func claim() -> Job? { waiting.isEmpty ? nil : waiting.removeFirst() }
  }

  private let map: @Sendable ([Part]) -> Mapped
  private let state = Mutex(State())
  /// Counts the batches that may still be posted before others are taken, to bound memory.
  private let room = DispatchSemaphore(value: 4)
  /// Counts the changes that the taking thread may wait for.
  private let changes = DispatchSemaphore(value: 0)

  init(_ map: @escaping @Sendable ([Part]) -> Mapped) { self.map = map }

  // MARK: The reading thread

  func post(_ parts: [Part]) {
    room.wait()
    // Dropped after the lock is released.
    var used: [Batch] = []
    let job = state.withLock { state in
      swap(&used, &state.used)
      state.waiting.append(Job(number: state.posted, parts: parts))
      state.posted += 1
      // The taking thread is busy if it left a batch.
      return state.waiting.count > 1 ? state.claim() : nil
    }
    changes.signal()
    if let job { finish(job) }
  }

  func close(with end: End) {
    state.withLock { $0.end = end }
    changes.signal()
    while let job = state.withLock({ $0.claim() }) { finish(job) }
  }

  // MARK: The taking thread

  func takeAll(_ take: (inout Mapped) -> Void) -> End {
    while true {
      if var batch = state.withLock({ $0.next() }) {
        take(&batch.mapped)
        state.withLock { $0.used.append(batch) }
        room.signal()
      } else if let job = state.withLock({ $0.claim() }) {
        finish(job)
      } else if let end = state.withLock({ $0.taken == $0.posted ? $0.end : nil }) {
        return end
      } else {
        changes.wait()
      }
    }
  }

  private func finish(_ job: Job) {
    let batch = Batch(parts: job.parts, mapped: map(job.parts))
    state.withLock { $0.mapped[job.number] = batch }
    changes.signal()
  }
}

extension [Entry] {
  /// Removes all entries and passes them on in order. A loop would copy each one.
  mutating func drain(_ body: (consuming Entry) -> Void) {
    for index in indices {
      var entry = Entry()
      swap(&entry, &self[index])
      body(entry)
    }
    removeAll()
  }
}
