import AlmanacFiles
import AlmanacIngest
public import AlmanacModel
import AlmanacTime

/// One document as NDJSON, without a workspace: what `inspect` prints.
public struct DocumentInspector: Sendable {
  private let context: ReadingContext

  /// - Parameters:
  ///   - format: nil to detect it.
  ///   - timezone: IANA name of the zone for times without one; nil leaves them floating.
  /// - Throws: `ConfigurationError` for an unknown zone.
  public init(format: FeedFormat?, timezone: String?) throws {
    var context = ReadingContext(format: format)
    if let timezone { context.zone = try ZoneDatabase.system.zone(ofOption: timezone) }
    self.context = context
  }

  /// Writes a line for the document, then a line for each entry.
  ///
  /// - Parameter write: Takes the lines, in chunks.
  /// - Returns: Whether the bytes can be decompressed; a document without entries can.
  public func inspect(
    _ bytes: [UInt8], file: String, write: ([UInt8]) throws -> Void
  ) throws -> Bool {
    let text: [UInt8]?
    do throws(HTTPFailure) {
      text = try UnlabeledCompression.decompressed(bytes, limit: Fetcher.Limits().maxBytes)
    } catch {
      try write(Self.lines(unreadable: file, reason: error.description))
      return false
    }
    // Entries are printed when the document is known not to be rejected.
    var (json, lines, count) = (JSONWriter(), SpillBuffer(), 0)
    var feed = FeedReader.read(text ?? bytes, context: context) { entry in
      json.clear()
      EntryLines.write(entry, file: file, to: &json)
      lines.append(json.bytes)
      count += 1
    }
    if text != nil { feed.document.problems.append(UnlabeledCompression.finding()) }
    let isRefused = feed.document.isRefused
    json.clear()
    EntryLines.write(feed.document, entries: isRefused ? 0 : count, file: file, to: &json)
    try write(json.bytes)
    if !isRefused { try lines.forEachPiece(write) }
    return true
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
