import AlmanacFiles
import Foundation
import Synchronization

/// Byte strings stored one after another.
struct ChunkedBytes: Sendable {
  var bytes: [UInt8] = []
  /// The end position of each.
  var ends: [Int] = []

  var count: Int { ends.count }

  /// Appends a byte string.
  mutating func append(_ chunk: some Collection<UInt8>) {
    bytes.append(contentsOf: chunk)
    ends.append(bytes.count)
  }

  func eachChunk(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
    var start = 0
    for end in ends {
      try body(bytes[start..<end])
      start = end
    }
  }
}

/// Rendered entries in a temporary file, numbered from 0 in the order of appending. Files with
/// another order are assembled from it.
final class RenderedEntries: Sendable {
  private struct State {
    var bytes: SpillBuffer
    /// The end position of each entry.
    var ends: [Int] = []

    func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }
  }

  private let state: Mutex<State>

  /// - Parameter folder: A folder with enough disk space for all entries.
  init(in folder: URL) { state = Mutex(State(bytes: SpillBuffer(in: folder))) }

  func append(_ chunks: ChunkedBytes) {
    state.withLock { state in
      let start = state.bytes.count
      state.bytes.append(chunks.bytes)
      for end in chunks.ends { state.ends.append(start + end) }
    }
  }

  /// Passes entries to a closure, by their numbers.
  func read(_ numbers: some Sequence<Int>, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    try state.withLock { state in
      for number in numbers { try body(try state.bytes.read(state.range(number))) }
    }
  }
}
