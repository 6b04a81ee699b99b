import Dispatch
import Synchronization

/// Runs independent tasks in parallel.
enum Workers {
  /// The results of tasks 0 to `count` - 1, in order.
  ///
  /// - Parameter ownTask: Runs on this thread first; then the thread helps with the tasks.
  /// - Throws: The error of `ownTask`, else that of the first failed task.
  static func map<Value: Sendable>(
    _ count: Int, workers: Int, _ body: @escaping @Sendable (Int) throws -> Value,
    beside ownTask: () throws -> Void = {}
  ) throws -> [Value] {
    let tasks = SharedTasks(count, body)
    for _ in 1..<max(1, min(workers, count + 1)) {
      DispatchQueue.global().async { tasks.work() }
    }
    let outcome = Result { try ownTask() }
    tasks.work()
    tasks.finished.wait()
    try outcome.get()
    return try tasks.takeValues()
  }
}

/// Tasks that any number of threads take one by one.
final class SharedTasks<Value: Sendable>: Sendable {
  private let count: Int
  private let body: @Sendable (Int) throws -> Value
  private let next = Atomic(0)
  private let results: Mutex<[Result<Value, any Error>?]>
  /// Left once per task. Waiting for the threads themselves could deadlock: nested calls may occupy
  /// all threads of the pool, so that queued ones never start.
  let finished = DispatchGroup()

  init(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value) {
    self.count = count
    self.body = body
    results = Mutex(Array(repeating: nil, count: count))
    for _ in 0..<count { finished.enter() }
  }

  /// Runs tasks until none is left.
  func work() {
    while true {
      let number = next.add(1, ordering: .relaxed).oldValue
      guard number < count else { return }
      let result = Result { try body(number) }
      results.withLock { $0[number] = result }
      finished.leave()
    }
  }

  /// Takes the results out; call it once, after `finished`. The pool may start a thread, and release
  /// its reference to the tasks, much later; results that stayed here would fill the memory.
  func takeValues() throws -> [Value] {
    let taken = results.withLock { results in
      defer { results = [] }
      return results
    }
    return try taken.compactMap { try $0?.get() }
  }
}
