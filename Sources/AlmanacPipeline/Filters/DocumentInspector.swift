import AlmanacFiles
import AlmanacIngest
public import AlmanacModel
import AlmanacTime

/// One document as NDJSON, without a workspace: what `inspect` prints.
public struct DocumentInspector: Sendable {
  private let context: ReadingContext

  /// - Parameters:
  ///   - format: nil to detect it.
  ///   - timezone: IANA name of the zone of times that state none; nil leaves them floating.
  /// - Throws: `ConfigurationError` for an unknown zone.
  public init(format: FeedFormat?, timezone: String?) throws {
    var context = ReadingContext(format: format)
    if let timezone { context.zone = try ZoneDatabase.system.zone(ofOption: timezone) }
    self.context = context
  }

  /// A line for the document, then a line for each entry.
  ///
  /// - Parameters:
  ///   - descriptor: what is open to be read, up to its end.
  ///   - write: is given the lines, in pieces.
  /// - Returns: whether the file could be read; a document that says nothing could.
  public func inspect(
    _ descriptor: Int32, file: String, write: ([UInt8]) throws -> Void
  ) throws -> Bool {
    var bytes: [UInt8]
    do throws(FileError) {
      bytes = try DescriptorBytes.read(descriptor, named: file)
    } catch {
      try write(Self.lines(unreadable: file, reason: "can't be read: \(error)"))
      return false
    }
    let limit = Fetcher.Limits().maxBytes
    let text: [UInt8]?
    do throws(HTTPFailure) {
      text = try UnlabeledCompression.decompressed(bytes, limit: limit)
    } catch {
      try write(Self.lines(unreadable: file, reason: error.description))
      return false
    }
    if let text { bytes = text }
    // Each is written down at once, so that entries and lines are never held together.
    var (entries, count) = (EntryBuffer(), 0)
    var feed = FeedReader.read(bytes, context: context) { entry in
      entries.add { EntryLines.write(entry, file: file, to: &$0) }
      count += 1
    }
    if text != nil { feed.document.problems.append(UnlabeledCompression.finding()) }
    let lines = entries.finish()
    let isRefused = feed.document.isRefused
    var json = JSONWriter()
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

/// The lines of entries, which are printed when the document is known not to be refused.
private struct EntryBuffer {
  private var json = JSONWriter()
  private var buffer = SpillBuffer()

  mutating func add(_ write: (inout JSONWriter) -> Void) {
    write(&json)
    if json.bytes.count >= 1 << 16 { spill() }
  }

  mutating func finish() -> SpillBuffer {
    spill()
    return buffer
  }

  private mutating func spill() {
    buffer.append(json.bytes)
    json.clear()
  }
}
