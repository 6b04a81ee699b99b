import Testing

@testable import AlmanacRefine

@Suite struct CategoryMemoryTests {
  private static func memory(
    _ events: [(Int, Float, [UInt32])], bucketCount: Int = 100
  ) -> CategoryMemory {
    CategoryMemory(
      events.map { (category: $0.0, weight: $0.1, keys: $0.2[...]) }, bucketCount: bucketCount)
  }

  private static func shares(
    _ reader: inout CategoryMemory.Reader, _ keys: [UInt32], categories: Int
  ) throws -> [Float] {
    let found = reader.shares(of: keys, categories: categories)
    return try #require(found)
  }

  @Test("each remembered event speaks with the fifth power of its cosine, and its weight")
  func shares() throws {
    // Words of two events each are equally rare, so that the cosine is that of plain sets.
    let memory = Self.memory([
      (0, 1, [1, 2]), (1, 0.5, [1, 3]), (1, 0.5, [2, 4]), (0, 1, [3, 4]),
    ])
    var reader = CategoryMemory.Reader(memory)
    let found = try Self.shares(&reader, [1, 2], categories: 2)
    // One has both words (1), two of the other category have one of two (1/2 each).
    let other = Float(0.5 * 2) * (1.0 / 32)
    #expect(abs(found[0] - 1 / (1 + other)) < 1e-5)
    #expect(abs(found[0] + found[1] - 1) < 1e-6)
    // Asked again, it remembers nothing of the first question.
    let again = try Self.shares(&reader, [1, 2], categories: 2)
    #expect(again == found)
  }

  @Test("rare words say more than frequent ones")
  func rarity() throws {
    var frequent: [(Int, Float, [UInt32])] = []
    for number: UInt32 in 0..<10 {
      let own: UInt32 = 50 + number / 2
      frequent.append((1, 1, [5, own]))
    }
    let rare: [(Int, Float, [UInt32])] = [(0, 1, [7]), (0, 1, [7])]
    var reader = CategoryMemory.Reader(Self.memory(rare + frequent))
    let found = try Self.shares(&reader, [5, 7], categories: 2)
    #expect(found[0] > found[1])
  }

  @Test("a word that one event has, or more than a few of many, tells nothing")
  func kept() {
    var events: [(Int, Float, [UInt32])] = []
    for number: UInt32 in 0..<40 {
      let shared: UInt32 = 2 + number / 16
      let own: UInt32 = 50 + number
      events.append((0, 1, [1, shared, own]))
    }
    let memory = Self.memory(events)
    #expect(memory.buckets == [2, 3, 4])
    var reader = CategoryMemory.Reader(memory)
    let found = reader.shares(of: [1, 60, 99] as [UInt32], categories: 1)
    #expect(found == nil)
  }

  @Test("the words in common are those of the most alike event of the category, the rarest first")
  func shared() {
    let memory = Self.memory([
      (0, 1, [1, 2, 3]), (1, 1, [1, 2, 9]), (1, 1, [1, 9]), (0, 1, [3, 8, 1]), (1, 1, [8, 1]),
    ])
    var reader = CategoryMemory.Reader(memory)
    let keys: [UInt32] = [1, 2, 3]
    _ = reader.shares(of: keys, categories: 2)
    #expect(reader.shared(keys, category: 0, limit: 3) == [1, 2, 0])
    #expect(reader.shared(keys, category: 1, limit: 3) == [1, 0])
    #expect(reader.shared(keys, category: 2, limit: 3) == [])
    #expect(reader.shared(keys, category: 0, limit: 2) == [1, 2])
  }

  @Test("runs of any length keep apart", arguments: [1, 7, 8, 9, 13])
  func runs(count: Int) throws {
    var events: [(Int, Float, [UInt32])] = []
    for category in 0..<3 {
      let keys = [UInt32(category), UInt32(10 + category)]
      events += repeatElement((category, 1, keys), count: count)
    }
    events += [(2, 1, [0, 1]), (2, 1, [10, 11])]
    var reader = CategoryMemory.Reader(Self.memory(events))
    for category in 0..<2 {
      let keys = [UInt32(category), UInt32(10 + category)]
      let found = try Self.shares(&reader, keys, categories: 3)
      #expect(found[category] > 0.5 && found[1 - category] == 0)
    }
  }

  @Test("what is too much is left out: events beyond a number, then the rarest words")
  func limits() {
    var many: [(Int, Float, [UInt32])] = []
    for number: UInt32 in 0..<9_000 {
      let first: UInt32 = number % 97 * 7
      var keys = Set<UInt32>()
      for key: UInt32 in 0..<120 { keys.insert((first + key * number) % 50_000) }
      many.append((Int(number % 8), 1, keys.sorted()))
    }
    let memory = Self.memory(many, bucketCount: 50_000)
    #expect(memory.eventCount == CategoryMemory.eventLimit)
    let bytes = CategoryMemoryFile.bytes(of: memory.lists)
    #expect(bytes.count <= CategoryMemory.byteLimit)
    #expect(!memory.isEmpty)
  }

  @Test("its bytes are read as they were written, and damage is noticed")
  func bytes() throws {
    let lists: [(UInt32, [Int])] = [
      (0, [0, 1, 2]), (3, [130]), (200, [0, 127, 128, 299]), (70_000, [299]),
    ]
    let bytes = CategoryMemoryFile.bytes(of: lists)
    let read = try #require(CategoryMemoryFile.lists(of: bytes[...], buckets: 70_001, events: 300))
    #expect(read.map(\.0) == lists.map(\.0))
    #expect(read.map(\.1) == lists.map(\.1))
    #expect(CategoryMemoryFile.lists(of: bytes[...], buckets: 70_000, events: 300) == nil)
    #expect(CategoryMemoryFile.lists(of: bytes[...], buckets: 70_001, events: 299) == nil)
    #expect(CategoryMemoryFile.lists(of: bytes.dropLast(), buckets: 70_001, events: 300) == nil)
    let long: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x01, 0, 0]
    #expect(CategoryMemoryFile.lists(of: long[...], buckets: 70_001, events: 300) == nil)
  }
}
