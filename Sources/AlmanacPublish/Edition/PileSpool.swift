import AlmanacFiles
import Foundation

/// Pieces that are put by in piles: those of a pile are read at once when the turn of one of them comes,
/// in whatever order.
///
/// The file has slots, each of one pile; before a piece stand four bytes with its size. What needs more
/// than a slot has several, one behind the other.
final class PileSpool {
  private struct Pile {
    /// What goes into the slots that begin there.
    var bytes: [UInt8] = []
    var offset = 0
    var room = 0
  }

  static let slotSize = 1 << 14
  static let sizeBytes = 4

  private let file: SpooledBytes
  private var piles: [Pile] = []
  private var starts: [Int] = []
  private var slots: [SpooledPiles.Slot] = []
  /// Slots of each pile.
  private var counts: [Int32] = []

  /// - Parameter folder: One that nobody looks at yet.
  init(in folder: URL) throws(FileError) { file = try SpooledBytes(in: folder) }

  /// - Parameter piles: The number of each piece's pile.
  func append(_ pieces: Pieces, to piles: some Sequence<Int32>) throws(FileError) {
    var start = 0
    for (end, pile) in zip(pieces.ends, piles) {
      try add(pieces.bytes[start..<end], to: Int(pile))
      start = end
    }
  }

  /// Nothing can be added after.
  func finish() throws(FileError) -> SpooledPiles {
    for pile in piles.indices { try flush(pile) }
    piles = []
    try file.extend(to: slots.count * Self.slotSize)
    return SpooledPiles(file: file, starts: starts, slots: slots, counts: counts)
  }

  private func add(_ piece: ArraySlice<UInt8>, to pile: Int) throws(FileError) {
    while piles.count <= pile {
      piles.append(Pile())
      counts.append(0)
    }
    let size = piece.count + Self.sizeBytes
    if piles[pile].bytes.count + size > piles[pile].room {
      try flush(pile)
      takeSlots(size, for: pile)
    }
    starts.append(piles[pile].offset + piles[pile].bytes.count)
    withUnsafeBytes(of: UInt32(piece.count)) { piles[pile].bytes.append(contentsOf: $0) }
    piles[pile].bytes.append(contentsOf: piece)
  }

  private func takeSlots(_ size: Int, for pile: Int) {
    let count = (size + Self.slotSize - 1) / Self.slotSize
    piles[pile].offset = slots.count * Self.slotSize
    piles[pile].room = count * Self.slotSize
    for _ in 0..<count {
      slots.append(.init(pile: Int32(pile), index: counts[pile]))
      counts[pile] += 1
    }
  }

  private func flush(_ pile: Int) throws(FileError) {
    guard !piles[pile].bytes.isEmpty else { return }
    try file.put(piles[pile].bytes, at: piles[pile].offset)
    piles[pile].bytes.removeAll(keepingCapacity: true)
  }
}

/// Pieces that were put by in piles, for any number of readers.
struct SpooledPiles: Sendable {
  fileprivate struct Slot {
    let pile: Int32
    /// Among those of the pile.
    let index: Int32
  }

  fileprivate let file: SpooledBytes
  /// Where each piece begins.
  fileprivate let starts: [Int]
  fileprivate let slots: [Slot]
  fileprivate let counts: [Int32]

  var count: Int { starts.count }

  func reader() -> PileReader { PileReader(self) }

  /// Gives their room back: they can't be read any more.
  func discard() { file.discard() }
}

/// Reads pieces whose piles come about one after the other.
struct PileReader {
  /// A pile of more is not read at once.
  private static let most = 1 << 24
  /// What a piece that is read alone takes, mostly.
  private static let usual = 2_048

  private let piles: SpooledPiles
  /// The slots of each pile, in their order, and where those of each begin.
  private let order: [Int32]
  private let firsts: [Int]
  private var pile: Int32 = -1
  private var buffer: [UInt8] = []
  private var single: [UInt8] = []

  fileprivate init(_ piles: SpooledPiles) {
    self.piles = piles
    var firsts = [0]
    for count in piles.counts { firsts.append((firsts.last ?? 0) + Int(count)) }
    var order = [Int32](repeating: 0, count: piles.slots.count)
    for (number, slot) in piles.slots.enumerated() {
      order[firsts[Int(slot.pile)] + Int(slot.index)] = Int32(number)
    }
    self.firsts = firsts
    self.order = order
  }

  /// Lends a piece.
  mutating func lend<Value>(
    _ position: Int, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) throws -> Value {
    let start = piles.starts[position]
    let slot = piles.slots[start / PileSpool.slotSize]
    // What comes late is read alone, lest a pile be read for it and the present one again.
    if slot.pile > pile { try load(slot.pile) }
    guard slot.pile == pile, !buffer.isEmpty else { return try lend(alone: start, body) }
    let place = Int(slot.index) * PileSpool.slotSize + start % PileSpool.slotSize
    return try buffer.withUnsafeBytes { try body(Self.piece(in: $0, at: place)) }
  }

  private mutating func load(_ next: Int32) throws(FileError) {
    pile = next
    buffer.removeAll(keepingCapacity: true)
    let slots = order[firsts[Int(next)]..<firsts[Int(next) + 1]]
    let size = slots.count * PileSpool.slotSize
    guard size <= Self.most else { return }
    if buffer.capacity < size { buffer.reserveCapacity(size + size / 4) }
    for slot in slots {
      let start = Int(slot) * PileSpool.slotSize
      try piles.file.append(start..<start + PileSpool.slotSize, to: &buffer)
    }
  }

  private mutating func lend<Value>(
    alone start: Int, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) throws -> Value {
    let end = piles.slots.count * PileSpool.slotSize
    try piles.file.read(start..<min(start + Self.usual, end), into: &single)
    let size = single.withUnsafeBytes { Self.size(in: $0, at: 0) } + PileSpool.sizeBytes
    if size > Self.usual { try piles.file.read(start..<start + size, into: &single) }
    return try single.withUnsafeBytes { try body(Self.piece(in: $0, at: 0)) }
  }

  private static func size(in bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
    Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  private static func piece(
    in bytes: UnsafeRawBufferPointer, at place: Int
  ) -> UnsafeRawBufferPointer {
    let start = place + PileSpool.sizeBytes
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + size(in: bytes, at: place)])
  }
}
