public import AlmanacModel

/// Detects responses that are not a document of their source, such as a sign-in page with status
/// 200.
public enum ResponseCheck {
  /// Generic JSON and XML up to this size is parsed, to distinguish error messages from feeds.
  private static let largestMessage = 64 * 1024

  /// The reason why a body cannot be its source's document; nil if it can, or if only parsing can
  /// decide.
  ///
  /// - Parameter origin: The requested URL.
  public static func failure(
    of body: [UInt8], for source: Source, contentType: String?, origin: String
  ) -> FetchError? {
    // The headers of files and of the end of a zip archive begin with "PK" (APPNOTE.TXT, 4.3).
    if source.kind == .transit {
      return body.starts(with: Array("PK".utf8))
        ? nil : .otherKind("something that is not a zip archive", origin: origin)
    }
    // Lines that are no operations are rejected one by one.
    if source.kind == .submissions { return nil }
    let detected = FormatDetector.detect(body)
    let isSuspect =
      switch detected {
      case .feed(let format):
        source.kind == .events && body.count <= largestMessage
          && (format == .xml || format == .json)
      // The detector does not know YAML, so it is `.text`.
      case .text: source.kind == .events && source.format != .yaml
      case .html, .empty: true
      }
    guard isSuspect else { return nil }
    var context = ReadingContext(format: source.format, mapping: source.mapping)
    context.contentType = contentType
    let refusal =
      source.kind == .weather
      ? NotAFeed.refusal(of: detected, Array(body.prefix(NotAFeed.headBytes)), context)
      : FeedReader.read(body, context: context) { _ in }
    guard let problem = refusal.document.problems.first(where: \.code.refusesSource) else {
      return nil
    }
    switch problem.code {
    case "E_EMPTY": return .empty(origin: origin)
    case "E_NOT_A_FEED": return .otherKind(problem.message, origin: origin)
    default: return nil
    }
  }
}
