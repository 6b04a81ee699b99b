import Dispatch
import Synchronization

/// Does independent pieces of work side by side.
enum Workers {
  /// The values in the order of their numbers, whoever was done first.
  ///
  /// - Throws: the error of the first number that failed.
  static func map<Value: Sendable>(
    _ count: Int, _ body: @Sendable (Int) throws -> Value
  ) throws -> [Value] {
    guard count > 1 else { return try (0..<count).map(body) }
    let results = Mutex<[Int: Result<Value, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let result = Result { try body(number) }
      results.withLock { $0[number] = result }
    }
    let found = results.withLock { $0 }
    return try (0..<count).compactMap { try found[$0]?.get() }
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
