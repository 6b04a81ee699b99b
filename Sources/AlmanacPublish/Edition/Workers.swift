import Dispatch
import Synchronization

/// Does independent pieces of work in parallel.
enum Workers {
  /// The values in the order of their numbers, whichever was done first.
  ///
  /// - Parameter own: What this thread does before it takes its part in the others.
  /// - Throws: the error of `own`, else that of the first number that failed.
  static func map<Value: Sendable>(
    _ count: Int, workers: Int, _ body: @escaping @Sendable (Int) throws -> Value,
    beside own: () throws -> Void = {}
  ) throws -> [Value] {
    let tasks = SharedTasks(count, body)
    for _ in 1..<max(1, min(workers, count + 1)) {
      DispatchQueue.global().async { tasks.work() }
    }
    let outcome = Result { try own() }
    tasks.work()
    tasks.finished.wait()
    try outcome.get()
    return try tasks.values()
  }
}

/// Pieces of work that any number of threads take, one by one.
private final class SharedTasks<Value: Sendable>: Sendable {
  private let count: Int
  private let body: @Sendable (Int) throws -> Value
  private let next = Atomic(0)
  private let results: Mutex<[Result<Value, any Error>?]>
  /// Left once for each piece. To wait for the threads instead would wait for those that never get a
  /// processor, because calls within calls occupy all of them.
  let finished = DispatchGroup()

  init(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value) {
    self.count = count
    self.body = body
    results = Mutex(Array(repeating: nil, count: count))
    for _ in 0..<count { finished.enter() }
  }

  /// Takes pieces until none is left.
  func work() {
    while true {
      let number = next.add(1, ordering: .relaxed).oldValue
      guard number < count else { return }
      let result = Result { try body(number) }
      results.withLock { $0[number] = result }
      finished.leave()
    }
  }

  /// When all are done.
  func values() throws -> [Value] {
    try results.withLock { $0 }.compactMap { try $0?.get() }
  }
}
