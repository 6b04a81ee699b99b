/// Processes the indices 0 ..< count in parts, several at once.
///
/// - Parameters:
///   - least: Minimum number of indices in a part.
///   - workers: Number of parts that are processed at once.
/// - Returns: The results in the order of the parts. There are more parts than workers, because the
///   first indices take the longest.
func concurrentMap<Result: Sendable>(
  _ count: Int, least: Int = 2_000, workers: Int,
  _ work: @escaping @Sendable (Range<Int>) -> Result
) async -> [Result] {
  guard workers > 1, count > least else { return [work(0..<count)] }
  let size = max(least, count / (workers * 8) + 1)
  var waiting = stride(from: 0, to: count, by: size).map { $0..<min(count, $0 + size) }
    .enumerated().reversed().map { $0 }
  return await withTaskGroup(of: (Int, Result).self) { group in
    func start() {
      guard let (number, range) = waiting.popLast() else { return }
      group.addTask { (number, work(range)) }
    }
    for _ in 0..<workers { start() }
    var results: [(number: Int, result: Result)] = []
    while let (number, result) = await group.next() {
      results.append((number, result))
      start()
    }
    return results.sorted { $0.number < $1.number }.map(\.result)
  }
}
