import AlmanacIngest
import AlmanacModel

extension MappingGuess {
  /// Between a venue and its room.
  static let roomSeparator = ", "

  /// As the loader would read it.
  var mapping: FeedMapping {
    var mapping = FeedMapping(item: item, fields: [:])
    mapping.dateOrder = dateOrder
    for field in fields {
      var value = FieldMapping(paths: [field.path])
      if let room = field.room {
        value = FieldMapping(paths: [field.path, room], separator: MappingGuess.roomSeparator)
      }
      if let other = field.alternative { value.paths.append(other) }
      let time = field.time.map { FieldMapping(paths: [$0]) }
      switch field.name {
      case "start": mapping.start = TimeMapping(date: value, time: time)
      case "end":
        mapping.end = TimeMapping(
          date: value, time: time, part: .end, isExclusive: field.isExclusive)
      case "description": mapping.fields[.summary] = value
      case "category": mapping.fields[.categories] = value
      default: FeedMapping.Field(rawValue: field.name).map { mapping.fields[$0] = value }
      }
    }
    return mapping
  }
}

extension FeedAdder {
  /// Tries the orders of day and month, and takes the one that reads more dates than the other.
  static func settle(
    _ guess: MappingGuess, _ bytes: [UInt8], _ context: ReadingContext
  ) -> (MappingGuess, ParsedFeed) {
    func read(_ order: FeedMapping.DateOrder?) -> (guess: MappingGuess, feed: ParsedFeed) {
      var guess = guess
      guess.dateOrder = order
      var context = context
      context.mapping = guess.mapping
      return (guess, FeedReader.read(bytes, context: context))
    }
    func dated(_ feed: ParsedFeed) -> Int { feed.entries.count { $0.start != nil } }
    /// Whether all times are as in the other reading, as far as that has them.
    func agrees(_ feed: ParsedFeed, with other: ParsedFeed) -> Bool {
      zip(feed.entries, other.entries).allSatisfy { entry, known in
        (known.start == nil || entry.start == known.start)
          && (known.end == nil || entry.end == known.end)
      }
    }
    // Also if other dates of the document show the order: its next version may have none that do.
    let plain = read(nil)
    let orders = [read(.dayMonthYear), read(.monthDayYear)]
      .sorted { dated($0.feed) > dated($1.feed) }
    guard dated(orders[0].feed) > dated(orders[1].feed),
      dated(orders[0].feed) >= dated(plain.feed),
      // Columns with orders of their own need no order, and one for all would be wrong.
      agrees(orders[0].feed, with: plain.feed)
    else { return plain }
    return orders[0]
  }
}
