import AlmanacFiles
import Foundation
import Synchronization

/// Pieces of bytes, one behind the other.
struct Pieces: Sendable {
  var bytes: [UInt8] = []
  /// Where each ends.
  var ends: [Int] = []

  var count: Int { ends.count }

  /// Ends a piece behind these bytes.
  mutating func append(_ piece: some Collection<UInt8>) {
    bytes.append(contentsOf: piece)
    ends.append(bytes.count)
  }

  func each(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
    var start = 0
    for end in ends {
      try body(bytes[start..<end])
      start = end
    }
  }
}

/// Rendered entries in a temporary file without a name, numbered from 0 in the order in which they are
/// added: files that need them in another order are put together from it.
final class RenderedEntries: Sendable {
  private struct State {
    var bytes: Backlog
    /// Where each entry ends.
    var ends: [Int] = []
    /// Where the entries end that were added together.
    var partEnds: [Int] = []

    func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }
  }

  private let state: Mutex<State>

  /// - Parameter folder: One on a disk with space for all of them.
  init(in folder: URL) { state = Mutex(State(bytes: Backlog(in: folder))) }

  func append(_ pieces: Pieces) {
    state.withLock { state in
      let start = state.bytes.count
      state.bytes.append(pieces.bytes)
      for end in pieces.ends { state.ends.append(start + end) }
      state.partEnds.append(state.ends.count)
    }
  }

  /// Reads entries by their numbers.
  func read(_ numbers: some Sequence<Int>, _ body: ([UInt8]) throws -> Void) throws {
    try state.withLock { state in
      for number in numbers { try body(try state.bytes.read(state.range(number))) }
    }
  }

  /// Reads all entries in the order of their numbers.
  func readAll(_ body: (_ number: Int, ArraySlice<UInt8>) throws -> Void) throws {
    try state.withLock { state in
      var number = 0
      for end in state.partEnds where end > number {
        let start = state.range(number).lowerBound
        let part = try state.bytes.read(start..<state.ends[end - 1])
        while number < end {
          let range = state.range(number)
          try body(number, part[range.lowerBound - start..<range.upperBound - start])
          number += 1
        }
      }
    }
  }
}
