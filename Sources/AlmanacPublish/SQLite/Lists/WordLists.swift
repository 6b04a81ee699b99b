import GRDB

/// Fills `word` and `word_list`: which occurrences have a common word, or words with a common beginning.
///
/// What is rare FTS5 finds as fast by itself.
struct WordLists {
  /// Words of fewer occurrences have no list.
  static let least = 1_500

  private let order: EditionOrder
  /// Ids of the occurrences that have texts of their own, ascending.
  private let texts: [Int32]
  /// Ids of the occurrences of the events, in the order of their numbers, and where those of each end;
  /// then the one of each that has texts of its own.
  private var ids: [Int32] = []
  private var ends: [Int32] = []
  /// Events of one short date, which have the first numbers.
  private let single: Int
  private var scratch: [UInt64]

  private init(_ order: EditionOrder, _ texts: [Int32]) {
    self.order = order
    self.texts = texts
    let events = order.sequence.count
    single = order.sequence.count { order.number(ofEvent: Int($0)) < EditionOrder.firstSpread }
    scratch = [UInt64](repeating: 0, count: order.count / 64 + 1)
    var starts = [Int32](repeating: 0, count: events + 1)
    let indexes = (0..<order.count).map { index(of: order.event(ofOccurrence: $0 + 1)) }
    for index in indexes { starts[index + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    ends = Array(starts.dropFirst())
    ids = [Int32](repeating: 0, count: order.count)
    for (occurrence, index) in indexes.enumerated() {
      ids[Int(starts[index])] = Int32(occurrence + 1)
      starts[index] += 1
    }
    for id in texts {
      ids.append(id)
      ends.append(Int32(ids.count))
    }
  }

  /// From what the tables of words hold.
  ///
  /// - Parameter texts: Ids of the occurrences that have texts of their own, ascending.
  static func write(
    in order: EditionOrder, withTexts texts: [Int32], to database: Database
  ) throws {
    var lists = WordLists(order, texts)
    try lists.write(to: database)
  }

  private mutating func write(to database: Database) throws {
    let insertion = try RowInsertion(into: "word_list", columns: 2, in: database)
    var list = 0
    var words: [(text: String, arguments: StatementArguments)] = []
    func add(_ ids: [Int32]) throws -> Int {
      list += 1
      try OccurrenceList.eachRow(of: ids, list: list) { try insertion.insert($0, blob: $1) }
      return list
    }
    let single = single
    let weights = (single..<ends.count).map { $0 == 0 ? ends[0] : ends[$0] - ends[$0 - 1] }
    var expander = self
    var tree = WordTree(
      rowCount: ends.count, least: Self.least,
      weights: RowWeights(from: Int32(single), weights)
    ) { entry in
      let text = String(decoding: entry.text, as: UTF8.self)
      let exact = entry.exact.isEmpty ? nil : expander.occurrences(of: entry.exact)
      let own = try exact.map(add)
      let all = entry.beginning.map { expander.occurrences(of: $0) }
      let beginning = try all.map(add)
      words.append(
        (
          text,
          [text, own, exact?.count, beginning ?? own, all?.count ?? exact?.count]
        ))
    }
    try eachWord(of: database) { try tree.add($0, rows: $1) }
    try tree.finish()
    let statement = try database.insertion(into: "word", columns: 5)
    for word in words.sorted(by: { $0.text.precedes($1.text) }) {
      try statement.execute(arguments: word.arguments)
    }
  }

  /// Lends the words in the order of their bytes, with where the ids of their rows end.
  private func eachWord(
    of database: Database, _ body: (ArraySlice<UInt8>, [Int32]) throws -> Void
  ) throws {
    var events = try IndexedWords(of: SearchTable.words.ofEvents, in: database)
    var others = try IndexedWords(of: SearchTable.words.ofOccurrences, in: database)
    var (hasEvent, hasOther) = (try events.advance(), try others.advance())
    while hasEvent || hasOther {
      let isEvents = hasEvent && !(hasOther && others.word.lexicographicallyPrecedes(events.word))
      let isOthers = hasOther && !(hasEvent && events.word.lexicographicallyPrecedes(others.word))
      var rows = isEvents ? rows(ofEvents: events.rows) : []
      if isOthers { rows += self.rows(ofOccurrences: others.rows) }
      try body(isEvents ? events.word : others.word, rows)
      if isEvents { hasEvent = try events.advance() }
      if isOthers { hasOther = try others.advance() }
    }
  }

  private func rows(ofEvents numbers: [Int64]) -> [Int32] {
    let first = Int64(EditionOrder.firstSpread)
    return numbers.map { Int32($0 < first ? $0 - 1 : $0 - first + Int64(single)) }
  }

  /// - Parameter found: Some of those that have texts, ascending.
  private func rows(ofOccurrences found: [Int64]) -> [Int32] {
    var row = 0
    return found.map { id in
      row = texts.firstIndex(ofSorted: Int32(id), from: row)
      return Int32(order.sequence.count + row)
    }
  }

  /// Of the event at a position of the contents: its place in the order of the numbers.
  private func index(of event: Int) -> Int {
    let number = order.number(ofEvent: event)
    return number < EditionOrder.firstSpread
      ? number - 1 : number - EditionOrder.firstSpread + single
  }

  /// Ids of occurrences in their order.
  private mutating func occurrences(of events: [Int32]) -> [Int32] {
    var count = 0
    // Of these each has one, in their order: most events are so.
    let single = Int32(single)
    scratch.withUnsafeMutableBufferPointer { bits in
      ids.withUnsafeBufferPointer { ids in
        ends.withUnsafeBufferPointer { ends in
          for event in events {
            if event < single {
              let id = ids[Int(event)]
              bits[Int(id) >> 6] |= 1 << UInt64(id & 63)
              count += 1
              continue
            }
            let end = ends[Int(event)]
            let start = event == 0 ? 0 : ends[Int(event) - 1]
            for position in start..<end {
              let id = ids[Int(position)]
              bits[Int(id) >> 6] |= 1 << UInt64(id & 63)
            }
            count += Int(end - start)
          }
        }
      }
    }
    return scratch.takeMembers(count)
  }
}
