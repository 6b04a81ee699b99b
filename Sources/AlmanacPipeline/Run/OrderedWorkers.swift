/// Works on several items concurrently and delivers the results in the items' order.
///
/// The order makes a run's outcome independent of the number of workers.
enum OrderedWorkers {
  /// How often `check` is called while results are awaited.
  private static let checkInterval = Duration.milliseconds(200)

  /// - Parameters:
  ///   - width: Number of items in work at once.
  ///   - window: Maximum number of items that are in work or wait for an earlier item's result, which
  ///     bounds the memory of results behind a slow item. Default: four times `width`.
  ///   - check: Called several times a second while results are awaited; if it throws, the remaining work
  ///     is cancelled.
  ///   - receive: Receives each result in turn, never concurrently.
  static func run<Item: Sendable, Result: Sendable>(
    _ items: [Item], width: Int, window: Int? = nil, check: (() throws -> Void)? = nil,
    work: @escaping @Sendable (Item) async throws -> Result,
    receive: (Result) throws -> Void
  ) async throws {
    let width = max(1, width)
    let window = max(width, window ?? 4 * width)
    // A result of nil is the end of a check interval.
    try await withThrowingTaskGroup(of: (Int, Result)?.self) { group in
      var started = 0
      var running = 0
      var finished: [Int: Result] = [:]
      var next = 0
      func fill() {
        while started < items.count, running < width, started - next < window {
          let index = started
          started += 1
          running += 1
          group.addTask { (index, try await work(items[index])) }
        }
      }
      func startInterval() {
        group.addTask {
          try await Task.sleep(for: checkInterval)
          return nil
        }
      }
      if check != nil { startInterval() }
      fill()
      while next < items.count, let result = try await group.next() {
        try check?()
        guard let (index, value) = result else {
          startInterval()
          continue
        }
        running -= 1
        finished[index] = value
        while let value = finished.removeValue(forKey: next) {
          try receive(value)
          next += 1
        }
        fill()
      }
      group.cancelAll()
    }
  }
}

extension Array {
  /// Slices of so many elements; the last one may have fewer.
  func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
