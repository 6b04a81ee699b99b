import AlmanacIngest
public import AlmanacModel
public import AlmanacTime

/// One document as NDJSON, without a workspace: what `inspect` prints.
public struct DocumentInspector: Sendable {
  private let context: ReadingContext

  /// - Parameters:
  ///   - format: nil to detect it.
  ///   - timezone: IANA name of the zone of times that state none; nil leaves them floating.
  /// - Throws: `ConfigurationError` for an unknown zone.
  public init(format: FeedFormat?, timezone: String?, zones: ZoneDatabase = .system) throws {
    var context = ReadingContext(zones: zones, format: format)
    if let timezone {
      guard let zone = zones.zone(named: timezone) else {
        throw ConfigurationError(
          file: "--timezone", "'\(timezone)' is no IANA time zone, such as Europe/Paris")
      }
      context.zone = zone
    }
    self.context = context
  }

  /// A line for the document, then a line for each entry.
  public func lines(of bytes: [UInt8], file: String) -> [UInt8] {
    var (entries, count) = (JSONWriter(), 0)
    // Each is written down at once, so that entries and lines are never held together.
    let feed = FeedReader.read(bytes, context: context) { entry in
      EntryLines.write(entry, file: file, to: &entries)
      count += 1
    }
    let isRefused = feed.document.isRefused
    var json = JSONWriter()
    EntryLines.write(feed.document, entries: isRefused ? 0 : count, file: file, to: &json)
    return isRefused ? json.bytes : json.bytes + entries.bytes
  }

  /// The lines for a file that can't be read: a document that was refused.
  public static func lines(unreadable file: String, reason: String) -> [UInt8] {
    var document = Document()
    document.problems = [Finding("E_FILE", message: reason)]
    var json = JSONWriter()
    EntryLines.write(document, entries: 0, file: file, to: &json)
    return json.bytes
  }
}
