import Dispatch
import Synchronization

/// Does independent pieces of work side by side.
enum Workers {
  /// The values in the order of their numbers, whoever was done first.
  ///
  /// - Parameter own: What this thread does before it takes its part in the others.
  /// - Throws: the error of `own`, else that of the first number that failed.
  static func map<Value: Sendable>(
    _ count: Int, workers: Int, _ body: @escaping @Sendable (Int) throws -> Value,
    beside own: () throws -> Void = {}
  ) throws -> [Value] {
    let tasks = SharedTasks(count, body)
    let group = DispatchGroup()
    for _ in 1..<max(1, min(workers, count + 1)) {
      DispatchQueue.global().async(group: group) { tasks.work() }
    }
    let outcome = Result { try own() }
    tasks.work()
    group.wait()
    try outcome.get()
    return try tasks.values()
  }

  /// Does two things at once, the second on this thread; with one worker one after the other.
  static func both<One: Sendable, Other>(
    workers: Int, _ one: @escaping @Sendable () throws -> One, _ other: () throws -> Other
  ) throws -> (One, Other) {
    guard workers > 1 else { return (try one(), try other()) }
    let result = OneResult<One>()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { result.set(Result { try one() }) }
    let second = Result { try other() }
    group.wait()
    return (try result.get(), try second.get())
  }
}

/// What another thread has done when it is over.
private final class OneResult<Value: Sendable>: Sendable {
  private let value = Mutex<Result<Value, any Error>?>(nil)

  func set(_ result: Result<Value, any Error>) { value.withLock { $0 = result } }

  func get() throws -> Value {
    guard let result = value.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}

/// Pieces of work that any number of threads take, one by one.
private final class SharedTasks<Value: Sendable>: Sendable {
  private let count: Int
  private let body: @Sendable (Int) throws -> Value
  private let next = Atomic(0)
  private let results: Mutex<[Result<Value, any Error>?]>

  init(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value) {
    self.count = count
    self.body = body
    results = Mutex(Array(repeating: nil, count: count))
  }

  /// Takes pieces until none is left.
  func work() {
    while true {
      let number = next.add(1, ordering: .relaxed).oldValue
      guard number < count else { return }
      let result = Result { try body(number) }
      results.withLock { $0[number] = result }
    }
  }

  /// When all are done.
  func values() throws -> [Value] {
    try results.withLock { $0 }.compactMap { try $0?.get() }
  }
}
