/// One dated record of one source, reduced to what is compared; made of an occurrence of a
/// listing, or of a record of NDJSON. Its texts are in the block that it was read into, or in the table
/// of a campus.
struct LinkageRecord: Sendable {
  /// Index of the listing or record; the occurrences of a series share it.
  var item: Int32
  /// Index of the source.
  var source: Int32
  /// Which of the item's occurrences it is; the days of one occurrence share it.
  var occurrence: Int32 = 0
  /// Whether the item has more than one occurrence, or one of several days.
  var isSeries = false
  /// The title was cut short: "An Evening of Chamber…".
  var isTruncated = false
  /// Hash of the announcements around the title, such as `CANCELLED:`; 0 where there are none.
  var announcements: UInt64 = 0
  var moment: Moment
  /// Of the title, in `RecordTexts.titleWords`.
  var titleWords = IndexRange.empty
  /// Of the venue text, in `RecordTexts.venueWords`.
  var venueWords = IndexRange.empty
  /// What the geocoder answered: index in `RecordTexts.places`, -1 where nothing.
  var place: Int32 = -1
  /// In `RecordTable.titleVariants`; -1 outside of a table.
  var titleVariant: Int32 = -1
  /// In `RecordTable.venues`; -1 outside of a table.
  var venue: Int32 = -1
  /// Of the description, in `RecordTexts.shingles`.
  var shingles = IndexRange.empty
  /// Of the description, in `RecordTexts.textWords`.
  var textWords = IndexRange.empty
  /// Hash of the globally unique identifier; 0 where there is none.
  var uid: UInt64 = 0
  /// Hash of the normalized link where it leads to one item and not to a landing page; 0 where
  /// there is none.
  var link: UInt64 = 0
  /// Its source has the link on several starts: a page of a series, or of all performances of a piece.
  var isPageOfSeries = false
  /// Hash of the host of that link; 0 where there is none.
  var host: UInt64 = 0
  /// Hash of the number by which the link's site knows the item; 0 where there is none.
  var itemNumber: UInt32 = 0
}

/// A part of a flat array: 8 bytes, where a range has 16.
struct IndexRange: Hashable, Sendable {
  let start: UInt32
  let count: UInt32

  static let empty = IndexRange(start: 0, count: 0)

  init(start: UInt32, count: UInt32) {
    self.start = start
    self.count = count
  }

  /// What was appended since the array had `start` members.
  init(from start: Int, to end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    count = UInt32(truncatingIfNeeded: end - start)
  }

  var isEmpty: Bool { count == 0 }
  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
