import AlmanacRecords
import Dispatch
import Foundation
import Synchronization

/// The texts of records in the order in which one thread wants them; others make the next ones while it
/// does something with those that are there.
///
/// Nobody waits for a thread that may never come: what no other has begun, who wants it makes itself.
final class TextsAhead: Sendable {
  typealias Maker = @Sendable (_ position: Int, inout RecordOutput) throws -> [UInt8]
  private typealias Part = Result<[[UInt8]], any Error>

  private struct Progress {
    /// Parts that are made and not asked for yet.
    var made: [Int: Part] = [:]
    /// Parts before it are made, or being made.
    var next = 0
    /// The part that was asked for last.
    var wanted = 0
    var helpers = 0
  }

  /// Records whose texts are made together.
  private static let partSize = 256
  /// So many parts are made ahead at most.
  private static let most = 8

  private let positions: [Int]
  private let text: Maker
  private let parts: Int
  private let helpers: Int
  private let progress = Mutex(Progress())
  /// Signalled whenever a helper has made a part.
  private let news = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - positions: of the records, in the order in which their texts are wanted.
  ///   - text: gives the text of the record at a position; several threads call it.
  init(_ positions: [Int], text: @escaping Maker) {
    self.positions = positions
    self.text = text
    parts = (positions.count + Self.partSize - 1) / Self.partSize
    helpers = min(ProcessInfo.processInfo.activeProcessorCount, 4) - 1
  }

  /// What of the texts is at hand; held by the one thread that wants them.
  struct Cursor {
    fileprivate var part = -1
    fileprivate var texts: [[UInt8]] = []
  }

  /// The text of the record at `positions[index]`; only ever asked for further on, by one thread.
  func text(at index: Int, _ cursor: inout Cursor) throws -> [UInt8] {
    let part = index / Self.partSize
    if part != cursor.part {
      cursor.texts = []
      cursor.texts = try take(part).get()
      cursor.part = part
    }
    return cursor.texts[index % Self.partSize]
  }

  private func take(_ part: Int) -> Part {
    let callsHelp = progress.withLock { progress in
      progress.wanted = part
      // What was passed over is not wanted any more.
      progress.next = max(progress.next, part)
      progress.made = progress.made.filter { $0.key >= part }
      let calls = progress.helpers < helpers && progress.next + 1 < parts
      if calls { progress.helpers += 1 }
      return calls
    }
    if callsHelp { DispatchQueue.global().async { self.help() } }
    while true {
      if let made = progress.withLock({ $0.made.removeValue(forKey: part) }) { return made }
      if let claimed = claim() {
        let made = make(claimed)
        if claimed == part { return made }
        progress.withLock { $0.made[claimed] = made }
      } else {
        news.wait()
      }
    }
  }

  private func help() {
    while let part = claim(isHelper: true) {
      let made = make(part)
      progress.withLock { progress in
        if part >= progress.wanted { progress.made[part] = made }
      }
      news.signal()
    }
  }

  /// The next part that nobody has begun; nil where enough are. A helper is none any more then.
  private func claim(isHelper: Bool = false) -> Int? {
    progress.withLock { progress in
      guard progress.next < parts, progress.next < progress.wanted + Self.most else {
        if isHelper { progress.helpers -= 1 }
        return nil
      }
      defer { progress.next += 1 }
      return progress.next
    }
  }

  private func make(_ part: Int) -> Part {
    let range = part * Self.partSize..<min((part + 1) * Self.partSize, positions.count)
    return Result {
      var output = RecordOutput()
      var texts: [[UInt8]] = []
      texts.reserveCapacity(range.count)
      for position in positions[range] { texts.append(try text(position, &output)) }
      return texts
    }
  }
}
