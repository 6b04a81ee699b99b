import AlmanacModel
import AlmanacTime

/// Reads comma-separated values (RFC 4180) with a header row, by the source's mapping and the usual
/// meaning of column names. Columns for private, whole-day and free events are always read.
///
/// A row with more fields than the header contains an unquoted delimiter, so none of its columns
/// can be trusted: it gets no start and a `Q_CSV_FIELDS`. A row with fewer fields lacks the last
/// ones.
enum CSVReader {
  static func read(_ bytes: [UInt8], context: ReadingContext) -> ParsedFeed {
    do throws(DocumentRefusal) {
      let text = try TextDecoder.decode(
        bytes, charset: ContentType.charset(context.contentType))
      var feed = table(text.bytes, context)
      feed.document.encoding = text.encoding.name
      if let finding = text.repairFinding { feed.document.problems.append(finding) }
      return feed
    } catch {
      return .refused(error, format: .csv)
    }
  }

  /// Whether the first row has the columns of a table of events.
  static func isTable(_ head: [UInt8]) -> Bool {
    do throws(DocumentRefusal) {
      let text = try TextDecoder.decode(head, charset: nil)
      return header(of: text.bytes).map { CSVColumns.mapping(of: $0.0) != nil } ?? false
    } catch {
      return false
    }
  }

  /// The header row and a scanner after it: the first of the first ten lines that names a title and
  /// a date, because spreadsheets have a heading above; else the first line with columns.
  ///
  /// - Parameter mapping: The declared mapping.
  private static func header(
    of bytes: [UInt8], mapping: FeedMapping? = nil
  ) -> (CSVHeader, CSVScanner)? {
    // An unclosed quote makes a field of all that follows.
    let head = Array(bytes.prefix(16 * 1024))
    var start = 0
    for _ in 0..<10 {
      if let (header, _) = row(of: head, from: start) {
        let whole = mapping.map { CSVColumns.mapping(of: header, adding: $0) }
        let known = whole ?? CSVColumns.mapping(of: header)
        if let known, missing(known, header) == nil { return row(of: bytes, from: start) }
      }
      guard let end = head[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { break }
      start = end + 1
    }
    return row(of: bytes, from: 0)
  }

  private static func row(of bytes: [UInt8], from start: Int) -> (CSVHeader, CSVScanner)? {
    guard let dialect = CSVDialect(bytes, from: start) else { return nil }
    var scanner = CSVScanner(bytes, delimiter: dialect.delimiter, from: dialect.start)
    return scanner.next().map { (CSVHeader($0), scanner) }
  }

  private static func table(_ bytes: [UInt8], _ context: ReadingContext) -> ParsedFeed {
    guard let (header, start) = header(of: bytes, mapping: context.mapping) else {
      return .refused("E_NOT_A_FEED", "text without columns, not a table", format: .csv)
    }
    let declared = context.mapping.map { CSVColumns.mapping(of: header, adding: $0) }
    guard let mapping = declared ?? CSVColumns.mapping(of: header) else {
      return .refused(
        "E_NOT_A_FEED",
        "a table whose columns \(listed(header)) name no title or no date; declare under 'mapping' "
          + "in feed.yaml what they hold", format: .csv)
    }
    if let path = missing(mapping, header) {
      return .refused(
        "E_NOT_A_FEED",
        "a table without the column '\(FieldText.clean(path).text.prefix(40))'; its columns are "
          + "\(listed(header)); correct 'mapping' in feed.yaml", format: .csv)
    }
    var scanner = start
    var reading = CSVReading(header: header, mapping: mapping, context: context)
    while let record = scanner.next() {
      // A truncated row is skipped: its missing fields would look unknown.
      guard !scanner.isUnclosed else { continue }
      guard reading.entries.count < context.limits.entries else {
        return .refused(.tooManyItems(limit: context.limits.entries), format: .csv)
      }
      reading.take(record)
    }
    return reading.finish(isUnclosed: scanner.isUnclosed)
  }

  /// The mapped column of the start or title that the table does not have.
  private static func missing(_ mapping: FeedMapping, _ header: CSVHeader) -> String? {
    for paths in [mapping.start?.date.paths ?? [], mapping.fields[.title]?.paths ?? []] {
      if let path = paths.first, !paths.contains(where: header.has) { return path }
    }
    return nil
  }

  private static func listed(_ header: CSVHeader) -> String {
    let names = header.names.prefix(8).map { "'\($0.prefix(24))'" }.joined(separator: ", ")
    return header.names.count > 8 ? names + " …" : names
  }
}

private struct CSVReading {
  private let header: CSVHeader
  private let mapper: MappedEntryMapper
  private let base: String?
  private let wholeDay: [Int]
  private let isPrivate: [Int]
  private let sensitivity: [Int]
  private let busyStatus: [Int]
  private(set) var entries: [Entry] = []
  private var shortRows = 0
  private var firstShortRow: Int?

  init(header: CSVHeader, mapping: FeedMapping, context: ReadingContext) {
    self.header = header
    mapper = MappedEntryMapper(mapping, context)
    base = context.baseURL
    func columns(_ field: String) -> [Int] {
      EventNames.columns(of: field).flatMap { header.columns(named: $0) }
    }
    wholeDay = columns("wholeday")
    isPrivate = columns("isprivate")
    sensitivity = columns("sensitivity")
    busyStatus = columns("busystatus")
  }

  mutating func take(_ record: CSVScanner.Record) {
    var entry = mapper.entry(MappedCSVItem(header: header, record: record, base: base))
    let extra = record.fields.dropFirst(header.names.count)
    if extra.contains(where: \.hasText) {
      let message =
        "the row has \(record.fields.count) fields, the header \(header.names.count): a delimiter "
        + "in one of them is not quoted"
      entry.start = nil
      entry.end = nil
      entry.unreadable["start"] = "a row of \(record.fields.count) fields"
      entry.problems.append(Finding("Q_CSV_FIELDS", message: message, line: record.line))
    } else if record.fields.count < header.names.count {
      shortRows += 1
      firstShortRow = firstShortRow ?? record.line
    }
    if wholeDay.contains(where: { column in isYes(record, column) }) { entry.makeWholeDay(in: nil) }
    hide(&entry, record)
    for column in busyStatus {
      entry.transparency = entry.transparency ?? transparency(word(record, column))
    }
    entries.append(entry)
  }

  /// Sets the strictest visibility in the columns.
  private func hide(_ entry: inout Entry, _ record: CSVScanner.Record) {
    let words = sensitivity.map { word(record, $0) }
    // An unknown word means private, as in CLASS of RFC 5545 (section 3.8.1.3).
    let isHidden =
      isPrivate.contains { column in
        let word = word(record, column)
        return !word.isEmpty && !EventNames.publicWords.contains(word)
      }
      || words.contains { ["private", "personal", "1", "2"].contains($0) }
    if words.contains(where: { ["confidential", "3"].contains($0) }) {
      entry.visibility = .confidential
    } else if isHidden, entry.visibility != .confidential {
      entry.visibility = .private
    }
  }

  /// Reads Outlook's OlBusyStatus: 0 free, 1 tentative, 2 busy, 3 out of office, 4 working
  /// elsewhere.
  private func transparency(_ word: String) -> Transparency? {
    switch word {
    case "0", "free": .transparent
    case "2", "3", "busy", "out of office", "oof": .opaque
    default: nil
    }
  }

  private func word(_ record: CSVScanner.Record, _ column: Int) -> String {
    column < record.fields.count ? FieldText.clean(record.fields[column]).text.lowercased() : ""
  }

  func finish(isUnclosed: Bool) -> ParsedFeed {
    var document = Document(format: .csv)
    document.entryCount = entries.count
    if shortRows > 0 {
      let message = "row with fewer fields than the header; the missing ones are unknown"
      document.problems.append(
        Finding(
          "W_CSV_FIELDS", message: shortRows == 1 ? message : "\(message) (\(shortRows) times)",
          line: firstShortRow))
    }
    if isUnclosed {
      document.problems.append(
        Finding(
          "W_UNCLOSED", message: "a quote is never closed; what follows it is one field",
          line: entries.last?.line))
    }
    return ParsedFeed(document: document, entries: entries)
  }

  private func isYes(_ record: CSVScanner.Record, _ column: Int) -> Bool {
    EventNames.yesWords.contains(word(record, column))
  }
}
