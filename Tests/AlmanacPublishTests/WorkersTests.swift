import Synchronization
import Testing

@testable import AlmanacPublish

@Suite struct WorkersTests {
  private struct Failure: Error, Equatable {
    let number: Int
  }

  @Test("Results are in order, and the caller's own task runs", arguments: [1, 2, 5])
  func keepsOrder(workers: Int) throws {
    for count in [0, 1, 2, 300] {
      var own = 0
      let values = try Workers.map(count, workers: workers) {
        $0 * 3
      } beside: {
        own += 1
      }
      #expect(values == (0..<count).map { $0 * 3 })
      #expect(own == 1)
    }
  }

  @Test(
    "The error of the caller's own task takes precedence, then that of the first task",
    arguments: [1, 2, 5])
  func throwsFirst(workers: Int) {
    #expect(throws: Failure(number: 40)) {
      try Workers.map(100, workers: workers) { number in
        if number >= 40 { throw Failure(number: number) }
        return number
      }
    }
    #expect(throws: Failure(number: -1)) {
      try Workers.map(100, workers: workers) {
        throw Failure(number: $0)
      } beside: {
        throw Failure(number: -1)
      } as [Int]
    }
  }

  @Test("When an error is thrown, no task is running")
  func endsBeforeItThrows() {
    let running = Mutex(0)
    #expect(throws: Failure.self) {
      try Workers.map(50, workers: 4) { number in
        running.withLock { $0 += 1 }
        defer { running.withLock { $0 -= 1 } }
        if number == 3 { throw Failure(number: number) }
        return number
      }
    }
    #expect(running.withLock { $0 } == 0)
  }

  private final class Item: Sendable {}

  @Test("Tasks don't retain results that were taken, as a thread may release the tasks much later")
  func releasesResults() throws {
    let tasks = SharedTasks(1) { _ in Item() }
    tasks.work()
    weak var item: Item?
    do {
      let taken = try tasks.takeValues()
      item = taken.first
      #expect(item != nil)
    }
    #expect(item == nil)
  }
}
