/// Works on several items at once and gives the results in the items' order.
///
/// Order is what makes a run's outcome independent of the number of workers.
enum OrderedWorkers {
  /// - Parameters:
  ///   - width: how many items are under way at once.
  ///   - receive: gets each result in turn; it runs alone.
  static func run<Item: Sendable, Result: Sendable>(
    _ items: [Item], width: Int, work: @escaping @Sendable (Item) async throws -> Result,
    receive: (Result) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var started = 0
      var finished: [Int: Result] = [:]
      var next = 0
      func start() {
        guard started < items.count else { return }
        let index = started
        started += 1
        group.addTask { (index, try await work(items[index])) }
      }
      for _ in 0..<max(1, width) { start() }
      while let (index, result) = try await group.next() {
        finished[index] = result
        start()
        while let result = finished.removeValue(forKey: next) {
          try receive(result)
          next += 1
        }
      }
    }
  }
}
